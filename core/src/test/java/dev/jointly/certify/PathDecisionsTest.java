package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.DefinitionalLeaf.Answer;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof.Leaf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What answers and pins rule out, against the rules of docs/certificate.md word by word, on a random walk in a tree. */
class PathDecisionsTest {
    private int joins;
    private int locals;

    @Test
    void rulesOutWhatTheRulesSayAndForgetsWhatIsTakenBack() {
        for (long seed : Trials.seeds(0, 200, 4000)) {
            Random random = new Random(seed);
            Problem problem = crowded(random);
            PathDecisions decisions = new PathDecisions(problem, new PinAudit(problem));
            int[] all = IntStream.range(0, problem.size()).toArray();
            Deque<Answer> path = new ArrayDeque<>();
            for (int step = 0; step < 20; step++) {
                if (!path.isEmpty() && random.nextInt(3) == 0) {
                    path.removeLast();
                    decisions.takeBack();
                } else {
                    Decision decision = RandomTrees.decision(random, problem, all);
                    if (decision != null) {
                        path.add(new Answer(decision, random.nextInt(3) > 0));
                        decisions.give(decision, path.getLast().in());
                    }
                }
                compare(problem, decisions, path, "seed " + seed + ", step " + step + ", path " + path);
            }
        }
        System.out.printf("pairs ruled out: %d by joins, %d by local assignments%n", joins, locals);
        assertThat(joins).isGreaterThan(Trials.enough(30_000, 600_000));
        assertThat(locals).isGreaterThan(Trials.enough(20_000, 400_000));
    }

    /** Few parts and several pins, so that answers and pins meet. No detection is skipped: that is looked at elsewhere. */
    private static Problem crowded(Random random) {
        Problem free = RandomProblems.random(random, 1 + random.nextInt(3), 1, 3 + random.nextInt(6), 10, 0, false);
        List<Pin> pins = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            int a = random.nextInt(free.size());
            int b = (a + 1 + random.nextInt(free.size() - 1)) % free.size();
            pins.add(
                    switch (random.nextInt(5)) {
                        case 0, 1 -> new Pin.Together(a, b);
                        case 2, 3 -> new Pin.Apart(a, b);
                        default -> new Pin.Use(a);
                    });
        }
        return RandomProblems.pinned(free, pins);
    }

    private void compare(Problem problem, PathDecisions decisions, Deque<Answer> path, String where) {
        Leaf noPrices = new Leaf(0, new long[0], new long[0]);
        DefinitionalLeaf rules = new DefinitionalLeaf(problem, List.of(), noPrices, List.copyOf(path));
        for (int e = 0; e < problem.size(); e++) {
            boolean nowhere = rules.leads(e).isEmpty() && rules.hosts(e).isEmpty();
            assertThat(decisions.required(e)).as("%s: required %d", where, e).isEqualTo(rules.required(e));
            assertThat(decisions.mayHost(e))
                    .as("%s: host %d", where, e)
                    .isEqualTo(rules.hosts(e).isEmpty());
            assertThat(decisions.mayJoinElsewhere(e))
                    .as("%s: %d elsewhere", where, e)
                    .isEqualTo(nowhere);
            assertThat(decisions.mayBeLocalElsewhere(e))
                    .as("%s: %d local elsewhere", where, e)
                    .isEqualTo(nowhere && !rules.isHost(e));
            for (int n = 0; n < problem.size(); n++) {
                if (problem.anatomy().isMajor(problem.part(n))) {
                    boolean may = rules.allowsSkeleton(n, List.of(e));
                    assertThat(decisions.mayJoin(n, e))
                            .as("%s: join [%d, %d]", where, n, e)
                            .isEqualTo(may);
                    joins += may ? 0 : 1;
                }
                if (n != e && problem.part(n) == problem.part(e)) {
                    boolean may = rules.allowsLocals(n, List.of(e));
                    assertThat(decisions.mayHost(n) && decisions.mayBeLocal(n, e))
                            .as("%s: local [%d, %d]", where, n, e)
                            .isEqualTo(may);
                    locals += may ? 0 : 1;
                }
            }
        }
    }
}
