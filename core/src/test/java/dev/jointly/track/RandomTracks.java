package dev.jointly.track;

import dev.jointly.pose.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random problems and clips, small enough for an oracle. */
final class RandomTracks {
    private RandomTracks() {}

    /** Integers from few values, so that many optima tie, with signs that no clip would give. */
    static TrackProblem problem(Random random, int frames, int mostPeople, int longestGap) {
        int range = random.nextBoolean() ? 4 : 1_000_000;
        List<TrackPerson> people = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            int count = random.nextInt(mostPeople + 1);
            for (int i = 0; i < count; i++) {
                people.add(new TrackPerson(
                        f,
                        i,
                        random.nextInt(range) - range / 8,
                        random.nextInt(range) - range / 8,
                        random.nextInt(range) - range / 4));
            }
        }
        List<TrackLink> links = new ArrayList<>();
        for (int a = 0; a < people.size(); a++) {
            for (int b = a + 1; b < people.size(); b++) {
                int steps = people.get(b).frame() - people.get(a).frame();
                if (steps >= 1 && steps <= longestGap + 1 && random.nextInt(10) < 7) {
                    links.add(new TrackLink(a, b, random.nextInt(2 * range) - range));
                }
            }
        }
        return new TrackProblem(people, links);
    }

    /** People who wander about, of whom each is missing in some frames, and has some joints only. */
    static Clip clip(Random random, int frames, int people, int parts) {
        double[] x = random.doubles(people, 0, 300).toArray();
        double[] y = random.doubles(people, 0, 300).toArray();
        List<ClipFrame> result = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            List<Person> seen = new ArrayList<>();
            for (int p = 0; p < people; p++) {
                x[p] += 8 * random.nextGaussian();
                y[p] += 8 * random.nextGaussian();
                if (random.nextInt(10) < 9) {
                    seen.add(person(random, x[p], y[p], parts));
                }
            }
            result.add(new ClipFrame(f, seen));
        }
        return new Clip(result);
    }

    private static Person person(Random random, double x, double y, int parts) {
        Map<Integer, Person.Joint> joints = new HashMap<>();
        for (int part = 0; part < parts; part++) {
            if (random.nextInt(5) > 0) {
                joints.put(
                        part,
                        new Person.Joint(
                                x + 15 * (part % 3) + random.nextGaussian(),
                                y + 20 * (part / 3) + random.nextGaussian(),
                                random.nextDouble()));
            }
        }
        return Person.of(joints);
    }
}
