package dev.jointly.track.choose;

import dev.jointly.track.Track;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chosen groupings, with the cheapest tracks of their people.
 *
 * @param chosen for each choice, the position of its grouping
 * @param objective cost of the tracks plus prices, in micro-units
 */
record ChosenTracks(List<Integer> chosen, List<Track> tracks, long objective) {
    /** Solves the flow of the people who are left. */
    static ChosenTracks of(TrackProblem problem, Membership membership, List<Integer> chosen) {
        int size = problem.people().size();
        boolean[] present = new boolean[size];
        Arrays.fill(present, true);
        long prices = 0;
        for (int c = 0; c < chosen.size(); c++) {
            membership.groups().get(c).forEach(group -> group.forEach(person -> present[person] = false));
            membership.groups().get(c).get(chosen.get(c)).forEach(person -> present[person] = true);
            prices = Math.addExact(
                    prices,
                    problem.choices().get(c).groupings().get(chosen.get(c)).price());
        }
        int[] number = new int[size];
        List<Integer> kept = new ArrayList<>();
        List<TrackPerson> people = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (present[i]) {
                number[i] = kept.size();
                kept.add(i);
                people.add(problem.people().get(i));
            }
        }
        List<TrackLink> links = problem.links().stream()
                .filter(link -> present[link.from()] && present[link.to()])
                .map(link -> new TrackLink(number[link.from()], number[link.to()], link.cost()))
                .toList();
        TrackSolution solution = TrackSolver.solve(new TrackProblem(people, links));
        List<Track> tracks = solution.tracks().stream()
                .map(track -> new Track(
                        track.id(), track.people().stream().map(kept::get).toList()))
                .toList();
        return new ChosenTracks(List.copyOf(chosen), tracks, Math.addExact(solution.objective(), prices));
    }

    ChosenTracks better(ChosenTracks other) {
        return other.objective < objective ? other : this;
    }
}
