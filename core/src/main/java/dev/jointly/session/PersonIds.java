package dev.jointly.session;

import dev.jointly.pose.Pose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers that people keep from one grouping of the same detections to the next. Those who share most detections with a
 * person of an earlier grouping keep its number; one that shares none gets a new number. A complete grouping replaces the
 * earlier ones; others, such as those before a proof, only add detections that nobody had. Thread-safe.
 */
public final class PersonIds {
    private static final int NONE = -1;

    /** By detection: whose it was in the last complete grouping, or since. */
    private final Map<Integer, Integer> owners = new HashMap<>();

    private int next;

    /** No number is taken yet; the first is 0. */
    public PersonIds() {}

    /**
     * Goes on from a grouping, and knows of no others before it.
     *
     * @param numbers of its people, in the same order
     */
    public PersonIds(List<Pose> poses, List<Integer> numbers) {
        if (poses.size() != numbers.size()) {
            throw new IllegalArgumentException(
                    numbers.size() + " numbers are not those of " + poses.size() + " people");
        }
        remember(poses.stream().map(Pose::detections).toList(), numbers, true);
        next = numbers.stream().mapToInt(number -> number + 1).max().orElse(0);
    }

    private record Match(int pose, int person, int shared) {}

    /** The same numbers so far; what follows is not shared. */
    synchronized PersonIds copy() {
        PersonIds copy = new PersonIds();
        copy.owners.putAll(owners);
        copy.next = next;
        return copy;
    }

    /** The number of each person of a new grouping, in its order. */
    public synchronized List<Integer> follow(List<Pose> poses) {
        return follow(poses, true);
    }

    /** @param complete otherwise people who are missing may come back, and keep their numbers */
    synchronized List<Integer> follow(List<Pose> poses, boolean complete) {
        List<List<Integer>> members = poses.stream().map(Pose::detections).toList();
        List<Integer> ids = new ArrayList<>(Collections.nCopies(poses.size(), NONE));
        Set<Integer> taken = new HashSet<>();
        for (Match match : matches(members)) {
            if (ids.get(match.pose) == NONE && taken.add(match.person)) {
                ids.set(match.pose, match.person);
            }
        }
        for (int i = 0; i < ids.size(); i++) {
            if (ids.get(i) == NONE) {
                ids.set(i, next++);
            }
        }
        remember(members, ids, complete);
        return List.copyOf(ids);
    }

    private void remember(List<List<Integer>> members, List<Integer> numbers, boolean complete) {
        if (complete) {
            owners.clear();
        }
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            members.get(i).forEach(d -> owners.putIfAbsent(d, number));
        }
    }

    /** Everybody new with everybody earlier with whom it shares something, most first. */
    private List<Match> matches(List<List<Integer>> members) {
        List<Match> matches = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Map<Integer, Integer> shared = new HashMap<>();
            for (int d : members.get(i)) {
                Integer owner = owners.get(d);
                if (owner != null) {
                    shared.merge(owner, 1, Integer::sum);
                }
            }
            int pose = i;
            shared.forEach((person, count) -> matches.add(new Match(pose, person, count)));
        }
        matches.sort(Comparator.comparingInt(Match::shared)
                .reversed()
                .thenComparingInt(Match::person)
                .thenComparingInt(Match::pose));
        return matches;
    }
}
