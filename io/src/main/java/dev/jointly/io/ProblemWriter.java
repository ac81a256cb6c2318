package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes problems, format {@code jointly/problem@1}. Costs are exact, so reading them again gives the same problem. */
public final class ProblemWriter {
    private ProblemWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(Problem problem, Layout layout, OutputStream out) throws IOException {
        Json.Entries pairs =
                each -> problem.pairs().forEach((a, b, micro) -> each.accept(List.of(a, b, Micro.decimal(micro))));
        layout.write(
                out,
                Json.object(
                        "format", ProblemReader.FORMAT,
                        "id", problem.id(),
                        "image", ImageFields.json(problem.image()),
                        "anatomy", AnatomyJson.json(problem.anatomy()),
                        "poseCost", Micro.decimal(problem.poseCost()),
                        "detections", problem.detections().stream().map(d -> detection(d, problem.anatomy())),
                        "pairs", pairs,
                        "absentPairs", problem.pairs().absentForbidden() ? "forbidden" : "zero",
                        "maxPoses", problem.maxPoses(),
                        "personScore", PersonScoreJson.json(problem.personScore()),
                        "pins",
                                Json.some(problem.pins().stream()
                                        .map(ProblemWriter::pin)
                                        .toList())));
    }

    private static Map<String, @Nullable Object> detection(Detection detection, Anatomy anatomy) {
        Map<String, @Nullable Object> json = Json.object("part", anatomy.parts().get(detection.part()));
        json.putAll(place(detection));
        json.put("cost", Micro.decimal(detection.cost()));
        return json;
    }

    /** The fields x, y and score, as far as they are known. */
    static Map<String, @Nullable Object> place(Detection detection) {
        return Json.object(
                "x", Optional.ofNullable(detection.x()),
                "y", Optional.ofNullable(detection.y()),
                "score", Optional.ofNullable(detection.score()));
    }

    /** A pin as files and requests spell it. */
    public static Map<String, @Nullable Object> pin(Pin pin) {
        int[] detections = pin.detections();
        return Json.object(pin.kind().word(), detections.length == 1 ? detections[0] : detections);
    }
}
