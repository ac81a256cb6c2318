package dev.jointly.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The residual network of a {@link TrackProblem}. Each person has two nodes, in and out, and the arc between them has
 * capacity one: nobody belongs to two tracks. A birth leads from the source to an in node, a link from an out node to a
 * later person's in node, a death from an out node to the sink. The bypass leads from source to sink at cost 0 and stands
 * for tracks that are not made. Node numbers are a topological order of the empty network.
 *
 * <p>Arcs come in pairs, {@code a} and {@code a ^ 1}, of which one is open: the even one if the arc carries no flow, the odd
 * one, which leads back at the opposite cost, if it does. The bypass is always open.
 *
 * <p>Mutable and not thread-safe.
 */
final class TrackNetwork {
    static final int SOURCE = 0;

    /** Number of the bypass. */
    static final int BYPASS = 0;

    private static final int NONE = -1;

    private final int sink;
    private final int[] lastArc;
    private final int[] previousArc;
    private final int[] head;
    private final long[] cost;
    private final boolean[] open;
    private int arcs;

    TrackNetwork(TrackProblem problem) {
        int people = problem.people().size();
        sink = Math.addExact(Math.multiplyExact(2, people), 1);
        lastArc = new int[sink + 1];
        Arrays.fill(lastArc, NONE);
        int size = Math.multiplyExact(
                2,
                Math.addExact(
                        Math.addExact(1, Math.multiplyExact(3, people)),
                        problem.links().size()));
        previousArc = new int[size];
        head = new int[size];
        cost = new long[size];
        open = new boolean[size];
        addArc(SOURCE, sink, 0);
        for (int i = 0; i < people; i++) {
            TrackPerson person = problem.people().get(i);
            addArc(SOURCE, in(i), person.birth());
            addArc(in(i), out(i), Math.negateExact(person.reward()));
            addArc(out(i), sink, person.death());
        }
        for (TrackLink link : problem.links()) {
            addArc(out(link.from()), in(link.to()), link.cost());
        }
    }

    static int in(int person) {
        return 1 + 2 * person;
    }

    static int out(int person) {
        return 2 + 2 * person;
    }

    private void addArc(int tail, int headNode, long arcCost) {
        put(tail, headNode, arcCost);
        open[arcs - 1] = true;
        put(headNode, tail, Math.negateExact(arcCost));
    }

    private void put(int tail, int headNode, long arcCost) {
        head[arcs] = headNode;
        cost[arcs] = arcCost;
        previousArc[arcs] = lastArc[tail];
        lastArc[tail] = arcs++;
    }

    int nodes() {
        return sink + 1;
    }

    int sink() {
        return sink;
    }

    /** Some arc that leaves the node, open or not, or a negative number; {@link #another} gives the others. */
    int anArc(int node) {
        return lastArc[node];
    }

    /** Another arc that leaves the same node, or a negative number after the last. */
    int another(int arc) {
        return previousArc[arc];
    }

    boolean open(int arc) {
        return open[arc];
    }

    int head(int arc) {
        return head[arc];
    }

    int tail(int arc) {
        return head[arc ^ 1];
    }

    long cost(int arc) {
        return cost[arc];
    }

    /** Sends one unit along an open arc. */
    void push(int arc) {
        open[arc] = false;
        open[arc ^ 1] = true;
    }

    /** Cost of the flow. */
    long cost() {
        long sum = 0;
        for (int arc = BYPASS + 2; arc < arcs; arc += 2) {
            if (!open[arc]) {
                sum = Math.addExact(sum, cost[arc]);
            }
        }
        return sum;
    }

    /** Whether a track starts with this person. */
    boolean isBorn(int person) {
        for (int arc = anArc(in(person)); arc >= 0; arc = another(arc)) {
            if (head[arc] == SOURCE) {
                return open[arc];
            }
        }
        throw new IllegalStateException("person " + person + " has no birth");
    }

    /** People of the track that starts with this person. */
    List<Integer> trackFrom(int person) {
        List<Integer> track = new ArrayList<>();
        for (int node = in(person); node != sink; node = next(out(track.get(track.size() - 1)))) {
            track.add((node - 1) / 2);
        }
        return track;
    }

    private int next(int outNode) {
        for (int arc = anArc(outNode); arc >= 0; arc = another(arc)) {
            if (arc % 2 == 0 && !open[arc]) {
                return head[arc];
            }
        }
        throw new IllegalStateException("the flow stops at node " + outNode);
    }
}
