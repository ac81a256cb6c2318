package dev.jointly.certify;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.proof.Proof;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything is there that the checker is going to look at. Nothing keeps a caller from putting null where a type
 * says that there is none; that must end in a reason, not in an exception that could be taken for something else.
 */
final class Form {
    private Form() {}

    /** What is missing from a claim but for its proof, or null. */
    static @Nullable String missing(Claim claim) {
        if (absent(claim.poses())) {
            return "the list of poses is missing";
        }
        if (absent(claim.margins())) {
            return "the list of margins is missing";
        }
        if (absent(claim.maxPoses())) {
            return "maxPoses is missing";
        }
        for (int i = 0; i < claim.poses().size(); i++) {
            ClaimedPose pose = claim.poses().get(i);
            if (absent(pose)) {
                return "pose " + i + " is missing";
            }
            if (absent(pose.global()) || hasHole(pose.global())) {
                return "pose " + i + " has no global detections, or null among them";
            }
            if (absent(pose.local()) || hasHole(pose.local())) {
                return "pose " + i + " has no map of local detections, or null in it";
            }
            for (List<Integer> locals : pose.local().values()) {
                if (hasHole(locals)) {
                    return "pose " + i + " has null among its local detections";
                }
            }
        }
        return null;
    }

    /** @throws IllegalArgumentException naming what is missing from a proof but for the nodes of its trees */
    static void require(Proof proof) {
        require(proof, "the proof");
        require(proof.lambda1(), "lambda1");
        require(proof.lambda3(), "lambda3");
        require(proof.trees(), "the list of trees");
        for (int j = 0; j < proof.trees().size(); j++) {
            Proof.Tree tree = proof.trees().get(j);
            require(tree, "tree " + j);
            require(tree.detections(), "tree " + j + ": the list of detections");
            require(tree.cuts(), "tree " + j + ": the list of cuts");
            require(tree.nodes(), "tree " + j + ": the list of nodes");
        }
    }

    /** @throws IllegalArgumentException saying that it is missing, if it is null */
    static void require(@Nullable Object thing, String name) {
        if (thing == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }

    /**
     * Requires detections of a problem, ascending.
     *
     * @param each what else is to be done with each of them, one after the other
     */
    static void requireSet(int[] set, String name, int size, IntConsumer each) {
        require(set, name);
        int previous = -1;
        for (int d : set) {
            if (d < 0 || d >= size) {
                throw new IllegalArgumentException(name + ": detection " + d + " is not one of the problem's " + size);
            }
            if (d <= previous) {
                throw new IllegalArgumentException(
                        name + ": detections must ascend but " + previous + " is followed by " + d);
            }
            each.accept(d);
            previous = d;
        }
    }

    private static boolean absent(@Nullable Object thing) {
        return thing == null;
    }

    // not contains(null), which some collections answer with an exception

    private static boolean hasHole(Map<?, ?> map) {
        return map.entrySet().stream().anyMatch(entry -> absent(entry.getKey()) || absent(entry.getValue()));
    }

    private static boolean hasHole(List<?> list) {
        return list.stream().anyMatch(Form::absent);
    }
}
