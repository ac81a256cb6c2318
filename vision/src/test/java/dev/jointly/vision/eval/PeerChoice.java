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
final class PeerChoice {
    private static final double[] LEAST_AFFINITY = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3};

    private PeerChoice() {}

    static Peer greedy(Anatomy anatomy, List<Picture> pictures) {
        List<Peer> peers = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= 5; joints++) {
                for (double score : new double[] {0, 0.4}) {
                    peers.add(new GreedyPeer(anatomy, affinity, joints, score));
                }
            }
        }
        return best(peers, pictures);
    }

    static Peer hungarian(Anatomy anatomy, List<Picture> pictures) {
        List<Peer> peers = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= 5; joints++) {
                peers.add(new HungarianPeer(anatomy, true, affinity, joints));
                peers.add(new HungarianPeer(anatomy, false, affinity, joints));
            }
        }
        return best(peers, pictures);
    }

    private static Peer best(List<Peer> peers, List<Picture> pictures) {
        Peer best = peers.get(0);
        double most = -1;
        for (Peer peer : peers) {
            double value = Goodness.of(peer, pictures);
            if (value > most) {
                most = value;
                best = peer;
            }
        }
        System.out.println("best on the " + pictures.size() + " pictures to learn from: " + best);
        return best;
    }

    /** A peer's bodies, ranked as ours are. */
    static Peer ranked(Peer peer, CostModel model) {
        return evidence -> {
            Problem problem = model.problem(evidence);
            return peer.bodies(evidence).stream()
                    .map(body -> new Body(body.candidate(), Strength.of(problem, joints(body))))
                    .toList();
        };
    }

    static List<Integer> joints(Body body) {
        return Arrays.stream(body.candidate())
                .filter(d -> d != Body.NONE)
                .boxed()
                .toList();
    }

    /**
     * What bodies cost by our costs.
     *
     * @param forbidden bodies that our costs do not allow: two joints that may not be together, or no major part
     */
    record Price(long objective, int bodies, int forbidden) {
        static Price of(Peer peer, CostModel model, List<Picture> pictures) {
            long objective = 0;
            int bodies = 0;
            int forbidden = 0;
            for (Picture picture : pictures) {
                Problem problem = model.problem(picture.evidence());
                for (Body body : peer.bodies(picture.evidence())) {
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
