package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Average precision and recall of people by COCO's rules for keypoints: in each image the 20 people with the highest
 * scores are matched, best score first, each with the most similar person who is still free; over all images precision
 * is read at 101 levels of recall; and the mean is taken over ten thresholds of similarity.
 *
 * <p>Crowd regions and people without marked joints are to be <em>ignored</em>: they need not be found, and a match with one
 * counts neither as correct nor as wrong. A crowd may be matched any number of times. People of all areas count.
 */
public final class KeypointAp {
    /** People of one image that are considered. */
    public static final int MAX_FOUND = 20;

    private static final double[] THRESHOLDS = {0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95};
    private static final int RECALL_LEVELS = 101;

    /** The usual figures, from 0 to 1; NaN where there are no people to find. */
    public record Figures(double ap, double ap50, double ap75, double ar) {}

    /** One person found, judged at each threshold. */
    record Judged(double score, boolean[] right, boolean[] ignored) {}

    /**
     * One image, judged.
     *
     * @param people how many there are to find
     */
    public record MatchedImage(List<Judged> judged, int people) {}

    private KeypointAp() {}

    /** Matches the people of one image, which no other image has a say in. */
    public static MatchedImage judge(EvaluatedImage image, Oks oks) {
        List<Found> found = image.found().stream()
                .sorted(Comparator.comparingDouble((Found f) -> -f.score()))
                .limit(MAX_FOUND)
                .toList();
        List<Person> people = image.truth().people().stream()
                .sorted(Comparator.comparing(KeypointAp::ignored))
                .toList();
        double[][] similarity = new double[found.size()][people.size()];
        for (int f = 0; f < found.size(); f++) {
            for (int g = 0; g < people.size(); g++) {
                similarity[f][g] = oks.similarity(people.get(g), found.get(f));
            }
        }
        List<Judged> judged = new ArrayList<>();
        for (Found one : found) {
            judged.add(new Judged(one.score(), new boolean[THRESHOLDS.length], new boolean[THRESHOLDS.length]));
        }
        for (int t = 0; t < THRESHOLDS.length; t++) {
            match(people, similarity, t, judged);
        }
        int sought = (int) people.stream().filter(person -> !ignored(person)).count();
        return new MatchedImage(judged, sought);
    }

    private static void match(List<Person> people, double[][] similarity, int t, List<Judged> judged) {
        boolean[] taken = new boolean[people.size()];
        for (int f = 0; f < similarity.length; f++) {
            int best = bestFree(similarity[f], people, taken, THRESHOLDS[t]);
            if (best >= 0) {
                taken[best] = !people.get(best).crowd();
                boolean ignored = ignored(people.get(best));
                judged.get(f).ignored()[t] = ignored;
                judged.get(f).right()[t] = !ignored;
            }
        }
    }

    /** The most similar person still free; one to be ignored only where no other is similar enough. */
    private static int bestFree(double[] similarity, List<Person> people, boolean[] taken, double threshold) {
        int best = -1;
        double most = threshold;
        for (int g = 0; g < similarity.length; g++) {
            if (best >= 0 && !ignored(people.get(best)) && ignored(people.get(g))) {
                break;
            }
            if (!taken[g] && similarity[g] >= most) {
                most = similarity[g];
                best = g;
            }
        }
        return best;
    }

    private static boolean ignored(Person person) {
        return person.crowd() || person.marked() == 0;
    }

    /** The figures of images already judged; an image may be there several times. */
    public static Figures figures(List<MatchedImage> images) {
        int people = 0;
        List<Judged> all = new ArrayList<>();
        for (MatchedImage image : images) {
            people += image.people();
            all.addAll(image.judged());
        }
        if (people == 0) {
            return new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        all.sort(Comparator.comparingDouble(one -> -one.score()));
        double[] precision = new double[THRESHOLDS.length];
        double[] recall = new double[THRESHOLDS.length];
        for (int t = 0; t < THRESHOLDS.length; t++) {
            readCurve(all, people, t, precision, recall);
        }
        return new Figures(mean(precision), precision[0], precision[5], mean(recall));
    }

    /** How many people there are, how many were found, and how many of these are similar to one of them, from 0.5 on. */
    public static JointAccuracy.Count count(List<MatchedImage> images) {
        int people = 0;
        int found = 0;
        int right = 0;
        for (MatchedImage image : images) {
            people += image.people();
            for (Judged one : image.judged()) {
                found += one.ignored()[0] ? 0 : 1;
                right += one.right()[0] ? 1 : 0;
            }
        }
        return new JointAccuracy.Count(people, found, right);
    }

    private static void readCurve(List<Judged> all, int people, int t, double[] precision, double[] recall) {
        double[] recalls = new double[all.size()];
        double[] precisions = new double[all.size()];
        int right = 0;
        int counted = 0;
        int size = 0;
        for (Judged one : all) {
            if (one.ignored()[t]) {
                continue;
            }
            counted++;
            right += one.right()[t] ? 1 : 0;
            recalls[size] = right / (double) people;
            precisions[size++] = right / (double) counted;
        }
        for (int i = size - 2; i >= 0; i--) {
            precisions[i] = Math.max(precisions[i], precisions[i + 1]);
        }
        double sum = 0;
        int at = 0;
        for (int level = 0; level < RECALL_LEVELS; level++) {
            while (at < size && recalls[at] < level / (RECALL_LEVELS - 1.0)) {
                at++;
            }
            sum += at < size ? precisions[at] : 0;
        }
        precision[t] = sum / RECALL_LEVELS;
        recall[t] = size == 0 ? 0 : recalls[size - 1];
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
