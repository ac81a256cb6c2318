package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.ChildJvm;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 20,000 solves in one JVM leave the resident memory flat.
 */
@Tag("slow")
class ManySolvesTest {
    private static final int SOLVES = 20_000;
    private static final int WARM_UP = 6_000;
    /** One leaked model in a hundred solves would take more. */
    private static final long ALLOWED_KILOBYTES = 24 * 1024;

    @Test
    void residentMemoryIsFlatAfterWarmUp() throws IOException {
        assertThat(ChildJvm.growthInKilobytes(ManySolvesTest.class, 160)).isLessThan(ALLOWED_KILOBYTES);
    }

    public static void main(String[] arguments) throws IOException {
        List<Problem> problems = new ArrayList<>();
        for (long seed = 1; seed <= 2; seed++) {
            problems.add(TinyProblems.gapped(seed)); // with trees
        }
        for (long seed = 1; seed <= 18; seed++) {
            problems.add(Generator.generate("p" + seed, 1 + (int) (seed % 2), Crowding.CROWDED, seed, 6));
        }
        Solver solver = new Solver(new HighsEngine());
        long before = 0;
        long start = System.nanoTime();
        for (int i = 0; i < SOLVES; i++) {
            if (i == WARM_UP) {
                before = ChildJvm.residentKilobytes();
            }
            Method method = i % 2 == 0 ? Method.BCG : Method.PCG;
            solver.solve(
                    problems.get(i / 2 % problems.size()), Settings.defaults().withMethod(method));
        }
        System.out.printf(
                "%d kB more after %d solves than after %d, %.0f us a solve%n",
                ChildJvm.residentKilobytes() - before, SOLVES, WARM_UP, (System.nanoTime() - start) * 1e-3 / SOLVES);
    }
}
