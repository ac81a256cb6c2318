package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What labels say about the detections of a problem: to each labelled joint belongs the nearest detection of its part that
 * matches the person ({@link Labels}).
 *
 * @param people of each labelled person: part to detection
 * @param undetected labelled joints without a detection
 * @param owners of each detection: the labelled person it matches, or {@link Labels#NONE}
 */
public record RightGrouping(
        List<SortedMap<Integer, Integer>> people, List<Undetected> undetected, List<Integer> owners) {
    /** A labelled joint without a detection nearby. */
    public record Undetected(int person, int part) {}

    public RightGrouping {
        people = List.copyOf(people);
        undetected = List.copyOf(undetected);
        owners = List.copyOf(owners);
    }

    /** How many joints are labelled. */
    public int labelled() {
        return undetected.size()
                + people.stream().mapToInt(person -> person.size()).sum();
    }

    /**
     * Compares labels with the detections of a problem; crowds are passed over.
     *
     * @param tolerance how far a detection may be from its joint, in units of {@link BodySize}
     */
    public static RightGrouping of(Problem problem, Truth labels, double tolerance) {
        Truth truth = BodySize.withAreas(new Truth(
                labels.id(),
                labels.image(),
                labels.parts(),
                labels.people().stream().filter(person -> !person.crowd()).toList()));
        Anatomy anatomy = problem.anatomy();
        Labels matches = new Labels(evidence(problem), truth, anatomy, tolerance);
        Joint[][] joints = Labels.joints(truth, anatomy);
        List<SortedMap<Integer, Integer>> people = new ArrayList<>();
        List<Undetected> undetected = new ArrayList<>();
        for (int g = 0; g < joints.length; g++) {
            SortedMap<Integer, Integer> person = new TreeMap<>();
            for (int d = 0; d < problem.size(); d++) {
                int part = problem.part(d);
                if (matches.person(d) == g) {
                    Joint joint = joints[g][part];
                    Integer other = person.get(part);
                    if (other == null || distance(problem, d, joint) < distance(problem, other, joint)) {
                        person.put(part, d);
                    }
                }
            }
            for (int p = 0; p < anatomy.size(); p++) {
                if (joints[g][p].mark() != Mark.ABSENT && !person.containsKey(p)) {
                    undetected.add(new Undetected(g, p));
                }
            }
            people.add(person);
        }
        List<Integer> owners =
                IntStream.range(0, problem.size()).mapToObj(matches::person).toList();
        return new RightGrouping(people, undetected, owners);
    }

    private static double distance(Problem problem, int d, Joint joint) {
        Candidate place = candidate(problem.detections().get(d));
        return Math.hypot(place.x() - joint.x(), place.y() - joint.y());
    }

    private static Evidence evidence(Problem problem) {
        List<Candidate> candidates =
                problem.detections().stream().map(RightGrouping::candidate).toList();
        return new Evidence(problem.id(), problem.image(), problem.anatomy().parts(), candidates, List.of());
    }

    private static Candidate candidate(Detection detection) {
        Double x = detection.x();
        Double y = detection.y();
        if (x == null || y == null) {
            throw new IllegalArgumentException("a detection has no x and y, without which no label matches it");
        }
        return new Candidate(detection.part(), x, y, 0);
    }
}
