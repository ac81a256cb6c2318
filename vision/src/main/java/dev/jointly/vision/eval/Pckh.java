package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Mean average precision of joints in the style of MPII's PCKh: a joint is right within half a head of where it is. In
 * each image people found and true people are matched one to one, those with the most right joints first. Then, for
 * each part, joints are ranked by the score of their person over all images, and the precision is averaged over the
 * recall of each right one; the mean is over parts. COCO annotates no heads, so a head is {@value #HEAD} of the body's
 * size.
 */
public final class Pckh {
    private static final double HEAD = 0.3;

    private record Ranked(double score, boolean right) {}

    private Pckh() {}

    /** From 0 to 1; NaN where no joint is marked. */
    public static double meanAp(List<EvaluatedImage> evaluated) {
        if (evaluated.isEmpty()) {
            return Double.NaN;
        }
        int parts = evaluated.get(0).truth().parts().size();
        List<List<Ranked>> ranked = new ArrayList<>();
        int[] marked = new int[parts];
        for (int p = 0; p < parts; p++) {
            ranked.add(new ArrayList<>());
        }
        for (EvaluatedImage image : evaluated) {
            judge(image, ranked, marked);
        }
        double sum = 0;
        int count = 0;
        for (int p = 0; p < parts; p++) {
            if (marked[p] > 0) {
                sum += ap(ranked.get(p), marked[p]);
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }

    private static void judge(EvaluatedImage image, List<List<Ranked>> ranked, int[] marked) {
        List<Person> people = image.truth().people().stream()
                .filter(person -> !person.crowd())
                .toList();
        for (Person person : people) {
            for (int p = 0; p < marked.length; p++) {
                marked[p] += person.joints().get(p).mark() == Mark.ABSENT ? 0 : 1;
            }
        }
        int[] match = match(image.found(), people, marked.length);
        for (int f = 0; f < match.length; f++) {
            Found found = image.found().get(f);
            for (int p = 0; p < marked.length; p++) {
                if (found.has(p)) {
                    boolean right = match[f] >= 0 && right(found, people.get(match[f]), p);
                    ranked.get(p).add(new Ranked(found.score(), right));
                }
            }
        }
    }

    private record Pair(int found, int person, int right) {}

    private static int[] match(List<Found> found, List<Person> people, int parts) {
        List<Pair> pairs = new ArrayList<>();
        for (int f = 0; f < found.size(); f++) {
            for (int g = 0; g < people.size(); g++) {
                int right = 0;
                for (int p = 0; p < parts; p++) {
                    right += right(found.get(f), people.get(g), p) ? 1 : 0;
                }
                pairs.add(new Pair(f, g, right));
            }
        }
        pairs.sort(Comparator.comparingInt(Pair::right).reversed());
        int[] match = new int[found.size()];
        Arrays.fill(match, -1);
        boolean[] taken = new boolean[people.size()];
        for (Pair pair : pairs) {
            if (match[pair.found()] < 0 && !taken[pair.person()] && pair.right() > 0) {
                match[pair.found()] = pair.person();
                taken[pair.person()] = true;
            }
        }
        return match;
    }

    private static boolean right(Found found, Person person, int p) {
        Joint joint = person.joints().get(p);
        return found.has(p)
                && joint.mark() != Mark.ABSENT
                && Math.hypot(found.x()[p] - joint.x(), found.y()[p] - joint.y()) <= 0.5 * HEAD * BodySize.of(person);
    }

    private static double ap(List<Ranked> ranked, int marked) {
        List<Ranked> sorted = new ArrayList<>(ranked);
        sorted.sort(Comparator.comparingDouble(one -> -one.score()));
        double[] precision = new double[sorted.size()];
        int right = 0;
        for (int i = 0; i < precision.length; i++) {
            right += sorted.get(i).right() ? 1 : 0;
            precision[i] = right / (i + 1.0);
        }
        double sum = 0;
        double best = 0;
        for (int i = precision.length - 1; i >= 0; i--) {
            best = Math.max(best, precision[i]);
            sum += sorted.get(i).right() ? best : 0;
        }
        return sum / marked;
    }
}
