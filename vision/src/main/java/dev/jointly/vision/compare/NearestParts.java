package dev.jointly.vision.compare;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lines to draw people with whose limbs no file names: the tree of the parts that are nearest to each other. */
final class NearestParts {
    private final List<String> parts;
    private final double[][] distances;
    private final int[][] seen;

    NearestParts(List<String> parts) {
        this.parts = List.copyOf(parts);
        this.distances = new double[parts.size()][parts.size()];
        this.seen = new int[parts.size()][parts.size()];
    }

    /** Learns from the people of a frame. */
    void add(Truth frame) {
        for (Person person : frame.people()) {
            List<Joint> joints = person.joints();
            for (int p = 0; p < joints.size(); p++) {
                for (int q = 0; q < joints.size(); q++) {
                    Joint a = joints.get(p);
                    Joint b = joints.get(q);
                    if (p != q && a.mark() != Mark.ABSENT && b.mark() != Mark.ABSENT) {
                        distances[p][q] += Math.hypot(a.x() - b.x(), a.y() - b.y());
                        seen[p][q]++;
                    }
                }
            }
        }
    }

    /** The tree with the least sum of mean distances. */
    Anatomy anatomy() {
        int size = parts.size();
        int[] nearest = new int[size];
        double[] distance = new double[size];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        boolean[] joined = new boolean[size];
        SortedSet<Anatomy.Limb> limbs = new TreeSet<>();
        int next = 0;
        for (int step = 0; step < size; step++) {
            int part = next;
            joined[part] = true;
            if (step > 0) {
                limbs.add(new Anatomy.Limb(part, nearest[part]));
            }
            next = -1;
            for (int other = 0; other < size; other++) {
                if (joined[other]) {
                    continue;
                }
                double mean = seen[part][other] == 0 ? Double.MAX_VALUE : distances[part][other] / seen[part][other];
                if (mean < distance[other]) {
                    distance[other] = mean;
                    nearest[other] = part;
                }
                if (next < 0 || distance[other] < distance[next]) {
                    next = other;
                }
            }
        }
        return new Anatomy("nearest", parts, List.of(0), List.copyOf(limbs));
    }
}
