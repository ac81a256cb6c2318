package dev.jointly.vision.cost;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The right grouping that is nearest to one found: every labelled person has the detections that match its joints. Of several
 * that match one joint it has the one that was found, otherwise the one with the highest score. Detections of which nothing
 * is known stay with the person with whom they were found. A person without a detection of a major part, which no pose can
 * be, and one of a single detection are left out, and so is a person found that has no label at all.
 */
final class RightTarget {
    private static final int LEAST_JOINTS = 2;

    private RightTarget() {}

    static List<Collection<Integer>> of(Problem problem, Labels labels, List<Pose> found) {
        Map<Integer, SortedMap<Integer, Integer>> people = new TreeMap<>();
        for (Pose pose : found) {
            for (int d : pose.global().values()) {
                if (labels.somebody(d)) {
                    person(people, labels.person(d)).putIfAbsent(problem.part(d), d);
                }
            }
        }
        for (int d = 0; d < problem.size(); d++) {
            if (labels.somebody(d)) {
                person(people, labels.person(d))
                        .merge(
                                problem.part(d),
                                d,
                                (a, b) -> used(found, a) || score(problem, a) >= score(problem, b) ? a : b);
            }
        }
        found.forEach(pose -> keepUnknown(problem, labels, pose, people));
        List<Collection<Integer>> right = new ArrayList<>();
        for (SortedMap<Integer, Integer> person : people.values()) {
            if (person.size() >= LEAST_JOINTS && problem.anatomy().lead(person).isPresent()) {
                right.add(person.values());
            }
        }
        return right;
    }

    private static void keepUnknown(
            Problem problem, Labels labels, Pose pose, Map<Integer, SortedMap<Integer, Integer>> people) {
        Map<Integer, Integer> votes = new HashMap<>();
        List<Integer> unknown = new ArrayList<>();
        for (int d : pose.global().values()) {
            if (labels.somebody(d)) {
                votes.merge(labels.person(d), 1, Integer::sum);
            } else if (!labels.known(d)) {
                unknown.add(d);
            }
        }
        votes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .ifPresent(most ->
                        unknown.forEach(d -> person(people, most.getKey()).putIfAbsent(problem.part(d), d)));
    }

    private static SortedMap<Integer, Integer> person(Map<Integer, SortedMap<Integer, Integer>> people, int g) {
        return people.computeIfAbsent(g, k -> new TreeMap<>());
    }

    private static boolean used(List<Pose> found, int d) {
        return found.stream().anyMatch(pose -> pose.global().containsValue(d));
    }

    private static double score(Problem problem, int d) {
        Double score = problem.detections().get(d).score();
        return score == null ? 1 : score;
    }
}
