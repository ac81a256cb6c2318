package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.BadInputException;
import dev.jointly.io.PersonScoreJson;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.PersonScore;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads cost models, format {@code jointly/costs@1}. Whatever is wrong is a {@link BadInputException}. */
public final class CostModelReader {
    /** What the field {@code format} of a cost model says. */
    public static final String FORMAT = "jointly/costs@1";

    /** Models in one list: one for every two of the most parts an anatomy may have would not be sane. */
    private static final Limit MODELS = Limit.of(2_000, "entries");

    private static final String REQUIRED = "a field of every cost model";
    private static final String KIND = "an object with weight and gain";
    private static final String TERMS = "an array of terms";
    private static final String TWO = "the names of two parts";
    private static final String PART = "a part's name";

    private static final JsonShape WEIGHT = JsonShape.of(KIND, "weight", "gain");
    private static final JsonShape KINDS = JsonShape.of("an object with unary, limb, reach and twin")
            .with("unary", WEIGHT)
            .with("limb", WEIGHT)
            .with("reach", WEIGHT)
            .with("twin", WEIGHT);
    private static final JsonShape MODEL = JsonShape.of("a model, an object with parts, bias and terms", "part", "bias")
            .with("parts", Limit.of(2, "entries"))
            .with(
                    "terms",
                    Limit.of(Feature.values().length, "entries"),
                    JsonShape.of("a term, an object with feature, centre and weight", "feature", "centre", "weight"));
    private static final JsonShape SHAPE = JsonShape.of(
                    "a cost model", "name", "poseCost", "mostCost", "hopeless", "confident")
            .format(FORMAT)
            .with("anatomy", AnatomyJson.SHAPE)
            .with("kinds", KINDS)
            .with("limbLengths", MODELS)
            .with("unary", MODELS, MODEL)
            .with("pairs", MODELS, MODEL)
            .with("personScore", PersonScoreJson.SHAPE);

    private CostModelReader() {}

    /** Reads the file, which must hold one model. */
    public static CostModel read(Path file) {
        return read(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static CostModel read(String name, InputStream in) {
        return read(JsonSource.of(name, in));
    }

    private static CostModel read(JsonSource source) {
        return source.only("a cost model", SHAPE, CostModelReader::model);
    }

    private static CostModel model(JsonValue value) {
        String name = value.get("name", REQUIRED).name("the model's name");
        value.get("anatomy", REQUIRED);
        Anatomy anatomy = AnatomyJson.of(value);
        double poseCost = number(value, "poseCost");
        JsonValue kinds = value.get("kinds", REQUIRED);
        Map<CostKind, CostModel.Kind> weights = new EnumMap<>(CostKind.class);
        for (CostKind kind : CostKind.values()) {
            weights.put(kind, kind(kinds.get(kind.label(), KIND)));
        }
        double mostCost = number(value, "mostCost");
        double hopeless = number(value, "hopeless");
        double confident = number(value, "confident");
        List<Double> lengths = value.find("limbLengths")
                .map(all -> all.entries("an array of lengths, one for each limb", CostModelReader::number))
                .orElse(null);
        List<JsonValue> unary = models(value, "unary");
        List<JsonValue> pairs = models(value, "pairs");
        PersonScore personScore = PersonScoreJson.of(value);
        return value.checked(() -> new CostModel(
                name,
                anatomy,
                poseCost,
                new CostModel.Kinds(weights),
                mostCost,
                hopeless,
                lengths,
                confident,
                ofParts(unary, anatomy, value),
                ofPairs(pairs, anatomy),
                personScore));
    }

    private static List<JsonValue> models(JsonValue value, String field) {
        return value.get(field, REQUIRED).entries("an array of models");
    }

    private static List<Logistic> ofParts(List<JsonValue> models, Anatomy anatomy, JsonValue value) {
        List<Logistic> ordered = new ArrayList<>();
        for (String part : anatomy.parts()) {
            List<JsonValue> own = models.stream()
                    .filter(model -> parts(model).equals(List.of(part)))
                    .toList();
            if (own.size() != 1 || models.size() != anatomy.size()) {
                throw value.problem(
                        "unary",
                        "found " + own.size() + " models of \"" + part + "\" and " + models.size()
                                + " in all but expected one for each of the anatomy's parts");
            }
            ordered.add(logistic(own.get(0)));
        }
        return ordered;
    }

    private static Map<Limb, Logistic> ofPairs(List<JsonValue> models, Anatomy anatomy) {
        Map<Limb, Logistic> byParts = new HashMap<>();
        for (JsonValue model : models) {
            List<String> parts = parts(model);
            if (parts.size() != 2) {
                throw model.bad("no parts", TWO);
            }
            Limb pair = new Limb(anatomy.partNamed(parts.get(0)), anatomy.partNamed(parts.get(1)));
            if (pair.a() > pair.b()) {
                throw model.bad("parts " + parts, "the part that the anatomy lists first, first");
            }
            if (byParts.put(pair, logistic(model)) != null) {
                throw model.bad("parts " + parts + " a second time", "every pair of parts once");
            }
        }
        return byParts;
    }

    private static List<String> parts(JsonValue model) {
        return model.find("part")
                .map(part -> List.of(part.name(PART)))
                .orElseGet(() -> model.entriesIfAny("parts", TWO, part -> part.name(PART)));
    }

    private static CostModel.Kind kind(JsonValue kind) {
        String above = "a number above 0";
        double weight = kind.get("weight", above).finite("a finite number");
        if (weight <= 0) {
            throw kind.get("weight", above).bad(above);
        }
        return new CostModel.Kind(weight, kind.get("gain", "a number").finite("a finite number"));
    }

    private static Logistic logistic(JsonValue model) {
        return new Logistic(
                model.get("bias", "a number").finite("a finite number"),
                model.get("terms", TERMS).entries(TERMS, CostModelReader::term));
    }

    private static Logistic.Term term(JsonValue term) {
        String expected = "one of " + Feature.labels();
        JsonValue feature = term.get("feature", expected);
        return new Logistic.Term(
                Feature.labelled(feature.string(expected)).orElseThrow(() -> feature.bad(expected)),
                term.get("centre", "a number").finite("a finite number"),
                term.get("weight", "a number").finite("a finite number"));
    }

    private static double number(JsonValue value, String field) {
        return number(value.get(field, REQUIRED));
    }

    private static double number(JsonValue value) {
        return value.finite("a finite number");
    }
}
