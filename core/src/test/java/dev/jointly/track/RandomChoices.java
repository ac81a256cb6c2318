package dev.jointly.track;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random problems with alternative groupings, and their optimum by trying everything. */
final class RandomChoices {
    private RandomChoices() {}

    /** Groupings of most frames; each has some of the people, and together they have all. */
    static TrackProblem problem(Random random, int frames, int mostPeople, int longestGap) {
        TrackProblem tracks = RandomTracks.problem(random, frames, mostPeople, longestGap);
        long range = random.nextBoolean() ? 3 : 800_000;
        List<FrameGroupings> choices = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            int frame = f;
            int people = (int) tracks.people().stream()
                    .filter(person -> person.frame() == frame)
                    .count();
            if (random.nextInt(5) > 0) {
                choices.add(new FrameGroupings(f, groupings(random, people, range)));
            }
        }
        return tracks.withChoices(choices);
    }

    private static List<PricedGrouping> groupings(Random random, int people, long range) {
        int count = 1 + random.nextInt(3);
        List<List<Integer>> groups = new ArrayList<>();
        for (int g = 0; g < count; g++) {
            groups.add(new ArrayList<>());
        }
        for (int i = 0; i < people; i++) {
            int sure = random.nextInt(count);
            for (int g = 0; g < count; g++) {
                if (g == sure || random.nextInt(3) == 0) {
                    groups.get(g).add(i);
                }
            }
        }
        int free = random.nextInt(count);
        List<PricedGrouping> groupings = new ArrayList<>();
        for (int g = 0; g < count; g++) {
            Collections.shuffle(groups.get(g), random);
            groupings.add(new PricedGrouping(g == free ? 0 : (long) (random.nextDouble() * range), groups.get(g)));
        }
        return groupings;
    }

    /** The least cost over all choices of groupings and all sets of tracks. */
    static long optimum(TrackProblem problem) {
        return optimum(problem, 0, new ArrayList<>());
    }

    private static long optimum(TrackProblem problem, int c, List<Integer> chosen) {
        if (c == problem.choices().size()) {
            return optimum(problem, chosen);
        }
        long best = Long.MAX_VALUE;
        for (int g = 0; g < problem.choices().get(c).groupings().size(); g++) {
            chosen.add(g);
            best = Math.min(best, optimum(problem, c + 1, chosen));
            chosen.remove(chosen.size() - 1);
        }
        return best;
    }

    /** With the groupings fixed: people of the others have no links and a birth that nobody pays. */
    private static long optimum(TrackProblem problem, List<Integer> chosen) {
        long prices = 0;
        List<TrackPerson> people = new ArrayList<>(problem.people());
        for (int c = 0; c < chosen.size(); c++) {
            FrameGroupings choice = problem.choices().get(c);
            PricedGrouping grouping = choice.groupings().get(chosen.get(c));
            prices += grouping.price();
            people.removeIf(person ->
                    person.frame() == choice.frame() && !grouping.people().contains(person.index()));
        }
        List<TrackLink> links = new ArrayList<>();
        for (TrackLink link : problem.links()) {
            int from = people.indexOf(problem.people().get(link.from()));
            int to = people.indexOf(problem.people().get(link.to()));
            if (from >= 0 && to >= 0) {
                links.add(new TrackLink(from, to, link.cost()));
            }
        }
        return prices + EveryTrackSet.optimum(new TrackProblem(people, links));
    }

    /** Numbers of the people of a grouping. */
    static List<Integer> people(TrackProblem problem, FrameGroupings choice, PricedGrouping grouping) {
        return IntStream.range(0, problem.people().size())
                .filter(i -> problem.people().get(i).frame() == choice.frame()
                        && grouping.people().contains(problem.people().get(i).index()))
                .boxed()
                .toList();
    }
}
