package dev.jointly.bench.annotator;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The people an annotator wants to see: as much of the labelled people as the detections allow. A person needs a detection of a
 * major part, and no two of its joints may be forbidden in one pose. Major parts are taken first, then part by part outwards, of
 * several detections of one joint the cheapest that is not forbidden with those before.
 *
 * @param people of each labelled person: part to a detection of its joint; these joints are called groupable
 * @param withoutMajor joints that have a detection, of people who have none of a major part
 * @param forbidden joints whose detections may not be in one pose with the others of their person
 * @param unmatched where detections of nobody are wrong
 */
public record Target(
        TrueOwners owners,
        List<SortedMap<Integer, Integer>> people,
        int withoutMajor,
        int forbidden,
        Unmatched unmatched) {
    public Target {
        people = List.copyOf(people);
    }

    /** Of the pins of a problem nothing is known here. */
    public static Target of(Problem problem, TrueOwners owners, Unmatched unmatched) {
        List<SortedMap<Integer, Integer>> people = new ArrayList<>();
        int withoutMajor = 0;
        int forbidden = 0;
        for (int g = 0; g < owners.people(); g++) {
            SortedMap<Integer, List<Integer>> found = found(problem, owners, g);
            SortedMap<Integer, Integer> person = new TreeMap<>();
            if (found.keySet().stream().noneMatch(problem.anatomy()::isMajor)) {
                withoutMajor += found.size();
            } else {
                for (int part : outwards(problem.anatomy())) {
                    found.getOrDefault(part, List.of()).stream()
                            .filter(d -> mayJoin(problem, d, person.values()))
                            .findFirst()
                            .ifPresent(d -> person.put(part, d));
                }
                forbidden += found.size() - person.size();
            }
            people.add(person);
        }
        return new Target(owners, people, withoutMajor, forbidden, unmatched);
    }

    /** How many joints can be got right. */
    public int groupable() {
        return people.stream().mapToInt(person -> person.size()).sum();
    }

    /** Whether the part of this person is among them. */
    boolean wants(int person, int part) {
        return people.get(person).containsKey(part);
    }

    /** The detection that stands for a person: that of the first major part; empty for people who are not wanted. */
    Optional<Integer> lead(Anatomy anatomy, int person) {
        return anatomy.lead(people.get(person));
    }

    /** Part to detections of a person's joint, the cheapest first. */
    private static SortedMap<Integer, List<Integer>> found(Problem problem, TrueOwners owners, int person) {
        SortedMap<Integer, List<Integer>> found = new TreeMap<>();
        IntStream.range(0, problem.size())
                .filter(d -> owners.of(d) == person)
                .boxed()
                .sorted(Comparator.comparingLong(problem::cost))
                .forEach(d -> found.computeIfAbsent(problem.part(d), p -> new ArrayList<>())
                        .add(d));
        return found;
    }

    private static boolean mayJoin(Problem problem, int d, Collection<Integer> person) {
        return person.stream()
                .noneMatch(e -> problem.anatomy().mayPair(problem.part(d), problem.part(e))
                        && problem.pairs().cost(d, e) == PairCosts.FORBIDDEN);
    }

    /** Major parts, then their neighbours, and so on. */
    private static Set<Integer> outwards(Anatomy anatomy) {
        Set<Integer> parts = new LinkedHashSet<>(anatomy.majors());
        while (parts.size() < anatomy.size()) {
            for (Limb limb : anatomy.limbs()) {
                if (parts.contains(limb.a()) != parts.contains(limb.b())) {
                    parts.add(limb.a());
                    parts.add(limb.b());
                }
            }
        }
        return parts;
    }
}
