package dev.jointly.server;

import dev.jointly.io.DocumentReader;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.server.ClipReader.GivenClip;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.MotionFit;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.track.TracksStoppedException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Who is who over the frames of a clip. Nothing is kept between requests. */
public final class TrackRoutes implements Routes {
    /** Pairs of people in frames within the longest gap, each a link at most; for what is not stopped in between, such as the check. */
    private static final long MOST_PAIRS = 500_000;

    private final SolveService solves;

    public TrackRoutes(SolveService solves) {
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
            GivenClip clip = clip(body);
            byte[] answer = solves.await(solves.run(timeLimit, turn -> answer(clip, turn)), Client.of(ctx)::gone);
            SolveRoutes.send(ctx, Answers.Document.json(answer));
        });
    }

    private GivenClip clip(byte[] body) {
        try (DocumentReader<GivenClip> reader =
                ClipReader.of(body, solves.limits().detections())) {
            GivenClip clip = reader.next();
            SolveRoutes.requireEnd(reader.hasNext());
            return clip;
        }
    }

    static byte[] answer(GivenClip given, Turn turn) {
        try {
            return linked(given, turn);
        } catch (TracksStoppedException e) {
            throw HttpProblem.tooLate();
        }
    }

    private static byte[] linked(GivenClip given, Turn turn) {
        Clip clip = given.frames().clip();
        requireFewPairs(clip, given.longestGap());
        LinkSettings start = LinkSettings.DEFAULT.withLongestGap(given.longestGap());
        LinkSettings settings = MotionFit.fitted(start, clip, turn::over);
        TrackProblem problem = new LinkCosts(settings).problem(clip, turn::over);
        TrackSolution solution = TrackSolver.solve(problem, turn::over);
        TrackVerdict verdict = TrackCheck.check(problem, solution);
        if (verdict.outcome() != Outcome.OPTIMAL) {
            throw HttpProblem.of(
                    500,
                    "self-check-failed",
                    "the tracks do not pass their check: " + String.join("; ", verdict.reasons()));
        }
        SortedMap<Integer, List<Integer>> tracks = given.frames().tracks(solution);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("status", "optimal");
        members.put("objective", Micro.decimal(verdict.objective()));
        members.put("lowerBound", Micro.decimal(verdict.bound()));
        members.put(
                "tracks",
                given.numbers().stream()
                        .map(number -> nullsForNone(tracks.getOrDefault(number, List.of())))
                        .toList());
        return Json.bytes(members);
    }

    private static void requireFewPairs(Clip clip, int longestGap) {
        List<ClipFrame> frames = clip.frames();
        long pairs = 0;
        for (int f = 0; f < frames.size(); f++) {
            for (int e = f - 1; e >= 0 && frames.get(f).number() - frames.get(e).number() <= longestGap + 1; e--) {
                pairs += (long) frames.get(e).people().size()
                        * frames.get(f).people().size();
            }
            if (pairs > MOST_PAIRS) {
                throw HttpProblem.of(
                        413,
                        "too-many-people",
                        "more than " + MOST_PAIRS + " pairs of people are within the longest gap of " + longestGap
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
