package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.tree.GlobalBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners hold nobody up. */
@Timeout(120)
class EventPublisherTest {
    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Were the lock held while it listens, the other thread would never get to its own report. */
    @Test
    void aListenerMayWaitForAnotherThreadThatReports() throws InterruptedException {
        CountDownLatch otherIsDone = new CountDownLatch(1);
        List<SolveEvent> heard = new ArrayList<>();
        AtomicBoolean first = new AtomicBoolean(true);
        Problem problem = Generator.generate("p", 1, Crowding.EASY, 1);
        AtomicBoolean listening = new AtomicBoolean();
        CountDownLatch inside = new CountDownLatch(1);
        EventPublisher events = new EventPublisher(event -> {
            assertThat(listening.getAndSet(true)).as("one at a time").isFalse();
            heard.add(event);
            if (first.getAndSet(false)) {
                inside.countDown();
                await(otherIsDone);
            }
            listening.set(false);
        });
        Thread other = new Thread(() -> {
            await(inside);
            events.warn("second");
            events.iteration(1, 1, 1, 0, GlobalBounds.of(Grid.of(problem, 0), 0));
            otherIsDone.countDown();
        });
        other.start();
        events.warn("first");
        other.join();
        assertThat(heard).hasSize(3);
        assertThat(heard.subList(0, 2))
                .containsExactly(new SolveEvent.EngineFailure("first"), new SolveEvent.EngineFailure("second"));
        assertThat(heard.get(2)).isInstanceOf(SolveEvent.Iteration.class);
        assertThat(events.iterations()).isEqualTo(1);
    }

    @Test
    void aListenerThatThrowsIsHeardAndOthersGoOn() {
        List<SolveEvent> heard = new ArrayList<>();
        EventPublisher events = new EventPublisher(event -> {
            heard.add(event);
            if (heard.size() == 1) {
                throw new IllegalStateException("on purpose");
            }
        });
        assertThatThrownBy(() -> events.warn("first")).hasMessage("on purpose");
        events.warn("second");
        assertThat(heard)
                .containsExactly(new SolveEvent.EngineFailure("first"), new SolveEvent.EngineFailure("second"));
    }

    /** From the first event to the last, in order, from whichever threads. */
    @Test
    void allEventsOfARunAreHeardBeforeItsEnd() {
        Problem problem = Generator.generate("p", 8, Crowding.EASY, 2);
        List<SolveEvent> heard = new ArrayList<>();
        Solution solution = new Solver(new HighsEngine())
                .solve(problem, Settings.defaults().withThreads(4), heard::add, () -> false);
        assertThat(heard.get(0)).isInstanceOf(SolveEvent.Started.class);
        assertThat(heard.get(heard.size() - 1)).isInstanceOf(SolveEvent.Finished.class);
        assertThat(heard.stream().filter(SolveEvent.Iteration.class::isInstance).count())
                .isEqualTo(solution.iterations());
    }
}
