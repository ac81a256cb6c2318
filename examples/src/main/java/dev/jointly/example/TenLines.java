package dev.jointly.example;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Checker;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.List;

/** The example of the README, which shows these lines in this order: two necks compete for one head, which was detected twice. */
public final class TenLines {
    private TenLines() {}

    public static void main(String[] args) {
        var bust = Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        var seen = List.of(Detection.of(0, -2), Detection.of(0, -2), Detection.of(1, -1), Detection.of(1, 1));
        var pairs = new PairCosts.Builder()
                .add(0, 2, Micro.of(-2))
                .add(1, 2, Micro.of(-1.5))
                .add(2, 3, Micro.of(-1.5));
        var problem = new Problem("two necks", null, bust, Micro.of(1), seen, pairs.build(4, true), List.of());

        Solution answer = new Solver(new HighsEngine()).solve(problem, Settings.defaults());
        answer.poses().forEach(pose -> System.out.println(pose.global() + " with duplicates " + pose.local()));

        System.out.println("cost         " + Micro.toString(answer.objective()));
        System.out.println("proven bound " + Micro.toString(Checker.lowerBound(problem, answer.proof())));
    }
}
