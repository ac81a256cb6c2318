package dev.jointly.vision.draw;

import dev.jointly.vision.draw.Canvas.Spot;
import java.awt.geom.Line2D;
import java.util.Arrays;
import java.util.List;

/**
 * Gives each person one of a few colours so that people of the same colour are far apart. A greedy colouring of a graph of
 * neighbours that needs no threshold for who is a neighbour: a person gets the colour whose nearest user is farthest,
 * and people with the least choice come first. As long as a colour is free among the neighbours, none is shared with them.
 */
final class Colouring {
    /** A line that is drawn; both ends are the same for a joint alone. */
    record Line(Spot from, Spot to) {
        double distance(Line other) {
            // which takes a point for one that lies on every line
            if (!isPoint()
                    && !other.isPoint()
                    && Line2D.linesIntersect(
                            from.x(),
                            from.y(),
                            to.x(),
                            to.y(),
                            other.from.x(),
                            other.from.y(),
                            other.to.x(),
                            other.to.y())) {
                return 0;
            }
            return Math.min(
                    Math.min(distance(other.from), distance(other.to)),
                    Math.min(other.distance(from), other.distance(to)));
        }

        private boolean isPoint() {
            return from.equals(to);
        }

        private double distance(Spot spot) {
            return Line2D.ptSegDist(from.x(), from.y(), to.x(), to.y(), spot.x(), spot.y());
        }
    }

    private final double[][] apart;
    /** By person and colour: the distance to the nearest person who has it. */
    private final double[][] nearestUser;

    private final int[] colour;

    private Colouring(List<List<Line>> people, int colours) {
        apart = distances(people);
        nearestUser = new double[people.size()][colours];
        for (double[] row : nearestUser) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        colour = new int[people.size()];
        Arrays.fill(colour, -1);
    }

    /**
     * The number of each person's colour.
     *
     * @param people what is drawn of each; one of whom nothing is drawn is far from everybody
     */
    static int[] of(List<List<Line>> people, int colours) {
        Colouring colouring = new Colouring(people, colours);
        for (int i = 0; i < people.size(); i++) {
            colouring.colour(colouring.next());
        }
        return colouring.colour;
    }

    private static double[][] distances(List<List<Line>> people) {
        double[][] apart = new double[people.size()][people.size()];
        for (int i = 0; i < apart.length; i++) {
            for (int j = 0; j < i; j++) {
                double least = Double.MAX_VALUE;
                for (Line own : people.get(i)) {
                    for (Line other : people.get(j)) {
                        least = Math.min(least, own.distance(other));
                    }
                }
                apart[i][j] = least;
                apart[j][i] = least;
            }
        }
        return apart;
    }

    /** Who has the least choice: the best colour's nearest user is close; of those, who is closest to anyone coloured. */
    private int next() {
        int next = -1;
        for (int person = 0; person < colour.length; person++) {
            if (colour[person] < 0 && (next < 0 || before(person, next))) {
                next = person;
            }
        }
        return next;
    }

    private boolean before(int person, int other) {
        int byChoice = Double.compare(best(person), best(other));
        return byChoice != 0 ? byChoice < 0 : closest(person) < closest(other);
    }

    private double best(int person) {
        return Arrays.stream(nearestUser[person]).max().orElseThrow();
    }

    private double closest(int person) {
        return Arrays.stream(nearestUser[person]).min().orElseThrow();
    }

    private void colour(int person) {
        double[] row = nearestUser[person];
        int chosen = 0;
        for (int c = 1; c < row.length; c++) {
            chosen = row[c] > row[chosen] ? c : chosen;
        }
        colour[person] = chosen;
        for (int other = 0; other < colour.length; other++) {
            nearestUser[other][chosen] = Math.min(nearestUser[other][chosen], apart[person][other]);
        }
    }
}
