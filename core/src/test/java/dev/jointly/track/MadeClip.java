package dev.jointly.track;

import dev.jointly.pose.Person;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A clip of individuals who walk about in an arena, and whose each person is: crossings, occlusions, misses, duplicates. The
 * nearer of two who overlap hides the other, mostly.
 *
 * @param individuals for each frame, the individual of each person; duplicates have -1
 */
record MadeClip(Clip clip, List<List<Integer>> individuals) {
    private static final double WIDTH = 500;
    private static final double HEIGHT = 250;

    static MadeClip of(Random random, int frames, int count) {
        return of(random, frames, count, 9);
    }

    /** @param pace pixels per frame; individuals are about 60 pixels long */
    static MadeClip of(Random random, int frames, int count, double pace) {
        double[][] walker = new double[count][];
        for (int i = 0; i < count; i++) {
            double direction = random.nextDouble() * 2 * Math.PI;
            walker[i] = new double[] {random.nextDouble() * WIDTH, random.nextDouble() * HEIGHT, direction};
        }
        List<ClipFrame> clip = new ArrayList<>();
        List<List<Integer>> truth = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            List<Person> people = new ArrayList<>();
            List<Integer> whose = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                step(random, walker[i], pace);
            }
            for (int i = 0; i < count; i++) {
                double chance = hidden(walker, i) ? 0.3 : 0.97;
                if (random.nextDouble() < chance) {
                    int place = random.nextInt(people.size() + 1);
                    people.add(place, person(random, walker[i], 2, 0.85));
                    whose.add(place, i);
                    if (random.nextInt(50) == 0) {
                        people.add(person(random, walker[i], 8, 0.5));
                        whose.add(-1);
                    }
                }
            }
            clip.add(new ClipFrame(f, people));
            truth.add(whose);
        }
        return new MadeClip(new Clip(clip), truth);
    }

    private static void step(Random random, double[] walker, double pace) {
        walker[2] += 0.15 * random.nextGaussian();
        walker[0] += pace * Math.cos(walker[2]);
        walker[1] += pace * Math.sin(walker[2]);
        if (walker[0] < 0 || walker[0] > WIDTH) {
            walker[2] = Math.PI - walker[2];
        }
        if (walker[1] < 0 || walker[1] > HEIGHT) {
            walker[2] = -walker[2];
        }
        walker[0] = Math.min(WIDTH, Math.max(0, walker[0]));
        walker[1] = Math.min(HEIGHT, Math.max(0, walker[1]));
    }

    private static boolean hidden(double[][] walker, int i) {
        for (int j = 0; j < i; j++) {
            if (Math.hypot(walker[i][0] - walker[j][0], walker[i][1] - walker[j][1]) < 25) {
                return true;
            }
        }
        return false;
    }

    /** Joints on a line of 80 pixels in the direction of the walk, and beside it. */
    private static Person person(Random random, double[] walker, double noise, double found) {
        Map<Integer, Person.Joint> joints = new HashMap<>();
        for (int part = 0; part < 8; part++) {
            if (part == 0 || random.nextDouble() < found) {
                double along = 20 * (part / 2) - 30;
                double beside = part % 2 == 0 ? 8 : -8;
                joints.put(
                        part,
                        new Person.Joint(
                                walker[0]
                                        + along * Math.cos(walker[2])
                                        - beside * Math.sin(walker[2])
                                        + noise * random.nextGaussian(),
                                walker[1]
                                        + along * Math.sin(walker[2])
                                        + beside * Math.cos(walker[2])
                                        + noise * random.nextGaussian(),
                                1));
            }
        }
        return Person.of(joints);
    }
}
