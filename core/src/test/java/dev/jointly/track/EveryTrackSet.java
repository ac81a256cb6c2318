package dev.jointly.track;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** All sets of tracks of a tiny problem, by definition: each person is in no track, starts one, or goes on with one. */
final class EveryTrackSet {
    private final TrackProblem problem;
    private final Long[][] link;
    private final List<List<Integer>> tracks = new ArrayList<>();
    private final ObjLongConsumer<List<List<Integer>>> found;

    private EveryTrackSet(TrackProblem problem, ObjLongConsumer<List<List<Integer>>> found) {
        this.problem = problem;
        this.found = found;
        int people = problem.people().size();
        link = new Long[people][people];
        for (TrackLink l : problem.links()) {
            link[l.from()][l.to()] = l.cost();
        }
    }

    static long optimum(TrackProblem problem) {
        long[] best = {Long.MAX_VALUE};
        new EveryTrackSet(problem, (tracks, cost) -> best[0] = Math.min(best[0], cost)).place(0, 0);
        return best[0];
    }

    /** Cost of each set of tracks, the tracks in the order of their first people. */
    static Map<List<List<Integer>>, Long> costs(TrackProblem problem) {
        Map<List<List<Integer>>, Long> result = new HashMap<>();
        new EveryTrackSet(
                        problem,
                        (tracks, cost) ->
                                result.put(tracks.stream().map(List::copyOf).toList(), cost))
                .place(0, 0);
        return result;
    }

    /** Deaths are paid at the last person so far, and paid back if the track goes on. */
    private void place(int person, long cost) {
        if (person == problem.people().size()) {
            found.accept(tracks, cost);
            return;
        }
        place(person + 1, cost);
        TrackPerson here = problem.people().get(person);
        tracks.add(new ArrayList<>(List.of(person)));
        place(person + 1, cost + here.birth() - here.reward() + here.death());
        tracks.remove(tracks.size() - 1);
        for (int t = 0; t < tracks.size(); t++) {
            List<Integer> track = tracks.get(t);
            int last = track.get(track.size() - 1);
            Long step = link[last][person];
            if (step != null) {
                track.add(person);
                place(person + 1, cost - problem.people().get(last).death() + step - here.reward() + here.death());
                track.remove(track.size() - 1);
            }
        }
    }
}
