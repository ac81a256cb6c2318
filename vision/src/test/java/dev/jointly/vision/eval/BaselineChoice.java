package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.Picture;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** The peers with the thresholds that are best for them on given pictures, and what else one can ask of them. */
final class BaselineChoice {
    private static final double[] LEAST_AFFINITY = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3};

    private BaselineChoice() {}

    static Baseline greedy(Anatomy anatomy, List<Picture> pictures) {
        List<Baseline> peers = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= 5; joints++) {
                for (double score : new double[] {0, 0.4}) {
                    peers.add(new GreedyBaseline(anatomy, affinity, joints, score));
                }
            }
        }
        return best(peers, pictures);
    }

    static Baseline hungarian(Anatomy anatomy, List<Picture> pictures) {
        List<Baseline> peers = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= 5; joints++) {
                peers.add(new HungarianBaseline(anatomy, true, affinity, joints));
                peers.add(new HungarianBaseline(anatomy, false, affinity, joints));
            }
        }
        return best(peers, pictures);
    }

    private static Baseline best(List<Baseline> peers, List<Picture> pictures) {
        Baseline best = peers.get(0);
        double most = -1;
        for (Baseline peer : peers) {
            double value = TuningMetric.of(peer, pictures);
            if (value > most) {
                most = value;
                best = peer;
            }
        }
        System.out.println("best on the " + pictures.size() + " pictures to learn from: " + best);
        return best;
    }

    /** A peer's bodies, ranked as ours are. */
    static Baseline ranked(Baseline peer, CostModel model) {
        return evidence -> {
            Problem problem = model.problem(evidence);
            return peer.bodies(evidence).stream()
                    .map(body -> new GroupedPerson(body.candidate(), Strength.of(problem, joints(body))))
                    .toList();
        };
    }

    static List<Integer> joints(GroupedPerson body) {
        return Arrays.stream(body.candidate())
                .filter(d -> d != GroupedPerson.NONE)
                .boxed()
                .toList();
    }

    /**
     * What bodies cost by our costs.
     *
     * @param forbidden bodies that our costs do not allow: two joints that may not be together, or no major part
     */
    record Price(long objective, int bodies, int forbidden) {
        static Price of(Baseline peer, CostModel model, List<Picture> pictures) {
            long objective = 0;
            int bodies = 0;
            int forbidden = 0;
            for (Picture picture : pictures) {
                Problem problem = model.problem(picture.evidence());
                for (GroupedPerson body : peer.bodies(picture.evidence())) {
                    bodies++;
                    TreeMap<Integer, Integer> joints = new TreeMap<>();
                    joints(body).forEach(d -> joints.put(problem.part(d), d));
                    boolean led = problem.anatomy().majors().stream().anyMatch(joints::containsKey);
                    try {
                        long cost = new Pose(joints, new TreeMap<>()).cost(problem);
                        // leaving out what costs more than it gives is the least a method could do
                        objective += led ? Math.min(0, cost) : 0;
                        forbidden += led ? 0 : 1;
                    } catch (IllegalArgumentException e) {
                        forbidden++;
                    }
                }
            }
            return new Price(objective, bodies, forbidden);
        }
    }
}
