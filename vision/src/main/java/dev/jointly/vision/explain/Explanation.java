package dev.jointly.vision.explain;

import dev.jointly.certify.Claim;
import dev.jointly.margin.Diagnosis;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import dev.jointly.vision.cost.Labels;
import dev.jointly.vision.cost.RightGrouping;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Detector or grouping? What keeps the right answer to a problem from being found. */
public final class Explanation {
    private final Problem problem;
    /** How many people are right. */
    private final String heading;
    /** Of each detection: the labelled person it matches; empty without labels. */
    private final List<Integer> owners;
    /** What was not detected. */
    private final List<String> detector = new ArrayList<>();
    /** Right people with pairs of detections that the problem forbids. */
    private final List<String> impossible = new ArrayList<>();
    /** Pins that describe the other right people, as far as they were detected. */
    private final List<Pin> right = new ArrayList<>();

    private final List<Integer> leads = new ArrayList<>();

    private Explanation(Problem problem, String heading, List<Integer> owners) {
        this.problem = problem;
        this.heading = heading;
        this.owners = owners;
    }

    /** What is explained, with the limit of the solution if that has one. */
    public Problem problem() {
        return problem;
    }

    /** The words of it, and whether all of it could be decided in time. */
    public record Words(List<String> lines, boolean decided) {}

    /** By labels. Detections that match no label are left to the solver: there may be people without labels. */
    public static Explanation of(Problem problem, RightGrouping labels) {
        Explanation made = new Explanation(problem, labels.people().size() + " labelled", labels.owners());
        if (!labels.undetected().isEmpty()) {
            List<String> parts = problem.anatomy().parts();
            Map<Integer, List<String>> missing = labels.undetected().stream()
                    .collect(Collectors.groupingBy(
                            RightGrouping.Undetected::person,
                            TreeMap::new,
                            Collectors.mapping(joint -> parts.get(joint.part()), Collectors.toList())));
            made.detector.add(
                    labels.undetected().size() + " of " + labels.labelled() + " labelled joints have no detection");
            missing.forEach(
                    (person, names) -> made.detector.add("  person " + person + ": " + String.join(", ", names)));
        }
        for (int g = 0; g < labels.people().size(); g++) {
            Map<Integer, Integer> person = labels.people().get(g);
            if (!person.isEmpty()) {
                made.add("person " + g, person, List.copyOf(person.values()));
            }
        }
        return made;
    }

    /** By poses over the same detections, which use no other detections. */
    public static Explanation of(Problem problem, Claim claim) {
        Explanation made = new Explanation(problem, claim.poses().size() + " right", List.of());
        BitSet used = new BitSet();
        for (int i = 0; i < claim.poses().size(); i++) {
            Claim.ClaimedPose pose = claim.poses().get(i);
            List<Integer> members = new ArrayList<>(pose.global().values());
            pose.local().values().forEach(members::addAll);
            members.forEach(used::set);
            made.add("pose " + i, pose.global(), members);
        }
        for (int d = used.nextClearBit(0); d < problem.size(); d = used.nextClearBit(d + 1)) {
            made.right.add(new Pin.Skip(d));
        }
        return made;
    }

    /** Adds a right person: as pins, or else why it cannot be found. */
    private void add(String name, Map<Integer, Integer> skeleton, List<Integer> members) {
        String forbidden = forbidden(List.copyOf(skeleton.values()));
        if (!forbidden.isEmpty()) {
            impossible.add(name + ": " + forbidden);
            return;
        }
        Optional<Integer> found = problem.anatomy().lead(skeleton);
        if (found.isEmpty()) {
            detector.add("  " + name + " cannot be found at all: every person needs a detection of " + majors());
            return;
        }
        int lead = found.get();
        right.add(new Pin.Use(lead));
        members.stream().filter(d -> d != lead).forEach(d -> right.add(new Pin.Together(lead, d)));
        leads.forEach(other -> right.add(new Pin.Apart(other, lead)));
        leads.add(lead);
    }

    /** Pairs of a skeleton that the problem forbids. */
    private String forbidden(List<Integer> skeleton) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < skeleton.size(); i++) {
            for (int j = 0; j < i; j++) {
                int d = skeleton.get(j);
                int e = skeleton.get(i);
                if (Math.max(d, e) < problem.size()
                        && problem.anatomy().mayPair(problem.part(d), problem.part(e))
                        && problem.pairs().cost(d, e) == PairCosts.FORBIDDEN) {
                    pairs.add(detection(d) + " with " + detection(e));
                }
            }
        }
        return String.join(", ", pairs);
    }

    private String majors() {
        return problem.anatomy().majors().stream()
                .map(problem.anatomy().parts()::get)
                .collect(Collectors.joining(" or "));
    }

    /** Solves twice: with the right grouping as pins, and without. */
    public Words words(Session session, BooleanSupplier stopped) {
        List<String> lines = new ArrayList<>();
        Solution found;
        try {
            found = session.solve(List.of(), event -> {}, stopped).solution();
        } catch (PinsException e) {
            lines.add(problem.id() + ": " + e.getMessage());
            return new Words(lines, !e.conflict().isEmpty());
        }
        lines.add(problem.id() + ": " + heading + ", " + found.poses().size() + " found");
        for (int i = 0; i < detector.size(); i++) {
            lines.add((i == 0 ? "  detector: " : "  ") + detector.get(i).stripTrailing());
        }
        for (int i = 0; i < impossible.size(); i++) {
            lines.add((i == 0 ? "  impossible: the problem forbids these pairs of detections\n    " : "    ")
                    + impossible.get(i));
        }
        lines.addAll(unlabelled(found.poses()));
        if (right.isEmpty() && !impossible.isEmpty()) {
            return new Words(lines, true);
        }
        Diagnosis diagnosis = Diagnosis.of(session, List.of(), found, right, stopped);
        lines.add("  grouping: " + (impossible.isEmpty() ? "" : "of the others, ") + grouping(diagnosis));
        return new Words(lines, diagnosis.kind() != Diagnosis.Kind.UNDECIDED);
    }

    /** People who match no label, since at most half of their joints are those of one labelled person. */
    private List<String> unlabelled(List<Pose> poses) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < poses.size() && !owners.isEmpty(); i++) {
            Map<Integer, Integer> joints = poses.get(i).global();
            Map<Integer, Long> counts = joints.values().stream()
                    .map(owners::get)
                    .filter(owner -> owner != Labels.NONE)
                    .collect(Collectors.groupingBy(owner -> owner, Collectors.counting()));
            long labelled = counts.values().stream().mapToLong(Long::longValue).sum();
            long most =
                    counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
            if (2 * most <= joints.size()) {
                lines.add("    pose " + i + (Strength.weak(problem, joints) ? " (weak)" : "") + ": " + labelled
                        + " of its "
                        + joints.size() + " joints are near labels"
                        + (2 * labelled > joints.size()
                                ? ", of different people: the costs joined them"
                                : ": the detector saw joints where no label is"));
            }
        }
        if (!lines.isEmpty()) {
            lines.add(0, "  no label: " + lines.size() + " of the people found match no label");
        }
        return lines;
    }

    private String grouping(Diagnosis diagnosis) {
        return switch (diagnosis.kind()) {
            case AS_CHEAP -> "right, as far as the detections allow: no better grouping agrees with the right answer";
            case MORE_EXPENSIVE ->
                "the right one costs " + Micro.toString(diagnosis.excess().orElseThrow())
                        + " more than the one found: the costs are wrong, not the search";
            case OUT_OF_REACH ->
                "the right one is impossible with these detections and pairs, because these cannot all hold: "
                        + diagnosis.conflict().stream()
                                .map(pin -> pin.words(this::detection))
                                .collect(Collectors.joining("; "));
            case UNDECIDED ->
                "undecided: nothing could be proven " + diagnosis.ending().words();
        };
    }

    private String detection(int d) {
        return problem.anatomy().parts().get(problem.part(d)) + " " + d;
    }
}
