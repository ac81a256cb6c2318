package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Line2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColouringTest {
    private static Line2D line(double x1, double y1, double x2, double y2) {
        return new Line2D.Double(x1, y1, x2, y2);
    }

    private static Shape person(double x, double y) {
        return new Shape(List.of(line(x, y, x, y + 10)));
    }

    @Test
    void linesThatCrossAreNotApart() {
        assertThat(Shape.distance(line(0, 0, 10, 10), line(0, 10, 10, 0))).isZero();
        // an end against the middle, both ways, and a point
        assertThat(Shape.distance(line(0, 0, 10, 0), line(5, 3, 5, 9))).isCloseTo(3, within(1e-9));
        assertThat(Shape.distance(line(5, 3, 5, 9), line(0, 0, 10, 0))).isCloseTo(3, within(1e-9));
        assertThat(Shape.distance(line(0, 0, 0, 0), line(3, 4, 3, 4))).isCloseTo(5, within(1e-9));
    }

    @Test
    void fewPeopleAllDiffer() {
        List<Shape> people = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            people.add(person(100 * i, 0));
        }
        assertThat(Arrays.stream(Colouring.of(people, 8)).distinct().count()).isEqualTo(8);
        assertThat(Colouring.of(List.of(), 8)).isEmpty();
        // of whom nothing can be drawn
        assertThat(Colouring.of(List.of(new Shape(List.of()), person(0, 0), new Shape(List.of())), 8))
                .doesNotHaveDuplicates();
    }

    /** A row in any order: each has two neighbours, so three colours are enough for a greedy colouring. */
    @Test
    void neighboursInARowNeverShareAColour() {
        long seed = 7;
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            places.add(i);
        }
        Collections.shuffle(places, new Random(seed));
        int[] colours = Colouring.of(places.stream().map(i -> person(10 * i, 0)).toList(), 3);
        int[] byPlace = new int[60];
        for (int i = 0; i < 60; i++) {
            byPlace[places.get(i)] = colours[i];
        }
        for (int i = 1; i < 60; i++) {
            assertThat(byPlace[i]).as("place %d", i).isNotEqualTo(byPlace[i - 1]);
        }
    }

    /** Two crowds of eight that overlap completely, far apart: each uses every colour once. */
    @Test
    void coloursAreUsedAgainFarAway() {
        List<Shape> people = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            double x = i % 2 == 0 ? 0 : 5000;
            people.add(new Shape(List.of(line(x + i, 0, x + 50 - i, 50))));
        }
        int[] colours = Colouring.of(people, 8);
        for (int crowd = 0; crowd < 2; crowd++) {
            List<Integer> own = new ArrayList<>();
            for (int i = crowd; i < 16; i += 2) {
                own.add(colours[i]);
            }
            assertThat(own).doesNotHaveDuplicates();
        }
    }

    /** More people in one place than colours, few enough for the search and too many. */
    @ParameterizedTest
    @ValueSource(ints = {120, 600})
    void theNearestDifferInACrowd(int size) {
        Random random = new Random(3);
        List<Shape> people = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            people.add(person(1000 * random.nextDouble(), 200 * random.nextDouble()));
        }
        int[] colours = Colouring.of(people, 8);
        for (int i = 0; i < people.size(); i++) {
            int nearest = -1;
            double least = Double.MAX_VALUE;
            for (int j = 0; j < people.size(); j++) {
                double apart = people.get(i).distance(people.get(j));
                if (j != i && apart < least) {
                    least = apart;
                    nearest = j;
                }
            }
            assertThat(colours[i]).as("person %d", i).isNotEqualTo(colours[nearest]);
        }
    }

    /** Against every colouring there is: nothing keeps people of one colour farther apart. */
    @Test
    void noColouringOfAFewPeopleIsBetter() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<Shape> people = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                people.add(person(100 * random.nextDouble(), 30 * random.nextDouble()));
            }
            double best = 0;
            int[] all = new int[8];
            for (int code = 0; code < 6561; code++) {
                for (int i = 0, rest = code; i < 8; i++, rest /= 3) {
                    all[i] = rest % 3;
                }
                best = Math.max(best, closest(people, all));
            }
            assertThat(closest(people, Colouring.of(people, 3)))
                    .as("seed %d", seed)
                    .isEqualTo(best);
        }
    }

    private static double closest(List<Shape> people, int[] colours) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < colours.length; i++) {
            for (int j = 0; j < i; j++) {
                if (colours[i] == colours[j]) {
                    least = Math.min(least, people.get(i).distance(people.get(j)));
                }
            }
        }
        return least;
    }
}
