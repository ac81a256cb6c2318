package dev.jointly.vision.draw;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Gives each person one of a few colours so that people of the same colour are as far apart as possible.
 *
 * <p>A greedy colouring comes first: a person gets the colour whose nearest user is farthest, and people with the least
 * choice come first (saturation order, as in DSATUR). Then a search for the largest distance below which any two people
 * can have different colours, by bisection: for each distance, the graph of people who are closer is coloured in the same
 * order, with backtracking, within a budget.
 */
final class Colouring {
    /** Beyond this many people only the greedy colouring is done. */
    private static final int MAX_SEARCHED = 200;

    /** Steps of the search for one distance. */
    private static final int BUDGET = 2_000;

    private final List<Shape> people;
    /** Distances of every two, where they are needed again and again; otherwise none. */
    private final double[][] apart;
    /** By person and colour: the distance to the nearest person who has it. */
    private final double[][] nearestUser;

    private final int[] colour;
    private int budget;

    private Colouring(List<Shape> people, int colours) {
        this.people = people;
        apart = people.size() > MAX_SEARCHED ? new double[0][] : distances(people);
        nearestUser = new double[people.size()][colours];
        colour = new int[people.size()];
        clear();
    }

    private static double[][] distances(List<Shape> people) {
        double[][] apart = new double[people.size()][people.size()];
        for (int i = 0; i < apart.length; i++) {
            for (int j = 0; j < i; j++) {
                apart[i][j] = people.get(i).distance(people.get(j));
                apart[j][i] = apart[i][j];
            }
        }
        return apart;
    }

    private void clear() {
        for (double[] row : nearestUser) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        Arrays.fill(colour, -1);
    }

    /** The number of each person's colour. */
    static int[] of(List<Shape> people, int colours) {
        Colouring colouring = new Colouring(List.copyOf(people), colours);
        for (int i = 0; i < people.size(); i++) {
            int person = colouring.next(0);
            colouring.give(person, colouring.byDistance(person)[0]);
        }
        int[] greedy = colouring.colour.clone();
        return people.size() > colours && people.size() <= MAX_SEARCHED ? colouring.searched(greedy) : greedy;
    }

    private int[] searched(int[] greedy) {
        double[] distances = IntStream.range(0, apart.length)
                .boxed()
                .flatMapToDouble(i -> Arrays.stream(apart[i], 0, i))
                .sorted()
                .toArray();
        int[] best = greedy;
        int low = index(distances, closest(greedy));
        int high = distances.length - 1;
        // the pair at low may share a colour; is there a colouring in which those up to the middle do not?
        while (low < high) {
            int middle = (low + high) / 2;
            clear();
            budget = BUDGET;
            if (colourable(distances[middle], people.size())) {
                best = colour.clone();
                low = Math.max(middle + 1, index(distances, closest(best)));
            } else {
                high = middle;
            }
        }
        return best;
    }

    private static int index(double[] distances, double distance) {
        int found = Arrays.binarySearch(distances, distance);
        return found < 0 ? distances.length - 1 : found;
    }

    /** The least distance between two people of one colour. */
    private double closest(int[] colours) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < colours.length; i++) {
            for (int j = 0; j < i; j++) {
                if (colours[i] == colours[j]) {
                    least = Math.min(least, apart[i][j]);
                }
            }
        }
        return least;
    }

    private boolean colourable(double distance, int left) {
        if (left == 0) {
            return true;
        }
        if (budget-- <= 0) {
            return false;
        }
        int person = next(distance);
        boolean fresh = false;
        for (int c : byDistance(person)) {
            boolean unused = Double.isInfinite(nearestUser[person][c]);
            // unused colours are all alike
            if (nearestUser[person][c] > distance && !(unused && fresh)) {
                fresh |= unused;
                double[] before =
                        Arrays.stream(nearestUser).mapToDouble(row -> row[c]).toArray();
                give(person, c);
                if (colourable(distance, left - 1)) {
                    return true;
                }
                colour[person] = -1;
                for (int i = 0; i < before.length; i++) {
                    nearestUser[i][c] = before[i];
                }
            }
        }
        return false;
    }

    /** Who has the fewest colours left; of those, whose best one has the nearest user; then who is nearest to anyone. */
    private int next(double distance) {
        int next = -1;
        double[] least = {};
        for (int person = 0; person < colour.length; person++) {
            if (colour[person] < 0) {
                double[] choice = {0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
                for (double user : nearestUser[person]) {
                    choice[0] += user > distance ? 1 : 0;
                    choice[1] = Math.max(choice[1], user);
                    choice[2] = Math.min(choice[2], user);
                }
                if (next < 0 || Arrays.compare(choice, least) < 0) {
                    next = person;
                    least = choice;
                }
            }
        }
        return next;
    }

    /** Colours, the one whose nearest user is farthest first. */
    private int[] byDistance(int person) {
        return IntStream.range(0, nearestUser[person].length)
                .boxed()
                .sorted(Comparator.comparingDouble(c -> -nearestUser[person][c]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void give(int person, int chosen) {
        colour[person] = chosen;
        for (int other = 0; other < colour.length; other++) {
            double known = nearestUser[other][chosen];
            if (other == person) {
                continue;
            }
            if (apart.length > 0) {
                nearestUser[other][chosen] = Math.min(known, apart[person][other]);
            } else if (people.get(person).atLeast(people.get(other)) < known) {
                nearestUser[other][chosen] = Math.min(known, people.get(person).distance(people.get(other)));
            }
        }
    }
}
