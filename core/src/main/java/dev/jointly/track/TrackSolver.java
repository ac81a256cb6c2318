package dev.jointly.track;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The cheapest tracks of a problem, exactly: successive shortest paths on the network of {@link TrackNetwork}. Each path leads
 * one more animal from before the first frame to after the last, through as many tracks as are worth it, and may reroute
 * those before it. It ends when no path has a negative cost, or when there are as many animals as there may be.
 *
 * <p>A pin gives one arc its flow, or takes it, and fixes it: what pays for that most cheaply is a shortest path from the arc's
 * head to its tail. A pin that is gone sets its arc free; if that makes something cheaper, it is a shortest path again. The margin of an
 * arc is the length of that path, without following it.
 *
 * <p>Mutable and not thread-safe.
 */
public final class TrackSolver {
    private final TrackProblem problem;
    private final AnimalLimit limit;
    private final TrackNetwork network;
    private final ShortestPaths paths;
    /** Pairs of arcs that pins have fixed. */
    private final Map<Integer, TrackPin> pinned = new LinkedHashMap<>();

    private final List<TrackPin> linked = new ArrayList<>();

    /**
     * Solves, without pins.
     *
     * @throws ArithmeticException if sums of costs do not fit 64 bits
     * @throws TracksStoppedException if stopped
     */
    public TrackSolver(TrackProblem problem, AnimalLimit limit, BooleanSupplier stopped) {
        this.problem = problem;
        this.limit = limit;
        try {
            network = new TrackNetwork(problem);
            paths = new ShortestPaths(network, stopped);
            solve();
        } catch (ArithmeticException e) {
            throw tooLarge(e);
        }
    }

    /**
     * The cheapest tracks without pins and limit.
     *
     * @throws ArithmeticException if sums of costs do not fit 64 bits
     */
    public static TrackSolution solve(TrackProblem problem) {
        return solve(problem, () -> false);
    }

    /**
     * The same, until stopped.
     *
     * @throws TracksStoppedException if it was
     */
    public static TrackSolution solve(TrackProblem problem, BooleanSupplier stopped) {
        return new TrackSolver(problem, AnimalLimit.NONE, stopped).solution();
    }

    private void solve() {
        FrameIndex frames = network.frames();
        int most = 0;
        for (int f = 0; f < frames.count(); f++) {
            most = Math.max(most, limit.most(frames.number(f)));
        }
        int animals = 0;
        while (animals < most && oneMore()) {
            animals++;
        }
        for (int f = 0; f < frames.count(); f++) {
            int here = limit.most(frames.number(f));
            network.wait(f, here == AnimalLimit.ANY ? here : here - animals);
        }
        for (int f = 0; f < frames.count(); f++) {
            while (network.tooMany(f)) {
                push(2 * f);
            }
        }
    }

    /** One more animal; false if it would be in no track: waiting all the time costs nothing. */
    private boolean oneMore() {
        return reroute(0, network.last(), paths.potential(0));
    }

    /** Sends one unit along an arc, and back to its tail as cheaply as possible. */
    private void push(int arc) {
        reroute(network.head(arc), network.tail(arc), ShortestPaths.FAR);
        network.push(arc);
    }

    /** Sends one unit along the shortest path, if it is shorter than the limit. */
    private boolean reroute(int start, int goal, long limit) {
        long length = paths.search(start, goal, limit, ShortestPaths.Way.ALL);
        if (length == ShortestPaths.FAR) {
            throw new IllegalStateException("no tracks keep the pins and the limit, which were found to be possible");
        }
        List<Integer> path = length < limit ? paths.path(start, goal) : List.of();
        paths.updatePotentials(goal);
        path.forEach(network::push);
        return length < limit;
    }

    /**
     * Solves again with these pins, in place of those before. Only what they change is searched for.
     *
     * @throws TrackPinsException if they cannot all hold; those before are still there
     */
    public void pin(List<TrackPin> pins) {
        PinConflicts.requireNone(problem, limit, pins);
        Map<Integer, TrackPin> wanted = new LinkedHashMap<>();
        for (TrackPin pin : pins) {
            int pair = pair(pin);
            if (pair >= 0) {
                wanted.put(pair, pin);
            }
        }
        try {
            for (int pair : List.copyOf(pinned.keySet())) {
                if (wanted.get(pair) == null || hasFlow(wanted.get(pair)) != network.flow(pair)) {
                    release(pair);
                }
            }
            wanted.forEach((pair, pin) -> {
                if (network.flow(pair) != hasFlow(pin)) {
                    push(network.openArc(pair));
                }
                network.fix(pair, true);
                pinned.put(pair, pin);
            });
        } catch (ArithmeticException e) {
            throw tooLarge(e);
        }
    }

    private static boolean hasFlow(TrackPin pin) {
        return pin.kind() != TrackPin.Kind.DIFFERENT;
    }

    /** The pair of arcs that a pin fixes, negative if it speaks of a link that does not exist anyway. */
    private int pair(TrackPin pin) {
        int link = pin.kind().ofTwo() ? network.link(pin.first(), pin.second()) : 0;
        if (pin.kind() == TrackPin.Kind.SAME && link < 0) {
            linked.add(pin);
            return network.newLink(pin.first(), pin.second());
        }
        return switch (pin.kind()) {
            case SAME, DIFFERENT -> link;
            case BEGINS -> network.birth(pin.first());
            case ENDS -> network.death(pin.first());
        };
    }

    private void release(int pair) {
        network.fix(pair, false);
        pinned.remove(pair);
        int arc = network.openArc(pair);
        long gain = Math.negateExact(paths.reducedCost(arc));
        if (gain > 0 && reroute(network.head(arc), network.tail(arc), gain)) {
            network.push(arc);
        }
    }

    /** The problem, with the links that pins needed. */
    public TrackProblem problem() {
        return TrackPin.linked(problem, linked);
    }

    /** The cheapest tracks with the pins, and the dual that proves it. */
    public TrackSolution solution() {
        List<Long> in = potentials(problem.people().size(), network::in);
        List<Long> out = potentials(problem.people().size(), network::out);
        List<Long> waiting = potentials(network.frames().count(), network::chain);
        boolean free = Collections.frequency(waiting, 0L) == waiting.size();
        return new TrackSolution(network.tracks(), network.cost(), new TrackDual(in, out, free ? List.of() : waiting));
    }

    private List<Long> potentials(int count, IntUnaryOperator node) {
        return IntStream.range(0, count)
                .mapToObj(i -> paths.potential(node.applyAsInt(i)))
                .toList();
    }

    /**
     * Margins of the links, births and deaths of the tracks and of the people in none, in this order and by person; those of pins, and
     * those without which pins and limit cannot be kept, are left out. They belong to the {@link #solution} of the moment.
     */
    public List<TrackMargin> margins() {
        try {
            return new Margins(network, paths).all(problem.people().size());
        } catch (ArithmeticException e) {
            throw tooLarge(e);
        }
    }

    private ArithmeticException tooLarge(ArithmeticException e) {
        return new ArithmeticException("sums of the costs of "
                + problem.people().size() + " people do not fit 64 bits (" + e.getMessage() + "); use smaller costs");
    }
}
