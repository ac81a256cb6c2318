package dev.jointly.vision.eval;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** People of two joints, "head" and "foot", 100 apart, with area 10,000: similarity exp(-d^2 / 20000 k^2). */
final class Cast {
    static final List<String> PARTS = List.of("head", "foot");

    /** k = 2 sigma = 0.1, so that a joint 10 pixels off is worth exp(-1/2). */
    static final Oks OKS = new Oks(0.05, 0.05);

    private Cast() {}

    static Person person(double x) {
        return person(x, 10_000, false);
    }

    static Person person(double x, double area, boolean crowd) {
        return new Person(
                List.of(new Joint(x, 0, Mark.VISIBLE), new Joint(x, 100, Mark.HIDDEN)),
                new Box(x - 50, 0, 100, 100),
                area,
                crowd);
    }

    /** Only a box, from x - 50 to x + 50 and 0 to 100. */
    static Person unmarked(double x) {
        return new Person(
                List.of(new Joint(0, 0, Mark.ABSENT), new Joint(0, 0, Mark.ABSENT)),
                new Box(x - 50, 0, 100, 100),
                10_000,
                false);
    }

    static Found found(double x, double score) {
        return new Found(new double[] {x, x}, new double[] {0, 100}, score);
    }

    static EvaluatedImage scene(List<Person> people, Found... found) {
        return new EvaluatedImage(new Truth("scene", null, PARTS, people), Arrays.asList(found));
    }

    /** As many people in a row, found exactly. */
    static EvaluatedImage perfect(int people) {
        return scene(
                IntStream.range(0, people).mapToObj(i -> person(300 * i)).toList(),
                IntStream.range(0, people)
                        .mapToObj(i -> found(300 * i, 1.0 / (i + 1)))
                        .toArray(Found[]::new));
    }
}
