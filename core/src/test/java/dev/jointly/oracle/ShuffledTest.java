package dev.jointly.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce.LocalAssignment;
import dev.jointly.oracle.BruteForce.Skeleton;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShuffledTest {
    @Test
    void theColumnsAndTheOptimumAreTheSame() {
        for (long seed : Trials.seeds(0, 60, 300)) {
            Problem problem = TinyProblems.pinned(seed, 1 + (int) (seed % 3));
            Shuffled shuffled = Shuffled.of(problem, seed);
            BruteForce before = BruteForce.of(problem);
            BruteForce after = BruteForce.of(shuffled.problem());

            assertThat(after.optimumIfFeasible()).as("seed %d", seed).isEqualTo(before.optimumIfFeasible());
            assertThat(after.skeletons().stream().map(g -> new Skeleton(old(shuffled, g.members()), g.cost())))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(before.skeletons());
            assertThat(after.localAssignments().stream()
                            .map(l -> new LocalAssignment(
                                    shuffled.original().get(l.global()), old(shuffled, l.locals()), l.cost())))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(before.localAssignments());
        }
    }

    private static int old(Shuffled shuffled, int set) {
        return IntStream.range(0, shuffled.original().size())
                .filter(d -> (set >> d & 1) == 1)
                .map(d -> 1 << shuffled.original().get(d))
                .sum();
    }

    @Test
    void namesAndPinsStay() {
        for (long seed : Trials.seeds(0, 100, 100)) {
            Problem problem = TinyProblems.pinned(seed);
            Problem shuffled = Shuffled.of(problem, seed).problem();

            assertThat(shuffled.anatomy().parts())
                    .containsExactlyInAnyOrderElementsOf(problem.anatomy().parts());
            assertThat(majors(shuffled)).isEqualTo(majors(problem));
            assertThat(limbs(shuffled)).isEqualTo(limbs(problem));
            assertThat(shuffled.pins()).hasSameSizeAs(problem.pins());
        }
    }

    private static Set<String> majors(Problem problem) {
        return problem.anatomy().majors().stream()
                .map(problem.anatomy().parts()::get)
                .collect(Collectors.toSet());
    }

    private static Set<Set<String>> limbs(Problem problem) {
        List<String> parts = problem.anatomy().parts();
        return problem.anatomy().limbs().stream()
                .map(limb -> Set.of(parts.get(limb.a()), parts.get(limb.b())))
                .collect(Collectors.toSet());
    }

    @Test
    void itIsADifferentFileWithADifferentLead() {
        int otherText = 0;
        int otherLead = 0;
        for (long seed : Trials.seeds(0, 100, 100)) {
            Problem problem = TinyProblems.random(seed, 3);
            Problem shuffled = Shuffled.of(problem, seed).problem();
            otherText += ProblemDigest.sha256(shuffled).equals(ProblemDigest.sha256(problem)) ? 0 : 1;
            otherLead += firstMajor(shuffled).equals(firstMajor(problem)) ? 0 : 1;
        }
        assertThat(otherText).isGreaterThan(90);
        // two times out of three
        assertThat(otherLead).isBetween(50, 85);
    }

    private static String firstMajor(Problem problem) {
        return problem.anatomy().parts().get(problem.anatomy().majors().get(0));
    }

    @Test
    void aSeedIsAnOrder() {
        Problem problem = TinyProblems.pinned(7);

        assertThat(ProblemDigest.sha256(Shuffled.of(problem, 1).problem()))
                .isEqualTo(ProblemDigest.sha256(Shuffled.of(problem, 1).problem()));
        assertThat(IntStream.range(0, 20)
                        .mapToObj(seed -> Shuffled.of(problem, seed).original()))
                .anyMatch(original -> !original.equals(Shuffled.of(problem, 0).original()));
    }
}
