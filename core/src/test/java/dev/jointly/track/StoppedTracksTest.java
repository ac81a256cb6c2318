package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each step of linking is stopped at whichever look at the time says so, and looks often. */
class StoppedTracksTest {
    private final Clip clip = RandomTracks.clip(new Random(3), 6, 4, 5);
    private final TrackProblem problem = new LinkCosts(LinkSettings.DEFAULT).problem(clip);

    @Test
    void everyLookCounts() {
        int people = problem.people().size();
        // one for each person and earlier frame, and for both nodes of each person in some track
        requireLooks(people - 4, stopped -> new LinkCosts(LinkSettings.DEFAULT).problem(clip, stopped));
        requireLooks(people, stopped -> TrackSolver.solve(problem, stopped));
        requireLooks(3 * people, stopped -> MotionFit.fitted(LinkSettings.DEFAULT, clip, stopped));
    }

    private static void requireLooks(int least, Consumer<BooleanSupplier> work) {
        AtomicInteger looks = new AtomicInteger();
        work.accept(() -> looks.incrementAndGet() < 0);
        assertThat(looks.get()).isGreaterThanOrEqualTo(least);
        for (int last = 1; last <= looks.get(); last += 1 + last / 4) {
            int stop = last;
            AtomicInteger looked = new AtomicInteger();
            assertThatThrownBy(() -> work.accept(() -> looked.incrementAndGet() >= stop))
                    .isInstanceOf(TracksStoppedException.class);
            assertThat(looked).hasValue(stop);
        }
    }
}
