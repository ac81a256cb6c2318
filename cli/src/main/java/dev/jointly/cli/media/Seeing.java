package dev.jointly.cli.media;

import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Problem;
import dev.jointly.vision.net.ImageDetector;
import java.awt.image.BufferedImage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** From one image to its problem, with the time that takes. One thread uses it, any may ask for the time. */
final class Seeing {
    private final ImageDetector detector;
    private final Function<Evidence, Problem> costs;
    private final Consumer<Evidence> listener;
    private final Refining refining;
    private double seconds;

    /**
     * @param listener receives the network's evidence, image by image
     * @param refining keeps each image for a second look
     */
    Seeing(ImageDetector detector, Function<Evidence, Problem> costs, Consumer<Evidence> listener, Refining refining) {
        this.detector = detector;
        this.costs = costs;
        this.listener = listener;
        this.refining = refining;
    }

    /** Runs the network on an image. */
    Problem problem(String id, String file, BufferedImage image) {
        Evidence evidence = timed(() -> detector.detect(id, file, image));
        listener.accept(evidence);
        Problem problem = costs.apply(evidence);
        refining.keep(id, image);
        return problem;
    }

    /** Counts the time of some work. */
    <T> T timed(Supplier<T> work) {
        long start = System.nanoTime();
        T result = work.get();
        synchronized (this) {
            seconds += (System.nanoTime() - start) / 1e9;
        }
        return result;
    }

    /** Time spent on reading images and on inference. */
    synchronized double seconds() {
        return seconds;
    }
}
