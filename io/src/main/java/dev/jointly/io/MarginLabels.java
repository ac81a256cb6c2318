package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Pin;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether margins are about the poses and detections that they name. The checker looks at pins alone: a true claim about one
 * joint must not pass for a claim about another.
 */
final class MarginLabels {
    private final String where;
    private final List<ClaimedPose> poses;
    private final Anatomy anatomy;

    /** @param where how messages begin */
    MarginLabels(String where, List<ClaimedPose> poses, Anatomy anatomy) {
        this.where = where;
        this.poses = poses;
        this.anatomy = anatomy;
    }

    /** @throws BadInputException if the pins of the margin with this number are not those of its pose and detection */
    void check(int number, Margin margin) {
        String path = "/margins/" + number;
        if (margin.pose() >= poses.size()) {
            throw bad(
                    path + "/pose", Integer.toString(margin.pose()), "the index of one of " + poses.size() + " poses");
        }
        ClaimedPose pose = poses.get(margin.pose());
        Set<Integer> members = Stream.concat(
                        pose.global().values().stream(),
                        pose.local().values().stream().flatMap(List::stream))
                .collect(Collectors.toSet());
        if (margin.joint().isEmpty()) {
            Set<Pin> skips = members.stream().map(Pin.Skip::new).collect(Collectors.toSet());
            requirePins(path, margin, skips, "skip of every detection of pose " + margin.pose());
            return;
        }
        int joint = margin.joint().getAsInt();
        Optional<Integer> lead = anatomy.lead(pose.global());
        if (lead.isEmpty()) {
            return; // the checker rejects such a pose
        }
        if (!members.contains(joint) || lead.get() == joint) {
            throw bad(
                    path + "/detection",
                    Integer.toString(joint),
                    "a detection of pose " + margin.pose() + " other than the one that leads it, " + lead.get());
        }
        String expected = "one pin, {\"apart\": [" + lead.get() + ", " + joint + "]}";
        boolean turned = margin.claim().pins().equals(List.of(new Pin.Apart(joint, lead.get())));
        requirePins(
                path,
                margin,
                Set.of(turned ? new Pin.Apart(joint, lead.get()) : new Pin.Apart(lead.get(), joint)),
                expected);
    }

    private void requirePins(String path, Margin margin, Set<Pin> expected, String words) {
        List<Pin> pins = margin.claim().pins();
        // each of them once
        if (pins.size() != expected.size() || !new HashSet<>(pins).equals(expected)) {
            throw bad(path + "/pins", "other pins", words);
        }
    }

    private BadInputException bad(String path, String found, String expected) {
        return new BadInputException(where + path + ": found " + found + " but expected " + expected);
    }
}
