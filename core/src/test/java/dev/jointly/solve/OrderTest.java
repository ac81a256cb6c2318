package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Shuffled;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In what order a problem names its parts, detections and pairs changes how it is solved, not what comes out. */
class OrderTest {
    private static final int TINY = Trials.count(20, 140);
    private static final int SEEDS = Trials.count(1, 5);

    @Test
    void theOrderOfTheFileDoesNotMatter() {
        List<Problem> problems = new ArrayList<>();
        for (long seed = 1; seed <= TINY; seed++) {
            problems.add(TinyProblems.gapped(1_000 + seed, 1 + (int) (seed % 3)));
        }
        for (Crowding crowding : Crowding.values()) {
            for (int people = 3; people <= 5; people++) {
                for (long seed = 1; seed <= SEEDS; seed++) {
                    problems.add(Generator.generate(crowding + "-" + people + "-" + seed, people, crowding, 40 + seed));
                }
            }
        }
        assertThat(problems).hasSize(TINY + 12 * SEEDS);
        Solver solver = new Solver(new HighsEngine());
        int trees = 0;
        for (int i = 0; i < problems.size(); i++) {
            Problem problem = problems.get(i);
            Problem shuffled = Shuffled.of(problem, i).problem();
            Settings settings = Settings.defaults().withMethod(i % 2 == 0 ? Method.BCG : Method.PCG);
            Solution before = solver.solve(problem, settings);
            Solution after = solver.solve(shuffled, settings);
            String who = problem.id() + " by " + settings.method();
            assertThat(Claims.check(shuffled, after).reasons()).as(who).isEmpty();
            assertThat(before.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
            assertThat(after.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
            assertThat(after.objective()).as(who).isEqualTo(before.objective());
            trees += after.proof().trees().isEmpty() ? 0 : 1;
        }
        System.out.printf("%d problems told in two orders, %d of them with a tree%n", problems.size(), trees);
        assertThat(trees).as("with a tree").isGreaterThan(TINY);
    }
}
