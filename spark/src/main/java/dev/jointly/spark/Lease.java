package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Keeps a second driver from a shard while the first is alive: the one who has the {@link Term} gives signs of life, and
 * another takes over only after none came for a while, measured by its own clock alone. This saves work and confusion. It is not
 * what keeps the output right: a driver may be paused for longer and wake up. That is what terms and commits are for.
 */
final class Lease implements AutoCloseable {
    private static final int BEATS_PER_LEASE = 4;
    private static final String ENDED = "ended\n";

    private final Term term;
    private final Storage storage;
    private final Events events;
    private final Thread atShutdown = new Thread(this::end, "jointly-lease-end");
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "jointly-lease");
        thread.setDaemon(true);
        return thread;
    });
    private long beats;

    /** What a driver wants to hear of. */
    interface Events {
        /** There was a driver before that has not said that it ended. */
        void waits(String sentence);

        /** Another driver has taken over, or a sign of life could not be given. */
        void failed(Exception reason);
    }

    /**
     * Takes the next term of a shard.
     *
     * @param patience without a sign of life after which a driver counts as gone
     * @throws BadInputException if another driver is alive
     */
    static Lease take(OutputFolder folder, String shard, Storage storage, Duration patience, Events events)
            throws IOException {
        Term last = new Term(folder, shard, 0);
        while (storage.read(last.next().file()).isPresent()) {
            last = last.next();
        }
        if (last.number() > 0) {
            requireGone(last, storage, patience, events);
        }
        Term own = last.next();
        String driver = "process " + ProcessHandle.current().pid() + " on "
                + InetAddress.getLocalHost().getHostName() + " since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        if (!storage.putOnce(own.file(), (driver + "\n" + UUID.randomUUID() + "\n").getBytes(UTF_8))) {
            throw taken(own, storage);
        }
        return new Lease(own, storage, patience, events);
    }

    private Lease(Term term, Storage storage, Duration patience, Events events) throws IOException {
        this.term = term;
        this.storage = storage;
        this.events = events;
        write("0\n");
        // also after Ctrl-C; before Hadoop closes its file systems
        ShutdownHookManager.get().addShutdownHook(atShutdown, FileSystem.SHUTDOWN_HOOK_PRIORITY + 1);
        long pause = Math.max(1, patience.dividedBy(BEATS_PER_LEASE).toMillis());
        var unused = clock.scheduleWithFixedDelay(this::beat, pause, pause, TimeUnit.MILLISECONDS);
    }

    Term term() {
        return term;
    }

    private synchronized void beat() {
        try {
            term.require(storage);
            write(++beats + "\n");
        } catch (IOException | RuntimeException e) {
            // whatever it is, the next sign is tried
            events.failed(e);
        }
    }

    private void write(String sign) throws IOException {
        Storage.replace(term.beat(), out -> out.write(sign.getBytes(UTF_8)), storage.files());
    }

    private static void requireGone(Term other, Storage storage, Duration patience, Events events) throws IOException {
        String before = sign(other, storage);
        if (!before.equals(ENDED)) {
            events.waits(driver(other, storage) + " has not ended properly; waiting up to " + patience.toSeconds()
                    + " s for a sign of life");
        }
        long end = System.nanoTime() + patience.toNanos();
        while (!before.equals(ENDED) && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(
                        Math.max(1, patience.dividedBy(BEATS_PER_LEASE).toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for another driver", e);
            }
            String now = sign(other, storage);
            if (!now.equals(before) && !now.equals(ENDED)) {
                throw taken(other, storage);
            }
            before = now;
        }
    }

    /** The last one; nothing if there was none, or just now it is being replaced. */
    private static String sign(Term term, Storage storage) throws IOException {
        return storage.read(term.beat()).map(sign -> new String(sign, UTF_8)).orElse("");
    }

    private static String driver(Term term, Storage storage) throws IOException {
        return storage.read(term.file())
                .flatMap(text -> new String(text, UTF_8).lines().findFirst())
                .orElse("another driver");
    }

    private static BadInputException taken(Term other, Storage storage) throws IOException {
        return new BadInputException(other.folder().root() + ": shard " + other.shard() + " is being worked on by "
                + driver(other, storage) + "; wait for its end, or choose another --out or --shard");
    }

    private void end() {
        clock.shutdown();
        synchronized (this) {
            try {
                write(ENDED);
            } catch (IOException e) {
                // the next driver has to wait, no more
                events.failed(e);
            }
        }
    }

    /** No more signs of life; the next driver need not wait. */
    @Override
    public void close() {
        if (!ShutdownHookManager.get().isShutdownInProgress()) {
            ShutdownHookManager.get().removeShutdownHook(atShutdown);
            end();
        }
    }
}
