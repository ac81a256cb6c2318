package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AbandonableCallTest {
    private static final Deadline LATE = Deadline.after(Duration.ofMinutes(1));

    private static int waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return 1;
    }

    @Test
    void bringsTheAnswer() {
        assertThat(AbandonableCall.call(() -> "answer", LATE)).contains("answer");
    }

    @Test
    void leavesACallThatDoesNotListen() {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(AbandonableCall.call(() -> waitFor(never), Deadline.after(Duration.ofMillis(100))))
                .isEmpty();
        never.countDown();
    }

    @Test
    @Tag("timing")
    void leavesItSoon() {
        CountDownLatch never = new CountDownLatch(1);
        long start = System.nanoTime();
        assertThat(AbandonableCall.call(() -> waitFor(never), Deadline.after(Duration.ofMillis(100))))
                .isEmpty();
        assertThat((System.nanoTime() - start) * 1e-9).isBetween(0.1, 2.5);
        never.countDown();
    }

    @Test
    void waitsALittleForACallThatListens() {
        AtomicBoolean stop = new AtomicBoolean(true);
        CountDownLatch heard = new CountDownLatch(1);
        Deadline stopped = Deadline.after(Duration.ofMinutes(1), () -> {
            heard.countDown();
            return stop.get();
        });
        assertThat(AbandonableCall.call(() -> waitFor(heard), stopped)).contains(1);
    }

    @Test
    void passesExceptionsOn() {
        assertThatThrownBy(() -> AbandonableCall.call(
                        () -> {
                            throw new UnsupportedOperationException("inside");
                        },
                        LATE))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("inside");
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        Thread.currentThread().interrupt();
        assertThat(AbandonableCall.call(() -> "answer", LATE)).contains("answer");
        assertThat(Thread.interrupted()).isTrue();
    }
}
