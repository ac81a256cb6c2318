package dev.jointly.server;

import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksAsked;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.server.ClipReader.GivenClip;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.Crossings;
import dev.jointly.track.Crossings.Crossing;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.MotionFit;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackPinsException;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackQuestion;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.track.TracksStoppedException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Who is who over the frames of a clip. Nothing is kept between requests. */
final class TrackRoutes implements Routes {
    /** Pairs of people in frames within the longest gap, each a link at most; for what is not stopped in between, such as the check. */
    private static final long MAX_PAIRS = 2_000_000;

    private final SolveService solves;

    TrackRoutes(SolveService solves) {
        this.solves = solves;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post("/api/v1/tracks", this::tracks);
    }

    private void tracks(Context ctx) throws Exception {
        Duration timeLimit = Parameters.of(ctx, List.of(Parameters.TIME_LIMIT))
                .duration(Parameters.TIME_LIMIT)
                .orElse(solves.limits().longest());
        solves.bodies().read(ctx, body -> {
            GivenClip clip =
                    SolveRoutes.only(ClipReader.of(body, solves.limits().detections()));
            byte[] answer =
                    solves.run(timeLimit, budget -> answer(clip, budget)).await(Client.of(ctx)::gone);
            SolveRoutes.send(ctx, Answers.Document.json(answer));
        });
    }

    static byte[] answer(GivenClip given, WorkQueue.TimeBudget budget) {
        try {
            return linked(given, budget);
        } catch (TracksStoppedException e) {
            throw HttpProblem.tooLate();
        }
    }

    private static byte[] linked(GivenClip given, WorkQueue.TimeBudget budget) {
        Clip clip = given.frames().clip();
        requireFewPairs(clip, given.longestGap());
        LinkSettings start = LinkSettings.DEFAULT.withLongestGap(given.longestGap());
        LinkSettings settings = MotionFit.fitted(start, clip, budget::over);
        List<TrackedFrame> frames = given.frames().untracked();
        TrackQuestion question = given.asked().question(frames, given.frames().stride());
        TrackSolver solver =
                new TrackSolver(new LinkCosts(settings).problem(clip, budget::over), question.limit(), budget::over);
        try {
            solver.pin(question.pins());
        } catch (TrackPinsException e) {
            throw HttpProblem.of(
                    409,
                    "pins-conflict",
                    "these pins cannot all hold: "
                            + e.pins().stream()
                                    .map(pin -> pin.words(person -> TracksAsked.name(frames, person)))
                                    .collect(Collectors.joining("; "))
                            + ": " + e.getMessage());
        }
        TrackSolution solution = solver.solution();
        List<TrackMargin> margins = given.crossings() ? solver.margins() : List.of();
        TrackVerdict verdict = TrackCheck.check(solver.problem(), solution, question, margins);
        if (verdict.outcome() != Outcome.OPTIMAL) {
            throw HttpProblem.of(
                    500,
                    "self-check-failed",
                    "the tracks do not pass their check: " + String.join("; ", verdict.reasons()));
        }
        SortedMap<Integer, List<Integer>> tracks = given.frames().tracks(solution);
        List<?> numbers = given.numbers().stream()
                .map(number -> nullsForNone(tracks.getOrDefault(number, List.of())))
                .toList();
        List<?> crossings =
                given.crossings() ? crossings(given, settings, solver.problem(), solution, margins) : List.of();
        return Json.bytes(Json.object(
                "status", "optimal",
                "objective", Micro.decimal(verdict.objective()),
                "lowerBound", Micro.decimal(verdict.bound()),
                "tracks", numbers,
                "crossings", Json.when(given.crossings(), crossings)));
    }

    /** Doubtful places, and as pins what says that the tracks are right there, and what says that they are the other ones. */
    private static List<Map<String, @Nullable Object>> crossings(
            GivenClip given,
            LinkSettings settings,
            TrackProblem problem,
            TrackSolution solution,
            List<TrackMargin> margins) {
        List<TrackedFrame> frames = given.frames().untracked();
        int first = frames.isEmpty() ? 0 : frames.get(0).number();
        int stride = given.frames().stride();
        Crossings crossings = new Crossings(problem, solution.tracks());
        long broken = Micro.of(settings.birth() + settings.death());
        return crossings.list(margins, broken, settings.longestGap() + 1).stream()
                .map(crossing -> Json.object(
                        "frame", first + crossing.frame() * stride,
                        "kind", crossing.kind().words(),
                        "tracks", crossing.tracks(),
                        "margin", Micro.decimal(crossing.cost()),
                        "instead", crossings.words(crossing, frame -> first + frame * stride),
                        "same", links(crossing, false, problem, first, stride),
                        "swap", links(crossing, true, problem, first, stride)))
                .toList();
    }

    /** Links that are removed or added, each as two people, [frame, person]. */
    private static List<List<List<Integer>>> links(
            Crossing crossing, boolean added, TrackProblem problem, int first, int stride) {
        return crossing.changes().stream()
                .filter(change -> change.added() == added && change.from() >= 0 && change.to() >= 0)
                .map(change -> IntStream.of(change.from(), change.to())
                        .mapToObj(problem.people()::get)
                        .map(person -> List.of(first + person.frame() * stride, person.index()))
                        .toList())
                .toList();
    }

    private static void requireFewPairs(Clip clip, int longestGap) {
        List<ClipFrame> frames = clip.frames();
        long pairs = 0;
        for (int f = 0; f < frames.size(); f++) {
            for (int e = f - 1; e >= 0 && frames.get(f).number() - frames.get(e).number() <= longestGap + 1; e--) {
                pairs += (long) frames.get(e).people().size()
                        * frames.get(f).people().size();
            }
            if (pairs > MAX_PAIRS) {
                throw HttpProblem.of(
                        413,
                        "too-many-people",
                        "more than " + MAX_PAIRS + " pairs of people are within the longest gap of " + longestGap
                                + " frames; send fewer frames, or use jointly track");
            }
        }
    }

    private static List<@Nullable Integer> nullsForNone(List<Integer> tracks) {
        List<@Nullable Integer> numbers = new ArrayList<>();
        tracks.forEach(track -> numbers.add(track == TrackedFrame.NO_TRACK ? null : track));
        return numbers;
    }
}
