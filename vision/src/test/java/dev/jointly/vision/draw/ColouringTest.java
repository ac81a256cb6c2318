package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.draw.Canvas.Spot;
import dev.jointly.vision.draw.Colouring.Line;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColouringTest {
    private static Line line(double x1, double y1, double x2, double y2) {
        return new Line(new Spot(x1, y1), new Spot(x2, y2));
    }

    private static List<Line> person(double x, double y) {
        return List.of(line(x, y, x, y + 10));
    }

    @Test
    void linesThatCrossAreNotApart() {
        assertThat(line(0, 0, 10, 10).distance(line(0, 10, 10, 0))).isZero();
        // an end against the middle, both ways, and a point
        assertThat(line(0, 0, 10, 0).distance(line(5, 3, 5, 9))).isCloseTo(3, within(1e-9));
        assertThat(line(5, 3, 5, 9).distance(line(0, 0, 10, 0))).isCloseTo(3, within(1e-9));
        assertThat(line(0, 0, 0, 0).distance(line(3, 4, 3, 4))).isCloseTo(5, within(1e-9));
    }

    @Test
    void fewPeopleAllDiffer() {
        List<List<Line>> people = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            people.add(person(100 * i, 0));
        }
        assertThat(Arrays.stream(Colouring.of(people, 8)).distinct().count()).isEqualTo(8);
        assertThat(Colouring.of(List.of(), 8)).isEmpty();
        // of whom nothing can be drawn
        assertThat(Colouring.of(List.of(List.of(), person(0, 0), List.of()), 8)).doesNotHaveDuplicates();
    }

    /** A row in any order: each has two neighbours, so three colours are enough for a greedy colouring. */
    @Test
    void neighboursInARowNeverShareAColour() {
        long seed = 7;
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            places.add(i);
        }
        java.util.Collections.shuffle(places, new Random(seed));
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
        List<List<Line>> people = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            double x = i % 2 == 0 ? 0 : 5000;
            people.add(List.of(line(x + i, 0, x + 50 - i, 50)));
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

    /** More people in one place than colours: the nearest still differ. */
    @Test
    void theNearestDifferInACrowd() {
        Random random = new Random(3);
        List<List<Line>> people = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            people.add(person(1000 * random.nextDouble(), 200 * random.nextDouble()));
        }
        int[] colours = Colouring.of(people, 8);
        for (int i = 0; i < people.size(); i++) {
            int nearest = -1;
            double least = Double.MAX_VALUE;
            for (int j = 0; j < people.size(); j++) {
                double apart = people.get(i).get(0).distance(people.get(j).get(0));
                if (j != i && apart < least) {
                    least = apart;
                    nearest = j;
                }
            }
            assertThat(colours[i]).as("person %d", i).isNotEqualTo(colours[nearest]);
        }
    }
}
