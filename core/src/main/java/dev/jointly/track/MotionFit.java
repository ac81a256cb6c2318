package dev.jointly.track;

import dev.jointly.pose.Person;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;

/**
 * Fits {@link LinkSettings#motion} to a clip, without labels. Joints of the same person in neighbouring frames lie at a
 * distance r, in body sizes, whose median under the model of {@link LinkCosts} is the motion times the square root of 2: the
 * share of joints within r is 1 - 1 / (1 + r^2 / (2 s^2)), which is one half at r^2 = 2 s^2. So the motion is the median
 * of the distances over that root. Who is the same person is taken from the cheapest tracks; at first from who is nearest.
 * A median: the few wrong links hardly move it.
 */
public final class MotionFit {
    /** A clip in which nothing moves still has the noise of its detector. */
    private static final double LEAST = 0.002;

    private static final double MOST = 1;

    /** After that the motion hardly changes. */
    private static final int ROUNDS = 3;

    private MotionFit() {}

    /** The settings with the motion of this clip; the same settings if no person has a part in common with the next frame. */
    public static LinkSettings fitted(LinkSettings settings, Clip clip) {
        return fitted(settings, clip, () -> false);
    }

    /**
     * The same, until stopped.
     *
     * @throws TracksStoppedException if it was
     */
    public static LinkSettings fitted(LinkSettings settings, Clip clip, BooleanSupplier stopped) {
        LinkSettings result = settings;
        double[] distances = nearest(settings, clip, stopped);
        for (int round = 0; distances.length > 0; round++) {
            result = result.withMotion(motion(distances));
            if (round == ROUNDS) {
                return result;
            }
            distances = linked(result, clip, stopped);
        }
        return result;
    }

    private static double motion(double[] distances) {
        Arrays.sort(distances);
        double median = distances[distances.length / 2];
        return Math.min(MOST, Math.max(LEAST, median / Math.sqrt(2)));
    }

    /** Distances from each person to the person of the next frame whose median joint is the nearest. */
    private static double[] nearest(LinkSettings settings, Clip clip, BooleanSupplier stopped) {
        DoubleStream.Builder all = DoubleStream.builder();
        for (int f = 1; f < clip.frames().size(); f++) {
            ClipFrame early = clip.frames().get(f - 1);
            ClipFrame late = clip.frames().get(f);
            if (late.number() == early.number() + 1) {
                for (Person person : early.people()) {
                    TracksStoppedException.throwIf(stopped);
                    late.people().stream()
                            .map(other -> distances(settings, person, other))
                            .filter(distances -> distances.length > 0)
                            .min((a, b) -> Double.compare(a[a.length / 2], b[b.length / 2]))
                            .ifPresent(distances -> Arrays.stream(distances).forEach(all::add));
                }
            }
        }
        return all.build().toArray();
    }

    /** Distances between neighbours in the cheapest tracks. */
    private static double[] linked(LinkSettings settings, Clip clip, BooleanSupplier stopped) {
        TrackProblem problem = new LinkCosts(settings).problem(clip, stopped);
        List<Person> people =
                clip.frames().stream().flatMap(frame -> frame.people().stream()).toList();
        DoubleStream.Builder all = DoubleStream.builder();
        for (Track track : TrackSolver.solve(problem, stopped).tracks()) {
            for (int k = 1; k < track.people().size(); k++) {
                int early = track.people().get(k - 1);
                int late = track.people().get(k);
                if (problem.people().get(late).frame()
                        == problem.people().get(early).frame() + 1) {
                    Arrays.stream(distances(settings, people.get(early), people.get(late)))
                            .forEach(all::add);
                }
            }
        }
        return all.build().toArray();
    }

    /** Distances of the parts that both have, in body sizes, in ascending order. */
    private static double[] distances(LinkSettings settings, Person early, Person late) {
        double size = Math.max(settings.smallestSize(), Math.max(early.size(), late.size()));
        DoubleStream.Builder all = DoubleStream.builder();
        for (Map.Entry<Integer, Person.Joint> entry : early.joints().entrySet()) {
            Person.Joint here = entry.getValue();
            Person.Joint there = late.joints().get(entry.getKey());
            if (there != null) {
                all.add(Math.hypot(here.x() - there.x(), here.y() - there.y()) / size);
            }
        }
        return all.build().sorted().toArray();
    }
}
