package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * People of head, neck and foot. In every other image the second person's foot is not detected, but one of nobody is, as sure
 * as any, and the detector half ties it to that person. Logistic models of pairs have seen pairs of joints only, with affinities
 * of 0.9 and 0.1, so that 0.5 is as good as even: they accept it.
 */
class StructuredFitTest {
    private static final StructuredFit STRUCTURED =
            new StructuredFit(new StructuredFit.Options(20, 0.05, 0.5, 0.3), StructuredFitTest::oracle);

    private static List<Pose> oracle(Problem problem) {
        return new Solver(new HighsEngine()).solve(problem, Settings.defaults()).poses();
    }

    private static LabelledImage image(int i) {
        boolean lost = i % 2 == 0;
        double right = 60 + i;
        double foot = lost ? right + 8 : right;
        Evidence evidence = new Evidence(
                "image" + i,
                null,
                Sample.CHAIN.parts(),
                List.of(
                        new Candidate(0, 0, 0, 0.8),
                        new Candidate(0, right, 0, 0.8),
                        new Candidate(1, 0, 10, 0.8),
                        new Candidate(1, right, 10, 0.8),
                        new Candidate(2, 0, 40, 0.8),
                        new Candidate(2, foot, lost ? 34 : 40, 0.8)),
                List.of(
                        new Edge(0, 1, new double[][] {{0.9, 0.1}, {0.1, 0.9}}),
                        new Edge(1, 2, new double[][] {{0.9, 0.1}, {0.1, lost ? 0.5 : 0.9}})));
        return new LabelledImage(
                evidence, new Truth(evidence.id(), null, Sample.CHAIN.parts(), List.of(person(0), person(right))));
    }

    private static Person person(double x) {
        return new Person(
                List.of(new Joint(x, 0, Mark.VISIBLE), new Joint(x, 10, Mark.VISIBLE), new Joint(x, 40, Mark.VISIBLE)),
                new Box(x - 10, 0, 20, 40),
                400,
                false);
    }

    private static List<LabelledImage> images(int first) {
        List<LabelledImage> images = new ArrayList<>();
        for (int i = first; i < first + 8; i++) {
            images.add(image(i));
        }
        return images;
    }

    /** Feet of nobody in a person. */
    private static long falseFeet(CostModel model, List<LabelledImage> images) {
        return images.stream()
                .filter(image -> oracle(model.problem(image.evidence())).stream()
                        .anyMatch(pose -> pose.global().containsValue(5)
                                && image.evidence().candidates().get(5).x()
                                        != image.evidence().candidates().get(3).x()))
                .count();
    }

    @Test
    void stepsReduceTheirOwnLossAndMendWhatLogisticModelsAccept() {
        // no pair is forbidden
        CostModel logistic = new Fit(Sample.CHAIN, Fit.Options.defaults())
                .fit("logistic", images(0))
                .withHopeless(100);
        CostModel structured = STRUCTURED.fit(logistic, images(0));
        assertThat(STRUCTURED.loss(structured, images(0))).isLessThan(0.5 * STRUCTURED.loss(logistic, images(0)));
        // images that were not fitted to
        assertThat(falseFeet(logistic, images(20))).isEqualTo(4);
        assertThat(falseFeet(structured, images(20))).isZero();
        assertThat(images(20)).allSatisfy(image -> assertThat(oracle(structured.problem(image.evidence())))
                .hasSize(2));
    }

    @Test
    void whatIsRightIsLeftAlone() {
        List<LabelledImage> right = List.of(image(1), image(3), image(5), image(7));
        CostModel logistic = new Fit(Sample.CHAIN, Fit.Options.defaults()).fit("logistic", right);
        StructuredFit perceptron =
                new StructuredFit(new StructuredFit.Options(3, 0.05, 0, 0.3), StructuredFitTest::oracle);
        assertThat(perceptron.loss(logistic, right)).isZero();
        assertThat(perceptron.fit(logistic, right))
                .usingRecursiveComparison()
                .withEqualsForType((a, b) -> Math.abs(a - b) < 1e-9, Double.class)
                .isEqualTo(logistic);
    }
}
