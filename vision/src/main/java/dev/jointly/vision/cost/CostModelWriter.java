package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.Layout;
import dev.jointly.io.PersonScoreJson;
import dev.jointly.io.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes cost models, format {@code jointly/costs@1}. Numbers are exact: reading them again gives the same model. */
public final class CostModelWriter {
    private CostModelWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(CostModel model, Layout layout, OutputStream out) throws IOException {
        List<String> parts = model.anatomy().parts();
        Map<String, Object> kinds = new LinkedHashMap<>();
        model.kinds()
                .all()
                .forEach((kind, one) ->
                        kinds.put(kind.label(), Json.object("weight", one.weight(), "gain", one.gain())));
        layout.write(
                out,
                Json.object(
                        "format", CostModelReader.FORMAT,
                        "name", model.name(),
                        "anatomy", AnatomyJson.json(model.anatomy()),
                        "poseCost", model.poseCost(),
                        "kinds", kinds,
                        "mostCost", model.mostCost(),
                        "hopeless", model.hopeless(),
                        "confident", model.confident(),
                        "limbLengths", Optional.ofNullable(model.limbLengths()),
                        "unary",
                                IntStream.range(0, parts.size())
                                        .mapToObj(p -> logistic(
                                                "part",
                                                parts.get(p),
                                                model.unary().get(p))),
                        "pairs",
                                new TreeMap<>(model.pairs())
                                        .entrySet().stream()
                                                .map(pair ->
                                                        logistic("parts", ends(pair.getKey(), parts), pair.getValue())),
                        "personScore", PersonScoreJson.json(model.personScore())));
    }

    private static List<String> ends(Limb pair, List<String> parts) {
        return List.of(parts.get(pair.a()), parts.get(pair.b()));
    }

    private static Map<String, @Nullable Object> logistic(String field, Object of, Logistic logistic) {
        return Json.object(
                field,
                of,
                "bias",
                logistic.bias(),
                "terms",
                logistic.terms().stream()
                        .map(term -> Json.object(
                                "feature", term.feature().label(),
                                "centre", term.centre(),
                                "weight", term.weight())));
    }
}
