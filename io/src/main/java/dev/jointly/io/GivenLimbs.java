package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Limbs listed by the user instead of chosen from detections, so that they are the same for all files.
 *
 * <p>Pairs are taken in the order of the list. A pair that joins no two parts of the animal, or closes a cycle with pairs
 * before it, is ignored and reported. The limbs that are left must join all parts.
 */
public final class GivenLimbs {
    private final List<String> parts;
    private final List<Limb> limbs = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();

    private GivenLimbs(List<String> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * The limbs among these pairs.
     *
     * @param parts all of which are to be joined
     * @param pairs names of two parts each
     * @throws BadInputException when the pairs do not join all parts; it does not say where they were listed
     */
    public static GivenLimbs of(List<String> parts, List<List<String>> pairs) {
        GivenLimbs given = new GivenLimbs(parts);
        int[] tree = IntStream.range(0, parts.size()).toArray();
        for (List<String> pair : pairs) {
            given.take(pair, tree);
        }
        List<String> loose = IntStream.range(0, parts.size())
                .filter(part -> tree[part] != tree[0])
                .mapToObj(parts::get)
                .toList();
        if (!loose.isEmpty()) {
            throw new BadInputException("found no pairs that join "
                    + Excerpt.of(String.join(", ", loose))
                    + " with "
                    + Excerpt.of(parts.get(0))
                    + " but expected a skeleton that joins all "
                    + parts.size()
                    + " parts");
        }
        return given;
    }

    /**
     * The two names of a pair like {@code snout-leftear}. Names may contain a hyphen themselves.
     *
     * @param known names of all parts
     */
    public static List<String> pair(String text, List<String> known) {
        List<List<String>> readings = new ArrayList<>();
        for (int at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
            String a = text.substring(0, at).strip();
            String b = text.substring(at + 1).strip();
            if (known.contains(a) && known.contains(b)) {
                readings.add(List.of(a, b));
            }
        }
        if (readings.size() != 1) {
            throw new BadInputException("found " + Excerpt.quoted(text) + " but expected two of the parts "
                    + Excerpt.of(String.join(", ", known)) + " with one hyphen between them");
        }
        return readings.get(0);
    }

    private void take(List<String> pair, int[] tree) {
        String shown = Excerpt.of(String.join("-", pair));
        int a = pair.size() == 2 ? parts.indexOf(pair.get(0)) : -1;
        int b = pair.size() == 2 ? parts.indexOf(pair.get(1)) : -1;
        if (a < 0 || b < 0) {
            ignored.add(shown + ", which are not two parts of an animal");
        } else if (tree[a] == tree[b]) {
            ignored.add(shown + ", which closes a cycle");
        } else {
            limbs.add(new Limb(a, b));
            int from = tree[b];
            Arrays.setAll(tree, part -> tree[part] == from ? tree[a] : tree[part]);
        }
    }

    /** The pairs that are no limbs, each with the reason: "a-b, which closes a cycle". */
    public List<String> ignored() {
        return List.copyOf(ignored);
    }

    /**
     * The anatomy of these limbs.
     *
     * @param majors names of the major parts; empty for the centre of the skeleton
     * @throws IllegalArgumentException when a major part is unknown
     */
    public Anatomy anatomy(String name, List<String> majors) {
        Anatomy centred = new Anatomy(name, parts, List.of(centre()), limbs);
        return majors.isEmpty()
                ? centred
                : new Anatomy(
                        name,
                        parts,
                        List.copyOf(new TreeSet<>(
                                majors.stream().map(centred::partNamed).toList())),
                        limbs);
    }

    /** The first of the parts that are, in limbs, nearest to all others together. */
    private int centre() {
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int part = 0; part < parts.size(); part++) {
            int sum = Arrays.stream(distances(part)).sum();
            if (sum < least) {
                least = sum;
                best = part;
            }
        }
        return best;
    }

    private int[] distances(int from) {
        int[] distance = new int[parts.size()];
        Arrays.fill(distance, -1);
        distance[from] = 0;
        Deque<Integer> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            int at = open.remove();
            for (Limb limb : limbs) {
                int next = limb.a() == at ? limb.b() : limb.b() == at ? limb.a() : at;
                if (distance[next] < 0) {
                    distance[next] = distance[at] + 1;
                    open.add(next);
                }
            }
        }
        return distance;
    }
}
