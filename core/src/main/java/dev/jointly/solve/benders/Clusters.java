package dev.jointly.solve.benders;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.DisjointSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

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
        DisjointSets sets = new DisjointSets(size);
        BitSet connected = new BitSet();
        for (int m : candidates.hosts()) {
            connected.set(m);
            for (int d : candidates.locals(m)) {
                connected.set(d);
                sets.join(m, d);
            }
        }
        Map<Integer, List<Integer>> all = sets.grouped(connected.stream().toArray());
        // in order of their first hosts
        sets.grouped(candidates.hosts()).keySet().forEach(key -> add(all.getOrDefault(key, List.of())));
    }

    private void add(List<Integer> connected) {
        for (int i = 0; i < connected.size(); i++) {
            cluster[connected.get(i)] = members.size();
            position[connected.get(i)] = i;
        }
        members.add(connected.stream().mapToInt(d -> d).toArray());
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
