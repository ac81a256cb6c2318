package dev.jointly.track;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Shortest paths from source to sink of a residual network, one after the other. Node potentials pi keep the reduced cost
 * c + pi(tail) - pi(head) of every open arc at or above zero, so that Dijkstra's algorithm applies although costs are
 * negative: at first pi is the distance from the source, found in topological order.
 *
 * <p>The bypass is a path of cost 0. When it is a shortest one, the flow is optimal, and source and sink have the same
 * potential.
 *
 * <p>Mutable and not thread-safe.
 */
final class ShortestPaths {
    private static final long FAR = Long.MAX_VALUE;

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
        distance = new long[network.nodes()];
        Arrays.fill(distance, FAR);
        arcTo = new int[network.nodes()];
        reached = new int[network.nodes()];
    }

    /** Every node is reached, by its own birth. */
    private static long[] distancesInTopologicalOrder(TrackNetwork network) {
        long[] result = new long[network.nodes()];
        Arrays.fill(result, FAR);
        result[TrackNetwork.SOURCE] = 0;
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

    /** Potential of a node if that of the source is 0. */
    long potential(int node) {
        return Math.subtractExact(potential[node], potential[TrackNetwork.SOURCE]);
    }

    /** Sends one unit along a path of negative cost; false if there is none. */
    boolean augment() {
        search();
        updatePotentials();
        boolean improved = arcTo[network.sink()] != TrackNetwork.BYPASS;
        if (improved) {
            for (int node = network.sink(); node != TrackNetwork.SOURCE; ) {
                int arc = arcTo[node];
                node = network.tail(arc);
                network.push(arc);
            }
        }
        return improved;
    }

    /** Dijkstra's algorithm on reduced costs. Stops at the sink, and leaves out whatever is as far away. */
    private void search() {
        for (int r = 0; r < reachedCount; r++) {
            distance[reached[r]] = FAR;
        }
        reachedCount = 0;
        int sink = network.sink();
        PriorityQueue<Label> queue = new PriorityQueue<>();
        reach(sink, reducedCost(TrackNetwork.BYPASS), TrackNetwork.BYPASS);
        reach(TrackNetwork.SOURCE, 0, TrackNetwork.BYPASS);
        queue.add(new Label(0, TrackNetwork.SOURCE));
        for (Label label = queue.poll(); label != null && label.distance() < distance[sink]; label = queue.poll()) {
            if (label.distance() > distance[label.node()]) {
                continue;
            }
            TracksStoppedException.throwIf(stopped);
            for (int arc = network.anArc(label.node()); arc >= 0; arc = network.another(arc)) {
                if (network.open(arc)) {
                    int head = network.head(arc);
                    long length = Math.addExact(label.distance(), reducedCost(arc));
                    if (length < distance[head] && length < distance[sink]) {
                        reach(head, length, arc);
                        queue.add(new Label(length, head));
                    }
                }
            }
        }
    }

    private void reach(int node, long length, int arc) {
        if (distance[node] == FAR) {
            reached[reachedCount++] = node;
        }
        distance[node] = length;
        arcTo[node] = arc;
    }

    private long reducedCost(int arc) {
        long withTail = Math.addExact(network.cost(arc), potential[network.tail(arc)]);
        return Math.subtractExact(withTail, potential[network.head(arc)]);
    }

    /**
     * Adds min(distance, distance of the sink) to every potential, up to a common constant: nodes as far away as the
     * sink, which are most, stay as they are.
     */
    private void updatePotentials() {
        long end = distance[network.sink()];
        for (int r = 0; r < reachedCount; r++) {
            int node = reached[r];
            if (distance[node] < end) {
                potential[node] = Math.addExact(potential[node], Math.subtractExact(distance[node], end));
            }
        }
    }
}
