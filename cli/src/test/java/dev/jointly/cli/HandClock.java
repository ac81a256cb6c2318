package dev.jointly.cli;

import dev.jointly.cli.Console.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A clock that stands still until it is told that time passes. */
public final class HandClock implements Ticker {
    private final List<Task> tasks = new ArrayList<>();
    private long now;

    private static final class Task {
        final Runnable work;
        final long pause;
        long due;

        Task(Runnable work, long pause, long due) {
            this.work = work;
            this.pause = pause;
            this.due = due;
        }
    }

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized Runnable every(Duration first, Duration then, Runnable work) {
        Task task = new Task(work, then.toNanos(), now + first.toNanos());
        tasks.add(task);
        return () -> {
            synchronized (this) {
                tasks.remove(task);
            }
        };
    }

    /** Lets time pass; whatever falls due meanwhile is done, at its moment. */
    public synchronized void pass(Duration time) {
        long end = now + time.toNanos();
        for (Task task : List.copyOf(tasks)) {
            while (task.due <= end) {
                now = task.due;
                task.work.run();
                task.due += task.pause;
            }
        }
        now = end;
    }
}
