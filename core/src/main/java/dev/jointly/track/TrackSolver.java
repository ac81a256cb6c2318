package dev.jointly.track;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The cheapest tracks of a problem, exactly: successive shortest paths on the network of {@link TrackNetwork}. Each path
 * from source to sink is one more track, and may reroute earlier ones. It ends when no path has a negative cost. One track
 * takes one search, which visits only nodes nearer than the sink.
 */
public final class TrackSolver {
    private TrackSolver() {}

    /**
     * Solves.
     *
     * @throws ArithmeticException if sums of costs do not fit 64 bits
     */
    public static TrackSolution solve(TrackProblem problem) {
        return solve(problem, () -> false);
    }

    /**
     * The same, until told to stop.
     *
     * @throws TracksStoppedException if it was
     */
    public static TrackSolution solve(TrackProblem problem, BooleanSupplier stopped) {
        try {
            TrackNetwork network = new TrackNetwork(problem);
            ShortestPaths paths = new ShortestPaths(network, stopped);
            while (paths.augment()) {
                // one more track
            }
            return solution(problem, network, paths);
        } catch (ArithmeticException e) {
            throw new ArithmeticException(
                    "sums of the costs of " + problem.people().size() + " people do not fit 64 bits (" + e.getMessage()
                            + "); use smaller costs");
        }
    }

    private static TrackSolution solution(TrackProblem problem, TrackNetwork network, ShortestPaths paths) {
        int people = problem.people().size();
        List<Track> tracks = new ArrayList<>();
        List<Long> in = new ArrayList<>(people);
        List<Long> out = new ArrayList<>(people);
        for (int person = 0; person < people; person++) {
            if (network.isBorn(person)) {
                tracks.add(new Track(tracks.size() + 1, network.trackFrom(person)));
            }
            in.add(paths.potential(TrackNetwork.in(person)));
            out.add(paths.potential(TrackNetwork.out(person)));
        }
        return new TrackSolution(tracks, network.cost(), new TrackDual(in, out));
    }
}
