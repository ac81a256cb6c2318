package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.BadInputException;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.io.PersonScoreJson;
import dev.jointly.problem.PersonScore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads cost models, format {@code jointly/costs@1}. Whatever is wrong is a {@link BadInputException}. */
public final class CostModelReader {
    /** What the field {@code format} of a cost model says. */
    public static final String FORMAT = "jointly/costs@1";

    private static final List<String> FIELDS = List.of(
            "format",
            "name",
            "anatomy",
            "poseCost",
            "kinds",
            "mostCost",
            "hopeless",
            "confident",
            "limbLengths",
            "unary",
            "pairs",
            "personScore");
    private static final List<String> OPTIONAL = List.of("limbLengths", "personScore");
    private static final List<String> KINDS = List.of("unary", "limb", "reach", "twin");

    /** Models in one list: one for every two of the most parts an anatomy may have would not be sane. */
    private static final int MOST_MODELS = 2_000;

    private final JsonSource source;

    private CostModelReader(JsonSource source) {
        this.source = source;
    }

    /** Reads the file, which must hold one model. */
    public static CostModel read(Path file) {
        return read(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static CostModel read(String name, InputStream in) {
        return read(JsonSource.of(name, in));
    }

    private static CostModel read(JsonSource opened) {
        return opened.only("a cost model", source -> new CostModelReader(source).model());
    }

    private CostModel model() throws IOException {
        JsonObject object = new JsonObject(source, FIELDS, "a cost model");
        String name = "";
        Anatomy anatomy = null;
        double[] numbers = new double[4];
        CostModel.Kinds kinds = null;
        List<Double> lengths = null;
        List<Named> unary = List.of();
        List<Named> pairs = List.of();
        PersonScore personScore = null;
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(FORMAT);
                case "name" -> name = source.name("the model's name");
                case "anatomy" -> anatomy = AnatomyJson.read(source);
                case "poseCost" -> numbers[0] = number();
                case "mostCost" -> numbers[1] = number();
                case "hopeless" -> numbers[2] = number();
                case "confident" -> numbers[3] = number();
                case "kinds" -> kinds = kinds();
                case "limbLengths" -> lengths = lengths();
                case "unary" -> unary = models();
                case "pairs" -> pairs = models();
                case "personScore" -> personScore = PersonScoreJson.read(source);
                default -> source.skip();
            }
        }
        for (String field : FIELDS) {
            if (!OPTIONAL.contains(field)) {
                object.require(field, "a field of every cost model");
            }
        }
        if (anatomy == null || kinds == null) {
            throw new IllegalStateException("required fields were read");
        }
        try {
            return new CostModel(
                    name,
                    anatomy,
                    numbers[0],
                    kinds,
                    numbers[1],
                    numbers[2],
                    lengths,
                    numbers[3],
                    ofParts(unary, anatomy),
                    ofPairs(pairs, anatomy),
                    personScore);
        } catch (IllegalArgumentException e) {
            throw source.problem("", String.valueOf(e.getMessage()));
        }
    }

    /** A model as the file has it, with the names of its parts. */
    private record Named(String path, List<String> parts, Logistic logistic) {}

    private List<Logistic> ofParts(List<Named> models, Anatomy anatomy) {
        List<Logistic> ordered = new ArrayList<>();
        for (int p = 0; p < anatomy.size(); p++) {
            String part = anatomy.parts().get(p);
            List<Named> own =
                    models.stream().filter(m -> m.parts().equals(List.of(part))).toList();
            if (own.size() != 1 || models.size() != anatomy.size()) {
                throw source.problem(
                        "/unary",
                        "found " + own.size() + " models of \"" + part + "\" and " + models.size()
                                + " in all but expected one for each of the anatomy's parts");
            }
            ordered.add(own.get(0).logistic());
        }
        return ordered;
    }

    private Map<Limb, Logistic> ofPairs(List<Named> models, Anatomy anatomy) {
        Map<Limb, Logistic> byParts = new HashMap<>();
        for (Named model : models) {
            if (model.parts().size() != 2) {
                throw source.bad(model.path(), "no parts", "the names of two parts");
            }
            int p = anatomy.partNamed(model.parts().get(0));
            int q = anatomy.partNamed(model.parts().get(1));
            if (p > q) {
                throw source.bad(
                        model.path(), "parts " + model.parts(), "the part that the anatomy lists first, first");
            }
            if (byParts.put(new Limb(p, q), model.logistic()) != null) {
                throw source.bad(model.path(), "parts " + model.parts() + " a second time", "every pair of parts once");
            }
        }
        return byParts;
    }

    private CostModel.Kinds kinds() throws IOException {
        CostModel.Kind[] read = new CostModel.Kind[KINDS.size()];
        JsonObject object = new JsonObject(source, KINDS, "an object with unary, limb, reach and twin");
        while (object.next()) {
            int position = KINDS.indexOf(object.field());
            if (position < 0) {
                source.skip();
            } else {
                read[position] = kind();
            }
        }
        KINDS.forEach(kind -> object.require(kind, "an object with weight and gain"));
        return new CostModel.Kinds(read[0], read[1], read[2], read[3]);
    }

    private CostModel.Kind kind() throws IOException {
        double weight = 1;
        double gain = 0;
        JsonObject object = new JsonObject(source, List.of("weight", "gain"), "an object with weight and gain");
        while (object.next()) {
            switch (object.field()) {
                case "weight" -> {
                    weight = number();
                    if (!(weight > 0)) {
                        throw source.bad("a number above 0");
                    }
                }
                case "gain" -> gain = number();
                default -> source.skip();
            }
        }
        object.require("weight", "a number above 0");
        object.require("gain", "a number");
        return new CostModel.Kind(weight, gain);
    }

    private List<Double> lengths() throws IOException {
        List<Double> lengths = new ArrayList<>();
        source.array(MOST_MODELS, "an array of lengths, one for each limb", () -> lengths.add(number()));
        return lengths;
    }

    private List<Named> models() throws IOException {
        List<Named> models = new ArrayList<>();
        source.array(MOST_MODELS, "an array of models", () -> models.add(named()));
        return models;
    }

    private Named named() throws IOException {
        String path = source.path();
        List<String> parts = new ArrayList<>();
        double bias = 0;
        List<Logistic.Term> terms = List.of();
        JsonObject object = new JsonObject(
                source, List.of("part", "parts", "bias", "terms"), "a model, an object with parts, bias and terms");
        while (object.next()) {
            switch (object.field()) {
                case "part" -> parts.add(source.name("a part's name"));
                case "parts" ->
                    source.array(2, "the names of two parts", () -> parts.add(source.name("a part's name")));
                case "bias" -> bias = number();
                case "terms" -> terms = terms();
                default -> source.skip();
            }
        }
        object.require("bias", "a number");
        object.require("terms", "an array of terms");
        return new Named(path, parts, new Logistic(bias, terms));
    }

    private List<Logistic.Term> terms() throws IOException {
        List<Logistic.Term> terms = new ArrayList<>();
        source.array(Feature.values().length, "an array of terms", () -> terms.add(term()));
        return terms;
    }

    private Logistic.Term term() throws IOException {
        Feature feature = null;
        double centre = 0;
        double weight = 0;
        JsonObject object = new JsonObject(
                source, List.of("feature", "centre", "weight"), "a term, an object with feature, centre and weight");
        while (object.next()) {
            switch (object.field()) {
                case "feature" -> {
                    String expected = "one of " + Feature.labels();
                    feature = Feature.labelled(source.string(expected)).orElseThrow(() -> source.bad(expected));
                }
                case "centre" -> centre = number();
                case "weight" -> weight = number();
                default -> source.skip();
            }
        }
        object.require("weight", "a number");
        object.require("centre", "a number");
        if (feature == null) {
            throw source.bad(source.path() + "/feature", "nothing", "one of " + Feature.labels());
        }
        return new Logistic.Term(feature, centre, weight);
    }

    private double number() throws IOException {
        return source.finite("a finite number");
    }
}
