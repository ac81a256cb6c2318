package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingPictures;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The 49 pictures of val2017: prints the table of docs/evaluation.md. */
class PeopleEvaluationTest {
    static Function<Problem, List<Pose>> solver() {
        Solver solver = new Solver(new HighsEngine());
        Settings settings = Settings.defaults().withMethod(Method.PCG).withTimeLimit(Duration.ofSeconds(60));
        return problem -> solver.solve(problem, settings).poses();
    }

    static void print(Comparison comparison, List<Figure> figures) {
        for (Figure figure : figures) {
            for (String method : comparison.methods()) {
                line(figure, method, comparison.interval(method, figure));
            }
            for (String peer : comparison.methods()) {
                if (!peer.equals("ours")) {
                    line(figure, "ours - " + peer, comparison.lead("ours", peer, figure));
                }
            }
        }
    }

    private static void line(Figure figure, String what, Interval i) {
        System.out.printf("%-9s %-32s %6.2f [%.2f, %.2f]%n", figure, what, i.value(), i.low(), i.high());
    }

    @Test
    void oursBesideThePeersOnVal2017() {
        List<Picture> pictures = TrainingPictures.val();
        assertThat(pictures).hasSize(49);
        CostModel model = ShippedCosts.of("openpose-mobilenet").orElseThrow();
        Anatomy anatomy = model.anatomy();
        Comparison comparison = new Comparison(1);
        comparison.add("ours", pictures, new Optimal(model, solver()));
        // thresholds that are best for each peer on the training pictures
        Peer greedy = new GreedyPeer(anatomy, 0, 3, 0);
        Peer hungarian = new HungarianPeer(anatomy, true, 0, 4);
        comparison.add("greedy", pictures, greedy);
        comparison.add("hungarian", pictures, hungarian);
        comparison.add("greedy as published", pictures, GreedyPeer.published(anatomy));
        comparison.add("greedy ranked as ours", pictures, ranked(greedy, anatomy));
        comparison.add("hungarian ranked as ours", pictures, ranked(hungarian, anatomy));
        print(comparison, List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.PCKH, Figure.ACCURACY, Figure.PRECISION));
        assertThat(comparison.interval("ours", Figure.AP).value()).isGreaterThan(25);
    }

    private static Peer ranked(Peer peer, Anatomy anatomy) {
        return evidence -> {
            Strength strength = new Strength(evidence, anatomy);
            return peer.bodies(evidence).stream().map(strength::ranked).toList();
        };
    }
}
