package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.problem.Image;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the errors of a detector from images with both its candidates and the truth. A candidate belongs to a
 * person if it is within {@link #TOLERANCE} body sizes of their joint, as when costs are fitted; of several the one
 * with the highest score is the joint and the others are its duplicates. Everything else is a false detection, even if
 * annotators left out a joint. Classes have equally many members, and a class of fewer than {@link #FEW} takes the
 * numbers of all classes together.
 */
public final class DetectorEstimate {
    static final double TOLERANCE = 0.3;
    private static final int FEW = 20;
    private static final int PARTS = Mpii.BODY.size();
    private static final double[] IDEAL_EDGES = {-0.2, 0.05, 0.3, 0.6};
    private static final double MAX_MISSED = 0.98;

    /**
     * A true joint, and the candidates found for it.
     *
     * @param person unique over all images
     * @param size of the person over the longer side of the image
     * @param found candidates of it, the highest score first
     */
    private record TrueJoint(int person, int part, boolean visible, double size, List<Found> found) {}

    /** A candidate of a joint: how far off, in body sizes. */
    private record Found(double off, double score) {}

    /** A false detection. */
    private record Stray(int part, double score, boolean inside) {}

    /** The affinity of two candidates of one person. */
    private record Within(int limb, double leastScore, double affinity) {}

    /** The affinity of two others, of which so many are true detections. */
    private record Across(double ideal, int somebodys, double affinity) {}

    private int people;
    private final List<TrueJoint> trueJoints = new ArrayList<>();
    private final List<Stray> strays = new ArrayList<>();
    private final List<double[]> straysByPeople = new ArrayList<>();
    private final List<Within> within = new ArrayList<>();
    private final List<Across> across = new ArrayList<>();

    private DetectorEstimate() {}

    /** The model of the detector that saw these images, in {@link Mpii}'s parts. */
    static DetectorModel of(List<LabelledImage> pictures) {
        DetectorEstimate estimate = new DetectorEstimate();
        pictures.forEach(estimate::add);
        return estimate.model(pictures.size());
    }

    private void add(LabelledImage picture) {
        Evidence evidence = picture.evidence();
        Truth truth = picture.truth();
        Labels labels = new Labels(evidence, truth, Mpii.BODY, TOLERANCE);
        List<List<List<Found>>> found = new ArrayList<>();
        truth.people()
                .forEach(person -> found.add(IntStream.range(0, PARTS)
                        .mapToObj(p -> (List<Found>) new ArrayList<Found>())
                        .toList()));
        int nobodys = 0;
        for (int d = 0; d < evidence.candidates().size(); d++) {
            Candidate seen = evidence.candidates().get(d);
            int owner = labels.person(d);
            if (owner == Labels.NONE) {
                nobodys++;
                strays.add(new Stray(
                        seen.part(), seen.score(), truth.people().stream().anyMatch(p -> holds(p, seen))));
            } else {
                Person person = truth.people().get(owner);
                Joint joint = person.joints().get(seen.part());
                double off = Math.hypot(seen.x() - joint.x(), seen.y() - joint.y()) / BodySize.of(person);
                found.get(owner).get(seen.part()).add(new Found(off, seen.score()));
            }
        }
        straysByPeople.add(new double[] {truth.people().size(), nobodys});
        for (int g = 0; g < found.size(); g++) {
            Person person = truth.people().get(g);
            people++;
            for (int p = 0; p < PARTS; p++) {
                Mark mark = person.joints().get(p).mark();
                if (mark != Mark.ABSENT) {
                    List<Found> own = found.get(g).get(p);
                    own.sort(Comparator.comparingDouble((Found f) -> -f.score()));
                    trueJoints.add(new TrueJoint(people, p, mark == Mark.VISIBLE, share(person, truth.image()), own));
                }
            }
        }
        evidence.edges().forEach(edge -> addAffinities(edge, evidence, labels, new IdealField(truth)));
    }

    private void addAffinities(Edge edge, Evidence evidence, Labels labels, IdealField ideal) {
        int limb = Mpii.BODY.limbs().indexOf(new Limb(edge.a(), edge.b()));
        if (limb < 0 || edge.a() > edge.b()) {
            return;
        }
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        for (int i = 0; i < as.length; i++) {
            for (int j = 0; j < bs.length; j++) {
                Candidate a = evidence.candidates().get(as[i]);
                Candidate b = evidence.candidates().get(bs[j]);
                double affinity = edge.affinity()[i][j];
                int one = labels.person(as[i]);
                int other = labels.person(bs[j]);
                if (one == other && one != Labels.NONE) {
                    within.add(new Within(limb, Math.min(a.score(), b.score()), affinity));
                } else {
                    int somebodys = (one == Labels.NONE ? 0 : 1) + (other == Labels.NONE ? 0 : 1);
                    across.add(new Across(ideal.along(limb, a.x(), a.y(), b.x(), b.y()), somebodys, affinity));
                }
            }
        }
    }

    /** Size over the longer side of the image. */
    static double share(Person person, @Nullable Image image) {
        double side = image == null ? Double.NaN : Math.max(image.width(), image.height());
        return BodySize.of(person) / side;
    }

    private static boolean holds(Person person, Candidate seen) {
        Box box = person.box();
        return box != null
                && seen.x() >= box.left()
                && seen.x() <= box.left() + box.width()
                && seen.y() >= box.top()
                && seen.y() <= box.top() + box.height();
    }

    private DetectorModel model(int photos) {
        List<TrueJoint> hit =
                trueJoints.stream().filter(s -> !s.found().isEmpty()).toList();
        List<Found> first = hit.stream().map(s -> s.found().get(0)).toList();
        List<Found> rest = hit.stream().flatMap(s -> s.found().stream().skip(1)).toList();
        double[] sizeEdges = edges(trueJoints.stream().map(TrueJoint::size).toList(), 4);
        double[] scoreEdges = edges(first.stream().map(Found::score).toList(), 3);
        double[] crowdEdges = edges(straysByPeople.stream().map(s -> s[0]).toList(), 3);
        double[] sameEdges = edges(within.stream().map(Within::leastScore).toList(), 2);
        double[][] miss = new double[2][sizeEdges.length + 1];
        List<List<Quantiles>> score = new ArrayList<>();
        for (int v = 0; v < 2; v++) {
            boolean visible = v == 1;
            List<TrueJoint> marked =
                    trueJoints.stream().filter(s -> s.visible() == visible).toList();
            for (int c = 0; c <= sizeEdges.length; c++) {
                int own = c;
                miss[v][c] = missed(marked.stream()
                        .filter(s -> DetectorModel.classOf(s.size(), sizeEdges) == own)
                        .toList());
            }
            List<TrueJoint> foundOnes =
                    marked.stream().filter(s -> !s.found().isEmpty()).toList();
            score.add(classes(
                    foundOnes.isEmpty() ? hit : foundOnes,
                    s -> DetectorModel.classOf(s.size(), sizeEdges),
                    s -> s.found().get(0).score(),
                    sizeEdges.length + 1));
        }
        double all = missed(trueJoints);
        return new DetectorModel(
                photos,
                trueJoints.size(),
                sizeEdges,
                miss,
                perPart(p -> Quantiles.rounded(
                        missed(trueJoints.stream().filter(s -> s.part() == p).toList()) / all)),
                kinship(missing(trueJoints, miss, sizeEdges)),
                kinship(ranks(hit, sizeEdges)),
                score,
                scoreEdges,
                classes(first, f -> DetectorModel.classOf(f.score(), scoreEdges), Found::off, scoreEdges.length + 1),
                copies(hit),
                Quantiles.of(rest.stream().map(Found::score).toList()),
                Quantiles.of(rest.stream().map(Found::off).toList()),
                crowdEdges,
                classes(straysByPeople, s -> DetectorModel.classOf(s[0], crowdEdges), s -> s[1], crowdEdges.length + 1),
                perPart(p -> Quantiles.rounded(
                        strays.stream().filter(s -> s.part() == p).count() / (double) strays.size())),
                Quantiles.rounded(strays.stream().filter(Stray::inside).count() / (double) strays.size()),
                Quantiles.of(strays.stream().map(Stray::score).toList()),
                sameEdges,
                IntStream.range(0, PARTS - 1)
                        .mapToObj(limb -> classes(
                                within.stream().filter(w -> w.limb() == limb).toList(),
                                w -> DetectorModel.classOf(w.leastScore(), sameEdges),
                                Within::affinity,
                                sameEdges.length + 1))
                        .toList(),
                IDEAL_EDGES,
                IntStream.rangeClosed(0, 2).mapToObj(this::acrossBy).toList());
    }

    /**
     * Errors at the joints of one person are correlated: a person far away is missed altogether, or detected badly.
     * How often a joint must behave as its person does, instead of independently, to give the observed correlation: its
     * square root.
     *
     * @param value with mean 0 and variance 1 over all joints, those of one person standing together
     */
    private static double kinship(Map<TrueJoint, Double> value) {
        double sum = 0;
        int pairs = 0;
        List<TrueJoint> all = List.copyOf(value.keySet());
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1;
                    j < all.size() && all.get(j).person() == all.get(i).person();
                    j++) {
                sum += value.getOrDefault(all.get(i), 0.0) * value.getOrDefault(all.get(j), 0.0);
                pairs++;
            }
        }
        return Quantiles.rounded(Math.sqrt(Math.max(0, sum / Math.max(1, pairs))));
    }

    /** Missed or not, seen from what is usual for such a joint. */
    private static Map<TrueJoint, Double> missing(List<TrueJoint> trueJoints, double[][] miss, double[] sizeEdges) {
        Map<TrueJoint, Double> values = new LinkedHashMap<>();
        for (TrueJoint s : trueJoints) {
            double usual = miss[s.visible() ? 1 : 0][DetectorModel.classOf(s.size(), sizeEdges)];
            double spread = Math.sqrt(usual * (1 - usual));
            if (spread > 0) {
                values.put(s, ((s.found().isEmpty() ? 1 : 0) - usual) / spread);
            }
        }
        return values;
    }

    /** Where the score is among those of such joints, uniform between minus and plus the root of three. */
    private static Map<TrueJoint, Double> ranks(List<TrueJoint> hit, double[] sizeEdges) {
        Map<TrueJoint, Double> values = new LinkedHashMap<>();
        for (TrueJoint s : hit) {
            double[] alike = hit.stream()
                    .filter(o -> o.visible() == s.visible()
                            && DetectorModel.classOf(o.size(), sizeEdges) == DetectorModel.classOf(s.size(), sizeEdges))
                    .mapToDouble(o -> o.found().get(0).score())
                    .toArray();
            double own = s.found().get(0).score();
            double below = Arrays.stream(alike).filter(v -> v < own).count();
            values.put(s, Math.sqrt(3) * (2 * (below + 0.5) / alike.length - 1));
        }
        return values;
    }

    private List<Quantiles> acrossBy(int somebodys) {
        return classes(
                across.stream().filter(a -> a.somebodys() == somebodys).toList(),
                a -> DetectorModel.classOf(a.ideal(), IDEAL_EDGES),
                Across::affinity,
                IDEAL_EDGES.length + 1);
    }

    /** Shares of joints found once, twice, three times or more. */
    private static double[] copies(List<TrueJoint> hit) {
        double[] shares = new double[3];
        hit.forEach(s -> shares[Math.min(3, s.found().size()) - 1]++);
        for (int i = 0; i < shares.length; i++) {
            shares[i] = Quantiles.rounded(shares[i] / hit.size());
        }
        return shares;
    }

    private static double missed(List<TrueJoint> trueJoints) {
        long missed = trueJoints.stream().filter(s -> s.found().isEmpty()).count();
        return Quantiles.rounded(Math.min(MAX_MISSED, missed / (double) Math.max(1, trueJoints.size())));
    }

    private static double[] perPart(IntToDoubleFunction value) {
        return IntStream.range(0, PARTS).mapToDouble(value).toArray();
    }

    /** Edges between classes that hold equally many values. */
    private static double[] edges(List<Double> values, int classes) {
        List<Double> sorted = values.stream().sorted().toList();
        return IntStream.range(1, classes)
                .mapToDouble(c -> Quantiles.rounded(sorted.get(c * sorted.size() / classes)))
                .toArray();
    }

    private static <T> List<Quantiles> classes(
            List<T> members, ToIntFunction<T> classOf, ToDoubleFunction<T> value, int classes) {
        List<Double> all = members.stream().map(value::applyAsDouble).toList();
        List<Quantiles> result = new ArrayList<>();
        for (int c = 0; c < classes; c++) {
            int own = c;
            List<Double> values = members.stream()
                    .filter(m -> classOf.applyAsInt(m) == own)
                    .map(value::applyAsDouble)
                    .toList();
            result.add(Quantiles.of(values.size() < FEW ? all : values));
        }
        return result;
    }
}
