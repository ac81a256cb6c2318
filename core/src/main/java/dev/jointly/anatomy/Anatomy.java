package dev.jointly.anatomy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The parts R of a person, its major parts R', and its limbs, which form a spanning tree over the parts. Parts are
 * addressed by their position in {@link #parts()}.
 *
 * @param majors positions of the major parts, ascending; a skeleton is <em>led</em> by the first of them it has
 * @param limbs pairs of positions, smaller first, in ascending order
 */
public record Anatomy(String name, List<String> parts, List<Integer> majors, List<Limb> limbs) {

    /** More majors than this would make the conditioning of the dynamic program too wide. */
    public static final int MAX_MAJORS = 3;

    /** An edge of the tree: two parts that are joined. */
    public record Limb(int a, int b) implements Comparable<Limb> {
        public Limb {
            if (a > b) {
                int swap = a;
                a = b;
                b = swap;
            }
        }

        @Override
        public int compareTo(Limb other) {
            return a != other.a ? Integer.compare(a, other.a) : Integer.compare(b, other.b);
        }
    }

    public Anatomy {
        parts = List.copyOf(parts);
        majors = majors.stream().sorted().toList();
        limbs = limbs.stream().sorted().toList();
        checkParts(parts);
        checkMajors(parts, majors);
        checkTree(parts, limbs);
    }

    /** An anatomy given by names, as in files. */
    public static Anatomy of(String name, List<String> parts, List<String> majors, List<List<String>> limbs) {
        List<Limb> edges = new ArrayList<>();
        for (List<String> limb : limbs) {
            if (limb.size() != 2) {
                throw new IllegalArgumentException("limb " + limb + " must name exactly two parts");
            }
            edges.add(new Limb(position(parts, limb.get(0)), position(parts, limb.get(1))));
        }
        return new Anatomy(
                name, parts, majors.stream().map(m -> position(parts, m)).toList(), edges);
    }

    public int size() {
        return parts.size();
    }

    public boolean isMajor(int part) {
        return majors.contains(part);
    }

    /**
     * The detection that leads a skeleton: that of the first major part which it has; empty where it has none.
     *
     * @param global part to detection
     */
    public Optional<Integer> lead(Map<Integer, Integer> global) {
        return majors.stream().map(global::get).filter(Objects::nonNull).findFirst();
    }

    public boolean isLimb(int a, int b) {
        // called for every pair of a problem, so it allocates nothing
        for (Limb limb : limbs) {
            if (limb.a == Math.min(a, b) && limb.b == Math.max(a, b)) {
                return true;
            }
        }
        return false;
    }

    /** Whether detections of these two parts may have a pair cost in this anatomy. */
    public boolean mayPair(int a, int b) {
        return a == b || isMajor(a) || isMajor(b) || isLimb(a, b);
    }

    /** Position of a part; an unknown name is an error that lists the parts. */
    public int partNamed(String part) {
        return position(parts, part);
    }

    private static int position(List<String> parts, String part) {
        int position = parts.indexOf(part);
        if (position < 0) {
            throw new IllegalArgumentException("unknown part \"" + part + "\"; the parts are " + parts);
        }
        return position;
    }

    private static void checkParts(List<String> parts) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("an anatomy needs at least one part");
        }
        Set<String> seen = new HashSet<>();
        for (String part : parts) {
            if (part.isEmpty() || part.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        "part name \"" + part + "\" must be non-empty and free of control characters");
            }
            if (!seen.add(part)) {
                throw new IllegalArgumentException("part \"" + part + "\" is listed twice");
            }
        }
    }

    private static void checkMajors(List<String> parts, List<Integer> majors) {
        if (majors.isEmpty() || majors.size() > MAX_MAJORS) {
            throw new IllegalArgumentException(
                    "expected 1 to " + MAX_MAJORS + " major parts but found " + majors.size());
        }
        for (int i = 0; i < majors.size(); i++) {
            int major = majors.get(i);
            if (major < 0 || major >= parts.size()) {
                throw new IllegalArgumentException("major part " + major + " is not a position in " + parts);
            }
            if (i > 0 && majors.get(i - 1) == major) {
                throw new IllegalArgumentException("major part \"" + parts.get(major) + "\" is listed twice");
            }
        }
    }

    private static void checkTree(List<String> parts, List<Limb> limbs) {
        int[] root = new int[parts.size()];
        Arrays.setAll(root, i -> i);
        for (Limb limb : limbs) {
            if (limb.a() < 0 || limb.b() >= parts.size()) {
                throw new IllegalArgumentException("limb " + limb + " names a position outside " + parts);
            }
            int a = find(root, limb.a());
            int b = find(root, limb.b());
            if (a == b) {
                throw new IllegalArgumentException("limb \"" + parts.get(limb.a()) + "\"-\"" + parts.get(limb.b())
                        + "\" closes a cycle; limbs must form a tree");
            }
            root[a] = b;
        }
        if (limbs.size() != parts.size() - 1) {
            throw new IllegalArgumentException("expected " + (parts.size() - 1) + " limbs joining all " + parts.size()
                    + " parts into one tree but found " + limbs.size());
        }
    }

    private static int find(int[] root, int i) {
        int at = i;
        while (root[at] != at) {
            at = root[at];
        }
        return at;
    }
}
