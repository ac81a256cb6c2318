package dev.jointly.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Threads that keep every core busy until they are closed, so that whoever else works gets a part of the time only. */
public final class BusyCores implements AutoCloseable {
    private static final int THREADS_PER_CORE = 2;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;
    private volatile double sink;

    /** Returns when all of them are running. */
    public static BusyCores start() {
        BusyCores cores = new BusyCores();
        int count = THREADS_PER_CORE * Runtime.getRuntime().availableProcessors();
        CountDownLatch running = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> cores.burn(running), "busy-" + i);
            thread.setDaemon(true);
            thread.start();
            cores.threads.add(thread);
        }
        await(running);
        return cores;
    }

    /** Whether every one of its threads is at work. */
    public boolean busy() {
        return threads.stream().allMatch(Thread::isAlive);
    }

    private void burn(CountDownLatch running) {
        running.countDown();
        double x = 1;
        while (!closed) {
            for (int i = 0; i < 100_000; i++) {
                x = Math.sqrt(x + i);
            }
            sink = x;
        }
    }

    private static void await(CountDownLatch running) {
        try {
            running.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (Double.isNaN(sink)) {
            throw new IllegalStateException("square roots of positive numbers are numbers");
        }
    }
}
