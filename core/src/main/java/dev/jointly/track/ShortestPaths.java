package dev.jointly.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Shortest paths of a residual network. Node potentials pi keep the reduced cost c + pi(tail) - pi(head) of every open arc at
 * or above zero, so that Dijkstra's algorithm applies although costs are negative: at first pi is the distance from the first
 * node, found in topological order.
 *
 * <p>Mutable and not thread-safe.
 */
final class ShortestPaths {
    static final long FAR = Long.MAX_VALUE;

    private static final int NO_ARC = -1;

    private final TrackNetwork network;
    private final BooleanSupplier stopped;
    private final long[] potential;
    private final long[] distance;
    private final int[] arcTo;
    private final int[] reached;
    private int reachedCount;

    /** A node, and a distance at which it can be reached. */
    private record Label(long distance, int node) implements Comparable<Label> {
        /** Ties by node, so that the same problem always has the same solution. */
        @Override
        public int compareTo(Label other) {
            int byDistance = Long.compare(distance, other.distance);
            return byDistance == 0 ? Integer.compare(node, other.node) : byDistance;
        }
    }

    /** @param stopped looked at for each node that a search visits */
    ShortestPaths(TrackNetwork network, BooleanSupplier stopped) {
        this.network = network;
        this.stopped = stopped;
        potential = distancesInTopologicalOrder(network);
        distance = new long[network.nodes() + 1];
        Arrays.fill(distance, FAR);
        arcTo = new int[network.nodes()];
        reached = new int[network.nodes() + 2];
    }

    /** Every node is reached: along the chain, and by its own birth. */
    private static long[] distancesInTopologicalOrder(TrackNetwork network) {
        long[] result = new long[network.nodes()];
        Arrays.fill(result, FAR);
        result[0] = 0;
        for (int node = 0; node < result.length; node++) {
            for (int arc = network.anArc(node); arc >= 0; arc = network.another(arc)) {
                if (network.open(arc)) {
                    int head = network.head(arc);
                    result[head] = Math.min(result[head], Math.addExact(result[node], network.cost(arc)));
                }
            }
        }
        return result;
    }

    /** Potential of a node if that of the last one is 0. */
    long potential(int node) {
        return Math.subtractExact(potential[node], potential[network.last()]);
    }

    long reducedCost(int arc) {
        long withTail = Math.addExact(network.cost(arc), potential[network.tail(arc)]);
        return Math.subtractExact(withTail, potential[network.head(arc)]);
    }

    /**
     * Dijkstra's algorithm on reduced costs. Stops at the goal, and leaves out whatever is as far away.
     *
     * @param limit the goal counts as that far away if it is not nearer
     * @param way which nodes and arcs are used
     * @return distance of the goal, at most the limit
     */
    long search(int start, int goal, long limit, Way way) {
        forget();
        reach(goal, limit, NO_ARC);
        expand(start, goal, way);
        return distance[goal];
    }

    private void expand(int start, int goal, Way way) {
        reach(start, 0, NO_ARC);
        PriorityQueue<Label> queue = new PriorityQueue<>();
        queue.add(new Label(0, start));
        for (Label label = queue.poll(); label != null && label.distance() < distance[goal]; label = queue.poll()) {
            if (label.distance() > distance[label.node()]) {
                continue;
            }
            TracksStoppedException.throwIf(stopped);
            for (int leaving = network.anArc(label.node()); leaving >= 0; leaving = network.another(leaving)) {
                int arc = way == Way.BACK ? leaving ^ 1 : leaving;
                if (!network.open(arc)) {
                    continue;
                }
                int next = network.head(leaving);
                long length = Math.addExact(label.distance(), reducedCost(arc));
                boolean allowed = way != Way.PEOPLE || network.personAt(next) >= 0;
                if (allowed && length < distance[next] && length < distance[goal]) {
                    reach(next, length, arc);
                    queue.add(new Label(length, next));
                }
            }
        }
    }

    /** Where a search may go. */
    enum Way {
        /** Along all open arcs. */
        ALL,
        /** Along those of people only. */
        PEOPLE,
        /** Along all open arcs, each from its head to its tail. */
        BACK
    }

    private void forget() {
        for (int r = 0; r < reachedCount; r++) {
            distance[reached[r]] = FAR;
        }
        reachedCount = 0;
    }

    private void reach(int node, long length, int arc) {
        if (distance[node] == FAR) {
            reached[reachedCount++] = node;
        }
        distance[node] = length;
        arcTo[node] = arc;
    }

    /** Distance of each node from the chain, without limits, or to it; and the arcs of the paths. */
    Tree tree(boolean back) {
        forget();
        expand(0, network.nodes(), back ? Way.BACK : Way.ALL);
        return new Tree(distance.clone(), arcTo.clone());
    }

    /** Shortest paths between the chain and all nodes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Tree(long[] distance, int[] arcTo) {}

    /** Arcs of the path that the last search found, the last one first. */
    List<Integer> path(int start, int goal) {
        List<Integer> path = new ArrayList<>();
        for (int node = goal; node != start; node = network.tail(arcTo[node])) {
            path.add(arcTo[node]);
        }
        return path;
    }

    /**
     * Adds min(distance, distance of the goal) to every potential, up to a common constant: nodes as far away as the
     * goal, which are most, stay as they are.
     */
    void updatePotentials(int goal) {
        long end = distance[goal];
        for (int r = 0; r < reachedCount; r++) {
            int node = reached[r];
            if (distance[node] < end) {
                potential[node] = Math.addExact(potential[node], Math.subtractExact(distance[node], end));
            }
        }
    }
}
