package dev.jointly.track;

import dev.jointly.pose.Person;
import dev.jointly.problem.Micro;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Costs of links from distances of joints. Two people have as their cost the mean, over the parts that both have, of the
 * negative log-likelihood ratio of "same individual" against "another one", plus {@code gap} for each frame between them.
 *
 * <p>With r the distance of the two joints in body sizes (the larger of the two people's sizes) and s = {@code motion}
 * times the number of frames from one to the other, the same individual's joint has the density of Student's t in the
 * plane with two degrees of freedom, 1/(2 pi s^2) (1 + r^2/(2 s^2))^-2, and another one's is uniform on a disc of radius R =
 * {@code reach}, 1/(pi R^2). Hence a joint costs 2 ln(1 + r^2/(2 s^2)) + ln(2 s^2/R^2), at most {@code jointCap}.
 *
 * <p>Where both have scores of identities, and {@code identity} is not 0, a link costs in addition that weight times their total
 * variation distance, with the scores of each person in shares: 0 if both are as likely each animal, 1 if no animal can be both. A
 * term of links, not of a person that belongs to a named animal: tracks with names exclude each other, and are no flow.
 *
 * <p>The mean, not the sum: joints of a person move together and are no independent observations.
 *
 * <p>A link that costs at least a death and a birth is left out. That is safe: a track that is cut there costs no more.
 */
public final class LinkCosts {
    private final LinkSettings settings;

    /** Costs by these settings. */
    public LinkCosts(LinkSettings settings) {
        this.settings = settings;
    }

    /** The problem of linking the people of this clip. */
    public TrackProblem problem(Clip clip) {
        return problem(clip, () -> false);
    }

    /**
     * The same, until stopped.
     *
     * @throws TracksStoppedException if it was
     */
    public TrackProblem problem(Clip clip, BooleanSupplier stopped) {
        long birth = Micro.of(settings.birth());
        long death = Micro.of(settings.death());
        long reward = Micro.of(settings.reward());
        List<TrackPerson> people = new ArrayList<>();
        List<TrackLink> links = new ArrayList<>();
        int[] first = new int[clip.frames().size()];
        List<List<Body>> bodies = clip.frames().stream().map(LinkCosts::bodies).toList();
        for (int f = 0; f < first.length; f++) {
            first[f] = people.size();
            ClipFrame frame = clip.frames().get(f);
            for (int i = 0; i < frame.people().size(); i++) {
                people.add(new TrackPerson(frame.number(), i, birth, death, reward));
            }
            for (int e = f - 1; e >= 0 && steps(clip.frames().get(e), frame) <= settings.longestGap() + 1; e--) {
                int steps = Math.toIntExact(steps(clip.frames().get(e), frame));
                addLinks(bodies.get(e), first[e], bodies.get(f), first[f], steps, links, stopped);
            }
        }
        return new TrackProblem(people, links);
    }

    private static List<Body> bodies(ClipFrame frame) {
        return IntStream.range(0, frame.people().size())
                .mapToObj(i -> Body.of(
                        frame.people().get(i),
                        frame.identities().isEmpty()
                                ? List.of()
                                : frame.identities().get(i)))
                .toList();
    }

    private void addLinks(
            List<Body> early,
            int firstEarly,
            List<Body> late,
            int firstLate,
            int steps,
            List<TrackLink> links,
            BooleanSupplier stopped) {
        long useless = Math.addExact(Micro.of(settings.birth()), Micro.of(settings.death()));
        for (int i = 0; i < early.size(); i++) {
            TracksStoppedException.throwIf(stopped);
            for (int j = 0; j < late.size(); j++) {
                OptionalDouble cost = cost(early.get(i), late.get(j), steps);
                if (cost.isPresent()) {
                    long micro = Micro.of(cost.getAsDouble());
                    if (micro < useless) {
                        links.add(new TrackLink(firstEarly + i, firstLate + j, micro));
                    }
                }
            }
        }
    }

    /**
     * Cost of a link, in units, or nothing if the two have no part in common.
     *
     * @param steps frames from the one to the other, 1 for neighbours
     */
    public OptionalDouble cost(Person early, Person late, int steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("steps " + steps + " must be at least 1");
        }
        return cost(Body.of(early, List.of()), Body.of(late, List.of()), steps);
    }

    private OptionalDouble cost(Body early, Body late, int steps) {
        double size = Math.max(settings.smallestSize(), Math.max(early.size(), late.size()));
        double spread = 2 * square(settings.motion() * steps);
        double atRest = StrictMath.log(spread / square(settings.reach()));
        double sum = 0;
        int common = 0;
        int there = 0;
        for (int here = 0; here < early.parts().length; here++) {
            int part = early.parts()[here];
            while (there < late.parts().length && late.parts()[there] < part) {
                there++;
            }
            if (there < late.parts().length && late.parts()[there] == part) {
                double squares = square(early.x()[here] - late.x()[there]) + square(early.y()[here] - late.y()[there]);
                sum += Math.min(settings.jointCap(), 2 * StrictMath.log(1 + squares / square(size) / spread) + atRest);
                common++;
            }
        }
        return common == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sum / common
                        + settings.gap() * (steps - 1)
                        + settings.identity() * distance(early.shares(), late.shares()));
    }

    /** Total variation distance; 0 if one is not known. */
    private static double distance(double[] a, double[] b) {
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        double common = 0;
        for (int animal = 0; animal < Math.min(a.length, b.length); animal++) {
            common += Math.min(a[animal], b[animal]);
        }
        return Math.max(0, 1 - common);
    }

    /** A person in arrays, in order of part: each is compared with the people of several frames. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Body(double size, int[] parts, double[] x, double[] y, double[] shares) {
        static Body of(Person person, List<Double> identity) {
            int[] parts = person.joints().keySet().stream()
                    .mapToInt(Integer::intValue)
                    .toArray();
            double[] x = person.joints().values().stream()
                    .mapToDouble(Person.Joint::x)
                    .toArray();
            double[] y = person.joints().values().stream()
                    .mapToDouble(Person.Joint::y)
                    .toArray();
            double all = identity.stream().mapToDouble(Double::doubleValue).sum();
            double[] shares = all == 0
                    ? new double[0]
                    : identity.stream().mapToDouble(score -> score / all).toArray();
            return new Body(person.size(), parts, x, y, shares);
        }
    }

    private static long steps(ClipFrame early, ClipFrame late) {
        return (long) late.number() - early.number();
    }

    private static double square(double x) {
        return x * x;
    }
}
