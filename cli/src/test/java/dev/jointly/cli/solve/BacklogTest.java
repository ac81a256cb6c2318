package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.solve.SolveRun.Backlog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BacklogTest {
    @Test
    void readingWaitsWhileTooMuchIsUnwritten() throws InterruptedException {
        Backlog backlog = new Backlog(100);
        backlog.add(100);
        backlog.awaitRoom();
        backlog.add(60);
        Thread reader = new Thread(() -> {
            try {
                backlog.awaitRoom();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        awaitWaiting(reader);
        backlog.remove(10);
        awaitWaiting(reader);
        backlog.remove(50);
        reader.join();
        backlog.awaitRoom();
    }

    /** Until it waits, or is at its end, which it must not be. */
    private static void awaitWaiting(Thread reader) {
        // looked at once: it may be on its way from one wait to the next
        Thread.State state = reader.getState();
        while (state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED) {
            Thread.onSpinWait();
            state = reader.getState();
        }
        assertThat(state).isEqualTo(Thread.State.WAITING);
    }
}
