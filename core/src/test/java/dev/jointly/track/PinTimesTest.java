package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.track.Crossings.Crossing;
import dev.jointly.track.Crossings.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How long it takes to solve again with a swap pinned, on long clips of three animals. */
class PinTimesTest {
    @Test
    void solvingAgain() {
        measure(Trials.count(2_000, 20_000), 8);
        if (Trials.all()) {
            measure(200_000, 2);
        }
    }

    private static void measure(int frames, int longestGap) {
        MadeClip made = MadeClip.of(new Random(7), frames, 3);
        long start = System.nanoTime();
        TrackProblem problem = new LinkCosts(LinkSettings.DEFAULT.withLongestGap(longestGap)).problem(made.clip());
        long costs = System.nanoTime();
        TrackSolver solver = new TrackSolver(problem, AnimalLimit.NONE, () -> false);
        long solved = System.nanoTime();
        List<TrackMargin> margins = solver.margins();
        long near = System.nanoTime();
        List<Track> tracks = solver.solution().tracks();
        List<Crossing> crossings = new Crossings(problem, tracks)
                .list(margins, Long.MAX_VALUE, longestGap + 1).stream()
                        .filter(crossing -> crossing.kind() == Kind.SWAP
                                && crossing.tracks().size() == 2)
                        .limit(20)
                        .toList();
        System.out.printf(
                "%d frames, %d people, %d links, %d tracks: costs %d, solve %d, %d margins %d ms%n",
                frames,
                problem.people().size(),
                problem.links().size(),
                tracks.size(),
                ms(start, costs),
                ms(costs, solved),
                margins.size(),
                ms(solved, near));
        List<TrackPin> pins = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        for (Crossing crossing : crossings) {
            List<TrackPin> swap = crossing.changes().stream()
                    .filter(change -> change.added() && change.from() >= 0 && change.to() >= 0)
                    .map(change -> new TrackPin(TrackPin.Kind.SAME, change.from(), change.to()))
                    .toList();
            pins.addAll(swap);
            long before = System.nanoTime();
            try {
                solver.pin(pins);
            } catch (TrackPinsException e) {
                pins.removeAll(swap);
                continue;
            }
            times.add(ms(before, System.nanoTime()));
        }
        long before = System.nanoTime();
        TrackSolution solution = solver.solution();
        long read = System.nanoTime();
        TrackVerdict verdict =
                TrackCheck.check(solver.problem(), solution, new TrackQuestion(pins, AnimalLimit.NONE), List.of());
        long checked = System.nanoTime();
        solver.pin(List.of());
        long undone = System.nanoTime();
        System.out.printf(
                "%d swaps pinned one after the other, each %s ms; tracks and dual %d, check %d, all undone %d ms%n",
                times.size(), times, ms(before, read), ms(read, checked), ms(checked, undone));
        assertThat(verdict.outcome()).isEqualTo(TrackVerdict.Outcome.OPTIMAL);
        assertThat(solver.solution().objective())
                .isEqualTo(new TrackSolver(problem, AnimalLimit.NONE, () -> false)
                        .solution()
                        .objective());
    }

    private static long ms(long from, long to) {
        return (to - from) / 1_000_000;
    }
}
