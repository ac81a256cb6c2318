package dev.jointly.track.choose;

import dev.jointly.track.FrameGroupings;
import dev.jointly.track.PricedGrouping;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is in which grouping, by numbers of people in the problem.
 *
 * @param groups for each choice and each of its groupings, the people
 * @param optional people who are in some groupings of their frame but not in all, ascending
 */
record Membership(List<List<List<Integer>>> groups, List<Integer> optional) {
    static Membership of(TrackProblem problem) {
        Map<List<Integer>, Integer> places = new HashMap<>();
        for (int i = 0; i < problem.people().size(); i++) {
            TrackPerson person = problem.people().get(i);
            places.put(List.of(person.frame(), person.index()), i);
        }
        List<List<List<Integer>>> groups = new ArrayList<>();
        int[] times = new int[problem.people().size()];
        List<Integer> optional = new ArrayList<>();
        for (FrameGroupings choice : problem.choices()) {
            List<List<Integer>> ofFrame = new ArrayList<>();
            for (PricedGrouping grouping : choice.groupings()) {
                List<Integer> people = new ArrayList<>();
                for (int index : grouping.people()) {
                    int person = places.getOrDefault(List.of(choice.frame(), index), -1);
                    people.add(person);
                    times[person]++;
                }
                ofFrame.add(people);
            }
            groups.add(ofFrame);
            ofFrame.stream()
                    .flatMap(List::stream)
                    .distinct()
                    .filter(person -> times[person] < ofFrame.size())
                    .sorted()
                    .forEach(optional::add);
        }
        return new Membership(groups, optional);
    }
}
