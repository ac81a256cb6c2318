package dev.jointly.solve.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sets of detections, each alone at first, which are joined step by step. Not thread-safe. */
public final class DisjointSets {
    private final int[] root;

    /** @param size detections are below this */
    public DisjointSets(int size) {
        root = new int[size];
        Arrays.setAll(root, i -> i);
    }

    public void join(int a, int b) {
        root[find(a)] = find(b);
    }

    private int find(int i) {
        int at = i;
        while (root[at] != at) {
            root[at] = root[root[at]];
            at = root[at];
        }
        return at;
    }

    /** Some detections in their order, those of one set in one list, by a number of the set; in order of the first ones. */
    public Map<Integer, List<Integer>> grouped(int[] detections) {
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        for (int d : detections) {
            groups.computeIfAbsent(find(d), key -> new ArrayList<>()).add(d);
        }
        return groups;
    }
}
