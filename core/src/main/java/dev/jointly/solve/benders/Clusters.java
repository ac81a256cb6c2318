package dev.jointly.solve.benders;

import dev.jointly.solve.term.Candidates;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The local clusters of a component: detections of one part that local assignments can connect. The paper has one
 * Benders sub-problem per part; a part's sub-problem falls apart into its clusters, which is exact and gives smaller
 * LPs and stronger rows.
 */
public final class Clusters {
    private final List<int[]> members = new ArrayList<>();
    private final int[] cluster;
    private final int[] position;

    public Clusters(Candidates candidates) {
        int size = candidates.costs().size();
        cluster = new int[size];
        position = new int[size];
        Arrays.fill(cluster, -1);
        List<List<Integer>> touching = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            touching.add(new ArrayList<>());
        }
        for (int m : candidates.hosts()) {
            for (int d : candidates.locals(m)) {
                touching.get(m).add(d);
                touching.get(d).add(m);
            }
        }
        for (int m : candidates.hosts()) {
            if (cluster[m] < 0) {
                grow(m, touching);
            }
        }
    }

    private void grow(int first, List<List<Integer>> touching) {
        int number = members.size();
        List<Integer> found = new ArrayList<>();
        ArrayDeque<Integer> open = new ArrayDeque<>(List.of(first));
        cluster[first] = number;
        while (!open.isEmpty()) {
            int at = open.remove();
            found.add(at);
            for (int next : touching.get(at)) {
                if (cluster[next] < 0) {
                    cluster[next] = number;
                    open.add(next);
                }
            }
        }
        int[] sorted = found.stream().mapToInt(Integer::intValue).sorted().toArray();
        for (int i = 0; i < sorted.length; i++) {
            position[sorted[i]] = i;
        }
        members.add(sorted);
    }

    public int count() {
        return members.size();
    }

    /** Detections of a cluster, ascending. */
    public int[] members(int number) {
        return members.get(number);
    }

    /** Number of the cluster a detection is in, or -1. */
    public int of(int d) {
        return cluster[d];
    }

    /** Where a detection stands in its cluster's {@link #members}. */
    public int position(int d) {
        return position[d];
    }
}
