package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Labels;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds absurd people: those with a link longer than that of nearly everybody. A link is a limb, or two parts with only
 * missing ones between them on the tree of limbs. Its length is measured in the person's own scale, the median of the
 * person's other links, each divided by what is usual for its parts; a person of fewer than three links has none. A link is
 * too long if it is longer than the 99.9 % quantile of the same parts of annotated people, measured likewise.
 */
public final class Stretch {
    private static final double QUANTILE = 0.999;

    /** Fewer other links are no consensus on a scale. */
    private static final int LEAST_OTHERS = 2;

    /**
     * Two parts of a person, farther apart than those of nearly everybody.
     *
     * @param times by how much: distance over the quantile, above 1
     */
    public record TooLong(int a, int b, double times) {}

    private final Anatomy anatomy;
    private final Limb[] pairs;
    /** Of each pair of parts: the parts between them. */
    private final int[][] between;
    /** Of each pair of parts: median distance in body sizes, and the quantile in scales of the person. */
    private final double[] usual;

    private final double[] limit;

    private Stretch(Anatomy anatomy) {
        this.anatomy = anatomy;
        List<Limb> all = new ArrayList<>();
        for (int p = 0; p < anatomy.size(); p++) {
            for (int q = p + 1; q < anatomy.size(); q++) {
                all.add(new Limb(p, q));
            }
        }
        pairs = all.toArray(Limb[]::new);
        between = all.stream().map(this::between).toArray(int[][]::new);
        usual = new double[pairs.length];
        limit = new double[pairs.length];
    }

    /** The limits that these annotated people keep; parts of no two annotated joints have none. */
    public static Stretch of(Anatomy anatomy, List<Truth> truths) {
        Stretch stretch = new Stretch(anatomy);
        List<Found> people = new ArrayList<>();
        List<Double> sizes = new ArrayList<>();
        for (Truth truth : truths) {
            Joint[][] joints = Labels.joints(truth, anatomy);
            for (int g = 0; g < joints.length; g++) {
                people.add(found(joints[g]));
                sizes.add(BodySize.of(truth.people().get(g)));
            }
        }
        for (int i = 0; i < stretch.pairs.length; i++) {
            stretch.usual[i] = stretch.usual(i, people, sizes);
        }
        List<List<Double>> lengths = new ArrayList<>();
        Arrays.stream(stretch.pairs).forEach(pair -> lengths.add(new ArrayList<>()));
        for (Found person : people) {
            double[] ratios = stretch.ratios(person);
            double[] links = sorted(ratios);
            for (int i = 0; i < lengths.size(); i++) {
                double own = stretch.ratio(person, i);
                double others = others(links, ratios[i]);
                if (own >= 0 && others > 0) {
                    lengths.get(i).add(own / others);
                }
            }
        }
        for (int i = 0; i < lengths.size(); i++) {
            stretch.limit[i] = quantile(lengths.get(i), QUANTILE);
        }
        return stretch;
    }

    /** The links of a person, in the parts of the anatomy, that are too long. */
    public List<TooLong> tooLong(Found person) {
        double[] ratios = ratios(person);
        double[] links = sorted(ratios);
        List<TooLong> found = new ArrayList<>();
        for (int i = 0; i < pairs.length; i++) {
            double times = ratios[i] / (others(links, ratios[i]) * limit[i]);
            if (times > 1) {
                found.add(new TooLong(pairs[i].a(), pairs[i].b(), times));
            }
        }
        return found;
    }

    private static Found found(Joint[] joints) {
        return new Found(
                Arrays.stream(joints)
                        .mapToDouble(joint -> joint.mark() == Mark.ABSENT ? Double.NaN : joint.x())
                        .toArray(),
                Arrays.stream(joints)
                        .mapToDouble(joint -> joint.mark() == Mark.ABSENT ? Double.NaN : joint.y())
                        .toArray(),
                0);
    }

    private double usual(int pair, List<Found> people, List<Double> sizes) {
        List<Double> lengths = new ArrayList<>();
        for (int g = 0; g < people.size(); g++) {
            double distance = distance(people.get(g), pair);
            if (distance >= 0 && sizes.get(g) > 0) {
                lengths.add(distance / sizes.get(g));
            }
        }
        return quantile(lengths, 0.5);
    }

    /** Length over usual length of each pair of parts that is a link, NaN for the others. */
    private double[] ratios(Found person) {
        double[] ratios = new double[pairs.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = Arrays.stream(between[i]).noneMatch(person::has) ? ratio(person, i) : Double.NaN;
        }
        return ratios;
    }

    private double ratio(Found person, int pair) {
        return distance(person, pair) / usual[pair];
    }

    /** NaN if one of the joints is missing. */
    private double distance(Found person, int pair) {
        int a = pairs[pair].a();
        int b = pairs[pair].b();
        return Math.hypot(person.x()[a] - person.x()[b], person.y()[a] - person.y()[b]);
    }

    /** The person's scale by the links besides one; NaN if they are too few. */
    private static double others(double[] links, double own) {
        int at = Arrays.binarySearch(links, own);
        int size = at < 0 ? links.length : links.length - 1;
        int middle = (size - 1) / 2;
        return size < LEAST_OTHERS ? Double.NaN : links[at >= 0 && middle >= at ? middle + 1 : middle];
    }

    private static double[] sorted(double[] ratios) {
        return Arrays.stream(ratios).filter(ratio -> ratio >= 0).sorted().toArray();
    }

    /** NaN of nothing. */
    private static double quantile(List<Double> sample, double share) {
        double[] sorted =
                sample.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private int[] between(Limb parts) {
        List<Integer> path = new ArrayList<>();
        walk(parts.a(), parts.b(), -1, path);
        return path.stream()
                .mapToInt(Integer::intValue)
                .filter(p -> p != parts.a() && p != parts.b())
                .toArray();
    }

    /** Whether a part is below another on the tree; if so, the way there. */
    private boolean walk(int from, int to, int before, List<Integer> path) {
        boolean reached = from == to;
        for (Limb limb : anatomy.limbs()) {
            int next = limb.a() == from ? limb.b() : limb.b() == from ? limb.a() : before;
            reached |= next != before && walk(next, to, from, path);
        }
        if (reached) {
            path.add(from);
        }
        return reached;
    }
}
