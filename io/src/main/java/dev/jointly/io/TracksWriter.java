package dev.jointly.io;

import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.track.Crossings;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackDual;
import dev.jointly.track.TrackMargin;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the tracks of a clip, format {@code jointly/tracks@1}. Objective and bound are exact decimals; people, links and
 * dual are whole micro-units.
 */
public final class TracksWriter {
    /** What the field {@code format} says. */
    public static final String FORMAT = "jointly/tracks@1";

    private TracksWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(TracksDocument document, Layout layout, OutputStream out) throws IOException {
        TrackDual dual = document.solution().dual();
        Crossings words = new Crossings(document.problem(), document.solution().tracks());
        Stream<?> margins =
                document.margins().stream().map(margin -> margin(margin, words.words(margin, document::number)));
        layout.write(
                out,
                Json.object(
                        "format", FORMAT,
                        "status", document.bound().optimal() ? "optimal" : "bounded",
                        "objective", Micro.decimal(document.solution().objective()),
                        "lowerBound", Micro.decimal(document.bound().lowerBound()),
                        "settings", settings(document.settings()),
                        "stride", document.stride(),
                        "frames", document.frames().stream().map(TracksWriter::frame),
                        "people",
                                document.problem().people().stream()
                                        .map(person -> new long[] {person.birth(), person.death(), person.reward()}),
                        "links",
                                document.problem().links().stream()
                                        .map(link -> new long[] {link.from(), link.to(), link.cost()}),
                        "dual", Json.object("in", dual.in(), "out", dual.out(), "waiting", Json.some(dual.waiting())),
                        "constrained", Json.when(document.constrained(), true),
                        "margins", Json.when(!document.margins().isEmpty(), margins)));
    }

    private static Map<String, @Nullable Object> margin(TrackMargin margin, String instead) {
        return Json.object(
                "of", ends(margin.from(), margin.to()),
                "margin", Micro.decimal(margin.margin()),
                "atLeast", Micro.decimal(margin.atLeast()),
                "exact", margin.exact(),
                "instead", instead,
                "removed", changes(margin, false),
                "added", changes(margin, true));
    }

    private static Stream<?> changes(TrackMargin margin, boolean added) {
        return margin.changes().stream()
                .filter(change -> change.added() == added)
                .map(change -> ends(change.from(), change.to()));
    }

    /** Two people; null stands for none. */
    private static List<@Nullable Integer> ends(int from, int to) {
        return Arrays.asList(from == TrackMargin.NONE ? null : from, to == TrackMargin.NONE ? null : to);
    }

    private static Map<String, @Nullable Object> settings(LinkSettings settings) {
        return Json.object(
                "longestGap", settings.longestGap(),
                "birth", settings.birth(),
                "death", settings.death(),
                "reward", settings.reward(),
                "gap", settings.gap(),
                "motion", settings.motion(),
                "reach", settings.reach(),
                "jointCap", settings.jointCap(),
                "smallestSize", settings.smallestSize(),
                "identity", Json.when(settings.identity() > 0, settings.identity()));
    }

    private static Map<String, @Nullable Object> frame(TrackedFrame frame) {
        return Json.object(
                "problem", frame.problem(),
                "problemSha256", Optional.ofNullable(frame.problemSha256()),
                "number", frame.number(),
                "tracks", frame.tracks().stream().map(track -> track == TrackedFrame.NO_TRACK ? null : track));
    }
}
