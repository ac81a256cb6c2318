package dev.jointly.track;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
        return everyChoice(problem).stream()
                .mapToLong(chosen -> prices(problem, chosen) + EveryTrackSet.optimum(flow(problem, chosen)))
                .min()
                .orElseThrow();
    }

    /** Every way to choose one grouping of each frame. */
    private static List<List<Integer>> everyChoice(TrackProblem problem) {
        List<List<Integer>> all = List.of(List.of());
        for (FrameGroupings choice : problem.choices()) {
            all = all.stream()
                    .flatMap(chosen -> IntStream.range(0, choice.groupings().size())
                            .mapToObj(g ->
                                    Stream.concat(chosen.stream(), Stream.of(g)).toList()))
                    .toList();
        }
        return all;
    }

    private static long prices(TrackProblem problem, List<Integer> chosen) {
        return IntStream.range(0, chosen.size())
                .mapToLong(c ->
                        problem.choices().get(c).groupings().get(chosen.get(c)).price())
                .sum();
    }

    /** The flow that is left once groupings are chosen. */
    private static TrackProblem flow(TrackProblem problem, List<Integer> chosen) {
        List<TrackPerson> people = new ArrayList<>(problem.people());
        for (int c = 0; c < chosen.size(); c++) {
            FrameGroupings choice = problem.choices().get(c);
            PricedGrouping grouping = choice.groupings().get(chosen.get(c));
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
        return new TrackProblem(people, links);
    }

    /** The cheapest tracks over all choices, and the best dual that a few subgradient steps find. */
    static TrackSolution solved(TrackProblem problem) {
        TrackDual dual = dual(problem);
        return everyChoice(problem).stream()
                .map(chosen -> solved(problem, chosen, dual))
                .min(Comparator.comparingLong(TrackSolution::objective))
                .orElseThrow();
    }

    private static TrackSolution solved(TrackProblem problem, List<Integer> chosen, TrackDual dual) {
        TrackProblem left = flow(problem, chosen);
        TrackSolution solution = TrackSolver.solve(left);
        List<Track> tracks = solution.tracks().stream()
                .map(track -> new Track(
                        track.id(),
                        track.people().stream()
                                .map(i -> problem.people().indexOf(left.people().get(i)))
                                .toList()))
                .toList();
        return new TrackSolution(tracks, solution.objective() + prices(problem, chosen), dual, chosen);
    }

    private static TrackDual dual(TrackProblem problem) {
        List<Long> multipliers =
                new ArrayList<>(Collections.nCopies(problem.people().size(), 0L));
        TrackDual best = new TrackDual(multipliers, multipliers, multipliers);
        long bestBound = Long.MIN_VALUE;
        for (long step = 400_000; step > 0; step = step * 2 / 3) {
            List<TrackPerson> paying = new ArrayList<>();
            for (TrackPerson person : problem.people()) {
                long reward = person.reward() - multipliers.get(paying.size());
                paying.add(new TrackPerson(person.frame(), person.index(), person.birth(), person.death(), reward));
            }
            TrackSolution flow = TrackSolver.solve(new TrackProblem(paying, problem.links()));
            Set<Integer> tracked = flow.tracks().stream()
                    .flatMap(track -> track.people().stream())
                    .collect(Collectors.toSet());
            TrackDual dual = new TrackDual(flow.dual().in(), flow.dual().out(), multipliers);
            long bound = flow.objective();
            for (FrameGroupings choice : problem.choices()) {
                ToLongFunction<PricedGrouping> price = grouping -> grouping.price()
                        - people(problem, choice, grouping).stream()
                                .mapToLong(dual.multipliers()::get)
                                .sum();
                PricedGrouping cheapest = choice.groupings().stream()
                        .min(Comparator.comparingLong(price))
                        .orElseThrow();
                bound += price.applyAsLong(cheapest);
                for (int i = 0; i < problem.people().size(); i++) {
                    TrackPerson person = problem.people().get(i);
                    if (person.frame() == choice.frame()) {
                        int excess = (tracked.contains(i) ? 1 : 0)
                                - (cheapest.people().contains(person.index()) ? 1 : 0);
                        multipliers.set(i, Math.max(0, multipliers.get(i) + step * excess));
                    }
                }
            }
            if (bound > bestBound) {
                bestBound = bound;
                best = dual;
            }
        }
        return best;
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
