package dev.jointly.certify;

import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Problems and claims as files, for another checker. Written for the tests: the program's own writers are elsewhere. */
final class ClaimJson {
    private ClaimJson() {}

    static String of(Problem problem) {
        List<String> names =
                problem.anatomy().parts().stream().map(ClaimJson::quoted).toList();
        List<String> pairs = new ArrayList<>();
        // the reader must not depend on the order of a pair or of the pairs
        problem.pairs().forEach((a, b, micro) -> pairs.add(0, "[" + b + "," + a + "," + Micro.toString(micro) + "]"));
        List<String> pins = new ArrayList<>();
        for (Pin pin : problem.pins()) {
            int[] d = pin.detections();
            pins.add(
                    switch (pin.kind()) {
                        case TOGETHER -> "{\"together\":[" + d[0] + "," + d[1] + "]}";
                        case APART -> "{\"apart\":[" + d[0] + "," + d[1] + "]}";
                        case USE -> "{\"use\":" + d[0] + "}";
                        case SKIP -> "{\"skip\":" + d[0] + "}";
                    });
        }
        return "{\"format\":\"jointly/problem@1\",\"id\":\"tiny\",\"anatomy\":{\"name\":\"tiny\",\"parts\":" + names
                + ",\"majors\":"
                + problem.anatomy().majors().stream().map(names::get).toList()
                + ",\"limbs\":"
                + problem.anatomy().limbs().stream()
                        .map(limb -> List.of(names.get(limb.b()), names.get(limb.a())))
                        .toList()
                + "},\"poseCost\":" + Micro.toString(problem.poseCost())
                + ",\"detections\":"
                + problem.detections().stream()
                        .map(d -> "{\"part\":" + names.get(d.part()) + ",\"cost\":" + Micro.toString(d.cost()) + "}")
                        .toList()
                + ",\"pairs\":" + pairs
                + (problem.pairs().absentForbidden() ? "" : ",\"absentPairs\":\"zero\"")
                + ",\"pins\":" + pins + "}";
    }

    static String of(Problem problem, Claim claim) {
        Proof c = claim.proof();
        List<String> trees = new ArrayList<>();
        for (Proof.Tree tree : c.trees()) {
            trees.add("{\"detections\":" + Arrays.toString(tree.detections())
                    + cuts(tree.cuts().stream()
                            .map(cut -> "{" + sets(cut) + "}")
                            .toList()) + ",\"nodes\":"
                    + tree.nodes().stream().map(ClaimJson::node).toList() + "}");
        }
        return solution(
                problem,
                claim,
                "\"jointly/certificate@3\",\"scaleBits\":" + c.scaleBits() + ","
                        + prices(c.lambda1(), c.lambda3())
                        + trees(trees));
    }

    private static String sets(Proof.Cut cut) {
        return "\"use\":" + Arrays.toString(cut.use()) + ",\"host\":" + Arrays.toString(cut.host());
    }

    private static String cuts(List<String> cuts) {
        return cuts.isEmpty() ? "" : ",\"cuts\":" + cuts;
    }

    private static String node(Proof.Node node) {
        if (node instanceof Proof.Branch branch) {
            return "{\"out\":" + branch.out() + ",\"in\":" + branch.in() + "," + decision(branch.decision()) + "}";
        }
        Proof.Leaf leaf = (Proof.Leaf) node;
        return "{" + shift(leaf.shift()) + prices(leaf.lambda1(), leaf.lambda3())
                + (leaf.sigma().length == 0 ? "" : ",\"sigma\":" + Arrays.toString(leaf.sigma())) + "}";
    }

    private static String prices(long[] lambda1, long[] lambda3) {
        return "\"lambda1\":" + Arrays.toString(lambda1) + ",\"lambda3\":" + Arrays.toString(lambda3);
    }

    private static String shift(int shift) {
        return shift == 0 ? "" : "\"shift\":" + shift + ",";
    }

    private static String decision(Decision d) {
        return "\"" + (d.kind() == Kind.JOIN ? "join" : "local") + "\":[" + d.holder() + "," + d.detection() + "]";
    }

    private static String trees(List<String> trees) {
        return trees.isEmpty() ? "" : ",\"trees\":" + trees;
    }

    private static String solution(Problem problem, Claim claim, String certificate) {
        return "{\"format\":\"jointly/solution@1\",\"problemSha256\":\"" + claim.problemSha256()
                + "\",\"status\":\"" + (claim.claimsOptimal() ? "optimal" : "bounded")
                + "\",\"objective\":" + Micro.toString(claim.objective())
                + ",\"lowerBound\":" + Micro.toString(claim.lowerBound())
                + (claim.requestedGap() == 0 ? "" : ",\"requestedGap\":" + claim.requestedGap())
                + ",\"poses\":"
                + claim.poses().stream().map(pose -> pose(problem, pose)).toList()
                + ",\"certificate\":{\"format\":" + certificate + "}}";
    }

    private static String pose(Problem problem, ClaimedPose pose) {
        List<String> global = new ArrayList<>();
        pose.global().forEach((part, d) -> global.add(name(problem, part) + ":" + d));
        List<String> local = new ArrayList<>();
        pose.local().forEach((part, list) -> local.add(name(problem, part) + ":" + list));
        return "{\"cost\":" + Micro.toString(pose.cost())
                + ",\"global\":{" + String.join(",", global) + "}"
                + (local.isEmpty() ? "" : ",\"local\":{" + String.join(",", local) + "}") + "}";
    }

    private static String name(Problem problem, int part) {
        return quoted(problem.anatomy().parts().get(part));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"") + "\"";
    }
}
