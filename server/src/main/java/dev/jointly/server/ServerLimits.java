package dev.jointly.server;

import java.time.Duration;

/**
 * What one server takes on. Everything that a request can make grow is limited here.
 *
 * @param workers problems solved at once
 * @param queue accepted requests that may wait for a worker
 * @param longest the longest deadline a client can ask for, and what it gets if it asks for none
 * @param bodyBytes of one request, after decompression
 * @param bodiesBytes of all requests that are under way together
 * @param detections of one problem
 * @param pixels of one image
 */
public record ServerLimits(
        int workers, int queue, Duration longest, int bodyBytes, long bodiesBytes, int detections, long pixels) {
    private static final int MAX_WORKERS = 1024;
    private static final int LONGEST_QUEUE = 10_000;
    /** An image of 16 x 16. */
    private static final int FEWEST_PIXELS = 256;

    private static final int WAITING_PER_WORKER = 8;
    private static final Duration STANDARD_LONGEST = Duration.ofSeconds(60);
    private static final int STANDARD_BODY_BYTES = 32 << 20;
    private static final long STANDARD_BODIES_BYTES = 256L << 20;
    private static final int STANDARD_DETECTIONS = 20_000;
    private static final long STANDARD_PIXELS = 50_000_000;

    public ServerLimits {
        require(workers >= 1 && workers <= MAX_WORKERS, "workers", workers, "from 1 to " + MAX_WORKERS);
        require(queue >= 1 && queue <= LONGEST_QUEUE, "queue", queue, "from 1 to " + LONGEST_QUEUE);
        require(!longest.isNegative() && !longest.isZero(), "longest", longest, "more than zero");
        require(bodyBytes >= 1, "bodyBytes", bodyBytes, "at least 1");
        require(bodiesBytes >= bodyBytes, "bodiesBytes", bodiesBytes, "at least bodyBytes");
        require(detections >= 1, "detections", detections, "at least 1");
        require(pixels >= FEWEST_PIXELS, "pixels", pixels, "at least " + FEWEST_PIXELS);
    }

    /** One worker per processor, eight requests waiting for each, a minute for a problem. */
    public static ServerLimits defaults() {
        int processors = Runtime.getRuntime().availableProcessors();
        return new ServerLimits(
                processors,
                WAITING_PER_WORKER * processors,
                STANDARD_LONGEST,
                STANDARD_BODY_BYTES,
                Math.max(STANDARD_BODY_BYTES, heapShare(8, STANDARD_BODIES_BYTES)),
                STANDARD_DETECTIONS,
                STANDARD_PIXELS);
    }

    /** One in so many parts of the heap, but no more bytes than these. */
    static long heapShare(int parts, long most) {
        return Math.min(most, Runtime.getRuntime().maxMemory() / parts);
    }

    private static void require(boolean holds, String name, Object value, String expectation) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + " but must be " + expectation);
        }
    }

    /** The same with other numbers of workers and of waiting requests. */
    public ServerLimits withQueue(int newWorkers, int newQueue) {
        return new ServerLimits(newWorkers, newQueue, longest, bodyBytes, bodiesBytes, detections, pixels);
    }

    /** The same with another longest deadline. */
    public ServerLimits withLongest(Duration value) {
        return new ServerLimits(workers, queue, value, bodyBytes, bodiesBytes, detections, pixels);
    }

    /** The same with other sizes of requests. */
    public ServerLimits withSizes(int newBodyBytes, int newDetections, long newPixels) {
        return new ServerLimits(
                workers, queue, longest, newBodyBytes, Math.max(bodiesBytes, newBodyBytes), newDetections, newPixels);
    }
}
