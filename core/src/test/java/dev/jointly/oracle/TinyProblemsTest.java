package dev.jointly.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TinyProblemsTest {
    @Test
    void aSeedIsAProblem() {
        Set<String> seen = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            String digest = ProblemDigest.sha256(TinyProblems.random(seed));
            assertThat(ProblemDigest.sha256(TinyProblems.random(seed)))
                    .as("seed %d", seed)
                    .isEqualTo(digest);
            seen.add(digest);
        }
        // problems without detections may coincide
        assertThat(seen).hasSizeGreaterThan(190);
    }

    @Test
    void everyShapeOccurs() {
        Map<String, Integer> shapes = new TreeMap<>();
        for (long seed = 0; seed < 2000; seed++) {
            Problem problem = TinyProblems.random(seed);
            assertThat(problem.size()).as("seed %d", seed).isBetween(0, 12);
            assertThat(problem.anatomy().size()).as("seed %d", seed).isBetween(1, 5);
            count(shapes, problem.anatomy().size() + " parts");
            count(shapes, problem.anatomy().majors().size() + " majors");
            count(shapes, problem.pairs().absentForbidden() ? "forbidden" : "zero");
            count(shapes, "omega " + Long.signum(problem.poseCost()));
            count(shapes, problem.size() == 0 ? "nothing" : problem.size() > 9 ? "many" : "some");
            count(shapes, problem.size() > 0 && noMajors(problem) ? "no majors" : "majors or nothing");
            count(shapes, emptyParts(problem) > 0 ? "empty part" : "all parts");
            long first = problem.anatomy().majors().get(0);
            count(shapes, first == 0 ? "first part leads" : "another part leads");
        }
        assertThat(shapes)
                .containsOnlyKeys(
                        "1 parts",
                        "2 parts",
                        "3 parts",
                        "4 parts",
                        "5 parts",
                        "1 majors",
                        "2 majors",
                        "3 majors",
                        "forbidden",
                        "zero",
                        "omega -1",
                        "omega 0",
                        "omega 1",
                        "nothing",
                        "some",
                        "many",
                        "no majors",
                        "majors or nothing",
                        "empty part",
                        "all parts",
                        "first part leads",
                        "another part leads");
        assertThat(shapes.values()).as("%s", shapes).allMatch(times -> times >= 20);
    }

    @Test
    void asManyMajorsAsAskedFor() {
        for (int majors = 1; majors <= 3; majors++) {
            for (long seed = 0; seed < 50; seed++) {
                assertThat(TinyProblems.random(seed, majors).anatomy().majors())
                        .as("seed %d", seed)
                        .hasSize(majors);
                assertThat(TinyProblems.pinned(seed, majors).anatomy().majors())
                        .as("seed %d", seed)
                        .hasSize(majors);
            }
        }
        assertThatThrownBy(() -> TinyProblems.random(1, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("majors is 4 but must be from 1 to 3");
    }

    @Test
    void pinsOfEveryKind() {
        Map<String, Integer> pins = new TreeMap<>();
        int impossible = 0;
        int unwanted = 0;
        for (long seed = 0; seed < 1000; seed++) {
            Problem problem = TinyProblems.pinned(seed);
            assertThat(problem.pins())
                    .as("seed %d", seed)
                    .isEqualTo(TinyProblems.pinned(seed).pins());
            assertThat(problem.pins().size()).as("seed %d", seed).isBetween(problem.size() == 0 ? 0 : 1, 4);
            problem.pins().forEach(pin -> count(pins, pin.getClass().getSimpleName()));
            OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
            impossible += optimum.isEmpty() ? 1 : 0;
            unwanted += optimum.orElse(0) > 0 ? 1 : 0;
        }
        assertThat(pins).containsOnlyKeys("Together", "Apart", "Use", "Skip");
        assertThat(pins.values()).as("%s", pins).allMatch(times -> times > 400);
        assertThat(impossible).as("problems whose pins no solution honours").isBetween(100, 200);
        assertThat(unwanted).as("problems whose pins force a positive optimum").isGreaterThan(100);
    }

    @Test
    void aGapWhereOneIsAskedFor() {
        Set<String> seen = new HashSet<>();
        for (int majors = 1; majors <= 3; majors++) {
            for (long seed : Trials.seeds(0, 15, 100)) {
                Problem problem = TinyProblems.gapped(seed, majors);
                BruteForce all = BruteForce.of(problem);
                ExactSimplex.Optimum lp = FullLp.of(all).exact();
                // at least one micro-unit below
                assertThat(lp.compareTo(all.optimum() - 1)).as("seed %d", seed).isNotPositive();
                assertThat(problem.anatomy().majors()).as("seed %d", seed).hasSize(majors);
                String digest = ProblemDigest.sha256(problem);
                assertThat(ProblemDigest.sha256(TinyProblems.gapped(seed, majors)))
                        .as("seed %d", seed)
                        .isEqualTo(digest);
                seen.add(digest);
            }
        }
        assertThat(seen).hasSize(3 * Trials.count(15, 100));
        assertThatThrownBy(() -> TinyProblems.gapped(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("majors is 0 but must be from 1 to 3");
    }

    /** The figures that the description of {@link TinyProblems#gapped} gives. */
    @Tag("slow")
    @Test
    void howManyHaveAGap() {
        int ofRandom = 0;
        int[] ofCycles = new int[4];
        for (long seed = 0; seed < 500; seed++) {
            ofRandom += FullLp.hasGap(BruteForce.of(TinyProblems.random(seed))) ? 1 : 0;
            for (int majors = 1; majors <= 3; majors++) {
                Problem cycle = OddCycles.random("cycle", new Random(3 * seed + majors), majors);
                ofCycles[majors] += FullLp.hasGap(BruteForce.of(cycle)) ? 1 : 0;
            }
        }
        assertThat(ofRandom).isBetween(5, 20);
        for (int majors = 1; majors <= 3; majors++) {
            assertThat(ofCycles[majors]).as("%d majors", majors).isBetween(425, 475);
        }
    }

    private static void count(Map<String, Integer> shapes, String shape) {
        shapes.merge(shape, 1, Integer::sum);
    }

    private static boolean noMajors(Problem problem) {
        return IntStream.range(0, problem.size())
                .noneMatch(d -> problem.anatomy().isMajor(problem.part(d)));
    }

    private static long emptyParts(Problem problem) {
        return problem.anatomy().size()
                - IntStream.range(0, problem.size())
                        .map(problem::part)
                        .distinct()
                        .count();
    }
}
