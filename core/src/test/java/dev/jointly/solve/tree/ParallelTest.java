package dev.jointly.solve.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that is given out comes back. */
@Timeout(120)
class ParallelTest {
    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** True, after some work. */
    private static boolean busy() {
        return new Random(1).ints(3_000_000).asLongStream().sum() != 0;
    }

    /** One fails while the other is at work, which goes on for as long as the failing one can be noticed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailureWaitsForWhatWasBegun(boolean nested) {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger later = new AtomicInteger();
        try (Parallel parallel = new Parallel(3)) {
            assertThatThrownBy(() -> {
                        if (nested) {
                            parallel.map(
                                    List.of(0, 1),
                                    outer -> outer == 0 ? work(parallel, begun, failed, ended, later) : 0);
                        } else {
                            work(parallel, begun, failed, ended, later);
                        }
                    })
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("on purpose");
            assertThat(ended).as("what was begun has ended").isTrue();
            assertThat(later.get()).as("of 1000 more, most were not begun").isLessThan(10);
        }
    }

    private static int work(
            Parallel parallel, CountDownLatch begun, CountDownLatch failed, AtomicBoolean ended, AtomicInteger later) {
        List<Integer> items = IntStream.range(0, 1002).boxed().toList();
        AtomicReference<Thread> failing = new AtomicReference<>();
        parallel.map(items, item -> {
            if (item == 0) {
                begun.countDown();
                await(failed);
                // the other's failure is on its way; this is still at work
                ended.set(busy());
            } else if (item == 1) {
                await(begun);
                failing.set(Thread.currentThread());
                failed.countDown();
                throw new AssertionError("on purpose");
            } else {
                await(failed);
                // it has put down what failed, and passed over all the others
                while (Objects.requireNonNull(failing.get()).getState() == Thread.State.RUNNABLE) {
                    Thread.onSpinWait();
                }
                later.incrementAndGet();
            }
            return item;
        });
        return 0;
    }

    /** Somebody closes it while another thread's work is under way. */
    @Test
    void closingWaitsForItsWork() throws InterruptedException {
        Parallel parallel = new Parallel(2);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Thread other = new Thread(() -> parallel.map(List.of(0, 1), item -> {
            if (item == 0) {
                begun.countDown();
                await(closing);
                ended.set(busy());
            }
            return item;
        }));
        other.start();
        await(begun);
        closing.countDown();
        parallel.close();
        assertThat(ended).isTrue();
        other.join();
    }

    @Test
    void anInterruptIsKeptForWhoeverWantsIt() {
        Thread.currentThread().interrupt();
        try (Parallel parallel = new Parallel(2)) {
            assertThat(parallel.map(List.of(1, 2, 3), item -> 2 * item)).containsExactly(2, 4, 6);
        }
        assertThat(Thread.interrupted()).isTrue();
    }
}
