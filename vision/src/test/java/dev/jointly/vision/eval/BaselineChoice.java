package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** The baselines with their best thresholds on given images, and their costs by our model. */
final class BaselineChoice {
    private BaselineChoice() {}

    static Baseline greedy(Anatomy anatomy, List<LabelledImage> images, TuningMetric metric) {
        return said(BaselineSearch.greedy(anatomy, images, metric), images);
    }

    static Baseline hungarian(Anatomy anatomy, List<LabelledImage> images, TuningMetric metric) {
        return said(BaselineSearch.hungarian(anatomy, images, metric), images);
    }

    /** The best of these on the images. */
    static Baseline best(List<Baseline> baselines, List<LabelledImage> images, TuningMetric metric) {
        return said(BaselineSearch.best(baselines, images, metric), images);
    }

    private static Baseline said(Baseline best, List<LabelledImage> images) {
        System.out.println("best on the " + images.size() + " images to learn from: " + best);
        return best;
    }

    /** A baseline's people, ranked as ours are. */
    static Baseline ranked(Baseline baseline, CostModel model) {
        return evidence -> {
            Problem problem = model.problem(evidence);
            return baseline.people(evidence).stream()
                    .map(person -> new GroupedPerson(person.candidate(), Strength.of(problem, joints(person))))
                    .toList();
        };
    }

    static List<Integer> joints(GroupedPerson person) {
        return Arrays.stream(person.candidate())
                .filter(d -> d != GroupedPerson.NONE)
                .boxed()
                .toList();
    }

    /**
     * The cost of people by our model.
     *
     * @param forbidden people that our costs do not allow: two joints that may not be together, or no major part
     */
    record Price(long objective, int people, int forbidden) {
        static Price of(Baseline baseline, CostModel model, List<LabelledImage> images) {
            long objective = 0;
            int people = 0;
            int forbidden = 0;
            for (LabelledImage image : images) {
                Problem problem = model.problem(image.evidence());
                for (GroupedPerson person : baseline.people(image.evidence())) {
                    people++;
                    TreeMap<Integer, Integer> joints = new TreeMap<>();
                    joints(person).forEach(d -> joints.put(problem.part(d), d));
                    boolean led = problem.anatomy().majors().stream().anyMatch(joints::containsKey);
                    try {
                        long cost = new Pose(joints, new TreeMap<>()).cost(problem);
                        // any method could leave out people who do not pay
                        objective += led ? Math.min(0, cost) : 0;
                        forbidden += led ? 0 : 1;
                    } catch (IllegalArgumentException e) {
                        forbidden++;
                    }
                }
            }
            return new Price(objective, people, forbidden);
        }
    }
}
