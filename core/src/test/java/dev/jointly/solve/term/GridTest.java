package dev.jointly.solve.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What fits exact arithmetic, at the limits and beside them. */
class GridTest {
    private static final Anatomy DOT = Anatomy.of("dot", List.of("neck"), List.of("neck"), List.of());

    /** A quarter of 2^59 micro-units, as the documentation has it: 1.44e11 units. */
    private static final long LARGEST_MASS = 1L << 57;

    @Test
    void negativeCostsMayAddUpToTheLimit() {
        // 1 + 144 * 10^15 + rest is the limit exactly: pose cost 0, so nothing else counts
        long rest = LARGEST_MASS - 1 - 144 * Micro.LARGEST;
        assertThat(rest).isBetween(1L, Micro.LARGEST);
        assertThatCode(() -> Grid.of(lonely(144, -rest), 20)).doesNotThrowAnyException();
        assertThatCode(() -> Grid.of(lonely(144, -rest + 1_000), 20)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Grid.of(lonely(144, -rest - 1_000), 20))
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessage(
                        "problem \"dots\" is too large for exact arithmetic: its negative costs add up to 1.441e+11, but"
                                + " the limit is 1.441e+11; divide all costs by the same number and try again");
    }

    @Test
    void thePositiveCostsOfOnePoseMayReachTheLimit() {
        assertThatCode(() -> Grid.of(chain(71), 20))
                .as("(71 * 4 + 1) * 1e15 < 2^58")
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Grid.of(chain(200), 20))
                .as("(200 * 5 + 1) * 1e15 > 2^58")
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessageContaining("its largest cost allows poses that cost 1.001e+12, but the limit is 2.882e+11");
    }

    @Test
    void theFirstBoundCountsHostsAndTheirLocalSets() {
        // every lead may take a local set of all others, which saves up to one unit a pair, each counted twice
        assertThat(Grid.of(friends(60, Micro.of(-1)), 20).bits()).isEqualTo(20);
        assertThat(Grid.of(friends(600, Micro.of(-1)), 20).bits()).isBetween(1, 19);
        assertThatThrownBy(() -> Grid.of(friends(600, Micro.of(-500_000)), 20))
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessageContaining("its first lower bound may add up to")
                .hasMessageContaining("the limit is 2.306e+12");
    }

    @Test
    void negativePoseCostsCountOncePerLead() {
        List<Detection> leads = Collections.nCopies(200, Detection.of(0, 0));
        assertThatThrownBy(() -> Grid.of(problem(DOT, -Micro.LARGEST, leads, new PairCosts.Builder(), true), 20))
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessageContaining("negative costs add up to 2.010e+11");
        assertThatCode(() ->
                        Grid.of(problem(DOT, -Micro.LARGEST, leads.subList(0, 100), new PairCosts.Builder(), true), 20))
                .doesNotThrowAnyException();
    }

    @Test
    void whatDoesNotFitTheGridIsAnError() {
        Grid grid = new Grid(20, 1);
        assertThat(grid.fromMicro(1L << 42)).isEqualTo(1L << 62);
        assertThatThrownBy(() -> grid.fromMicro(1L << 43)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> grid.fromMicro(-1L << 44)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void tablesOfPairsHaveALimit() {
        // 8,192 squared is the limit; one more is refused before any memory is taken
        Problem large =
                problem(DOT, 0, Collections.nCopies(8_193, Detection.of(0, -1)), new PairCosts.Builder(), false);
        assertThatThrownBy(() -> new Costs(large, new Grid(0, 1)))
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessage(
                        "problem \"dots\" has 8,193 detections that can form pairs in 67,125,249 ways, but the limit is"
                                + " 67,108,864; leave out the detections of least score");
        Problem most = problem(
                DOT,
                0,
                Collections.nCopies(Problem.MAX_DETECTIONS, Detection.of(0, -1)),
                new PairCosts.Builder(),
                true);
        assertThatThrownBy(() -> new Costs(most, new Grid(0, 1)))
                .as("the square of 100,000 does not fit an int")
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessageContaining("10,000,000,000 ways");
    }

    /** Detections at the least cost there is, and one at another; no pairs. */
    private static Problem lonely(int many, long last) {
        List<Detection> detections = IntStream.rangeClosed(0, many)
                .mapToObj(i -> new Detection(0, null, null, null, i < many ? -Micro.LARGEST : last))
                .toList();
        return problem(DOT, 0, detections, new PairCosts.Builder(), true);
    }

    private static Problem friends(int many, long micro) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < many; a++) {
            for (int b = 0; b < a; b++) {
                pairs.add(a, b, micro);
            }
        }
        return problem(DOT, 0, Collections.nCopies(many, Detection.of(0, 0)), pairs, true);
    }

    /** A body of many parts, three of them major, with one detection at the highest cost. */
    private static Problem chain(int parts) {
        List<String> names = IntStream.range(0, parts).mapToObj(i -> "p" + i).toList();
        List<List<String>> limbs = IntStream.range(1, parts)
                .mapToObj(i -> List.of(names.get(i - 1), names.get(i)))
                .toList();
        int majors = parts < 100 ? 2 : 3;
        return problem(
                Anatomy.of("chain", names, names.subList(0, majors), limbs),
                0,
                List.of(new Detection(0, null, null, null, Micro.LARGEST)),
                new PairCosts.Builder(),
                true);
    }

    private static Problem problem(
            Anatomy anatomy, long poseCost, List<Detection> detections, PairCosts.Builder pairs, boolean forbidden) {
        return new Problem(
                "dots", null, anatomy, poseCost, detections, pairs.build(detections.size(), forbidden), List.of());
    }
}
