package dev.jointly.vision.net;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.json.JsonObject;
import dev.jointly.io.json.JsonSource;
import dev.jointly.vision.net.ModelCard.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads model cards, format {@code jointly/model@1}; throws {@link BadInputException} for whatever is wrong with one. */
public final class ModelCardReader {
    /** What the field {@code format} of a card says. */
    public static final String FORMAT = "jointly/model@1";

    private static final List<String> FIELDS = List.of(
            "format", "name", "network", "input", "output", "threshold", "parts", "affinities", "decoder", "anatomy");
    private static final String PARTS = "an array of parts {\"name\", \"channel\"}";

    private final JsonSource source;
    private String name = "";
    private String network = "";
    private ModelCard.@Nullable Input input;
    private ModelCard.@Nullable Output output;
    private double threshold;
    private final List<Part> parts = new ArrayList<>();
    private @Nullable DecoderDraft decoder;
    private @Nullable NamedAnatomy anatomy;

    private record NamedAnatomy(List<String> majors, List<List<String>> limbs) {}

    private ModelCardReader(JsonSource source) {
        this.source = source;
    }

    /** Reads the card in a file. */
    public static ModelCard read(Path file) {
        return read(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** Reads a card from a stream, known by {@code name} in messages. */
    public static ModelCard read(String name, InputStream in) {
        return read(JsonSource.of(name, in));
    }

    private static ModelCard read(JsonSource opened) {
        return opened.only("a model card", source -> new ModelCardReader(source).card());
    }

    private ModelCard card() throws IOException {
        JsonObject object = new JsonObject(source, FIELDS, "a model card");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(FORMAT);
                case "name" -> name = source.name("the model's name");
                case "network" -> network = source.name("the file name of the ONNX network");
                case "input" -> input = input();
                case "output" -> output = output();
                case "threshold" -> threshold = source.finite("a number above 0 and below 1");
                case "parts" -> source.array(ModelCard.MOST_CHANNELS, PARTS, () -> parts.add(part()));
                case "affinities" -> decoder = FieldDecoder.readAffinities(source);
                case "decoder" -> decoder = DecoderKinds.read(source);
                case "anatomy" -> anatomy = anatomy();
                default -> source.skip();
            }
        }
        object.require("format", "\"" + FORMAT + "\"");
        object.require("name", "the model's name");
        object.require("network", "the file name of the ONNX network");
        object.require("input", "an object that describes the network's input");
        object.require("output", "an object that describes the network's output");
        object.require("threshold", "a number above 0 and below 1");
        object.require("parts", PARTS);
        if (!object.has("decoder")) {
            object.require("affinities", FieldDecoder.EXPECTED);
        } else if (object.has("affinities")) {
            throw source.bad("/affinities", "both affinities and decoder", "one of them");
        }
        if (input == null || output == null || decoder == null) {
            throw new IllegalStateException("required fields are there");
        }
        return card(input, output, decoder);
    }

    private ModelCard card(ModelCard.Input in, ModelCard.Output out, DecoderDraft draft) {
        List<String> names = parts.stream().map(Part::name).toList();
        Decoder made = draft.decoder((part, path) -> position(names, part, path));
        try {
            Optional<Anatomy> body =
                    Optional.ofNullable(anatomy).map(found -> Anatomy.of(name, names, found.majors(), found.limbs()));
            return new ModelCard(name, network, in, out, threshold, parts, made, body);
        } catch (IllegalArgumentException e) {
            throw source.problem("", String.valueOf(e.getMessage()));
        }
    }

    private int position(List<String> names, String part, String path) {
        int position = names.indexOf(part);
        if (position < 0) {
            throw source.bad(path, "part \"" + part + "\"", "one of the card's parts " + names);
        }
        return position;
    }

    private ModelCard.Input input() throws IOException {
        ModelCard.Layout layout = ModelCard.Layout.NCHW;
        ModelCard.Colours colours = ModelCard.Colours.RGB;
        List<Double> mean = List.of();
        List<Double> scale = List.of();
        int multipleOf = 0;
        int longSide = 0;
        ModelCard.Letterbox letterbox = null;
        List<String> fields = List.of("layout", "colours", "mean", "scale", "multipleOf", "longSide");
        List<String> known = new ArrayList<>(fields);
        known.add("letterbox");
        JsonObject object = new JsonObject(source, known, "an object with " + String.join(", ", fields));
        while (object.next()) {
            switch (object.field()) {
                case "layout" -> layout = oneOf(ModelCard.Layout.values());
                case "colours" -> colours = oneOf(ModelCard.Colours.values());
                case "mean" -> mean = three();
                case "scale" -> scale = three();
                case "multipleOf" -> multipleOf = source.integer("a whole number of pixels");
                case "longSide" -> longSide = source.integer("a whole number of pixels");
                case "letterbox" -> letterbox = letterbox();
                default -> source.skip();
            }
        }
        fields.forEach(field -> object.require(field, "one of " + String.join(", ", fields)));
        try {
            return new ModelCard.Input(layout, colours, mean, scale, multipleOf, longSide, letterbox);
        } catch (IllegalArgumentException e) {
            throw source.problem("/input", String.valueOf(e.getMessage()));
        }
    }

    private ModelCard.Letterbox letterbox() throws IOException {
        int width = 0;
        int height = 0;
        boolean corner = false;
        int grey = 0;
        JsonObject object = new JsonObject(
                source, List.of("width", "height", "corner", "grey"), "an object with width, height, corner and grey");
        while (object.next()) {
            switch (object.field()) {
                case "width" -> width = source.integer("a whole number of pixels");
                case "height" -> height = source.integer("a whole number of pixels");
                case "corner" -> corner = truth(source);
                case "grey" -> grey = source.integer("a whole number from 0 to 255");
                default -> source.skip();
            }
        }
        object.require("width", "a whole number of pixels");
        object.require("height", "a whole number of pixels");
        object.require("grey", "a whole number from 0 to 255");
        return new ModelCard.Letterbox(width, height, corner, grey);
    }

    static boolean truth(JsonSource source) throws IOException {
        JsonToken token = source.parser().currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw source.bad("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    private ModelCard.Output output() throws IOException {
        ModelCard.Layout layout = ModelCard.Layout.NCHW;
        List<String> names = new ArrayList<>();
        int stride = 0;
        int channels = 0;
        boolean logits = false;
        boolean corners = false;
        JsonObject object = new JsonObject(
                source,
                List.of("layout", "names", "stride", "channels", "logits", "corners"),
                "an object with layout, stride and channels");
        while (object.next()) {
            switch (object.field()) {
                case "layout" -> layout = oneOf(ModelCard.Layout.values());
                case "names" ->
                    source.array(100, "an array of names of outputs", () -> names.add(source.name("an output's name")));
                case "stride" -> stride = source.integer("a whole number of pixels");
                case "channels" -> channels = source.integer("a whole number");
                case "logits" -> logits = truth(source);
                case "corners" -> corners = truth(source);
                default -> source.skip();
            }
        }
        object.require("layout", "\"NCHW\" or \"NHWC\"");
        object.require("stride", "a whole number of pixels");
        object.require("channels", "a whole number");
        try {
            return new ModelCard.Output(layout, names, stride, channels, logits, corners);
        } catch (IllegalArgumentException e) {
            throw source.problem("/output", String.valueOf(e.getMessage()));
        }
    }

    private Part part() throws IOException {
        String part = "";
        int channel = 0;
        JsonObject object = new JsonObject(source, List.of("name", "channel"), "a part {\"name\", \"channel\"}");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> part = source.name("a part's name");
                case "channel" -> channel = source.integer("the number of a channel, from 0");
                default -> source.skip();
            }
        }
        object.require("name", "a part's name");
        object.require("channel", "the number of a channel, from 0");
        return new Part(part, channel);
    }

    private NamedAnatomy anatomy() throws IOException {
        List<String> majors = new ArrayList<>();
        List<List<String>> limbs = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of("majors", "limbs"), "an object with majors and limbs");
        while (object.next()) {
            switch (object.field()) {
                case "majors" ->
                    source.array(
                            ModelCard.MOST_CHANNELS,
                            "an array of the names of the major parts",
                            () -> majors.add(source.name("a part's name")));
                case "limbs" ->
                    source.array(
                            ModelCard.MOST_CHANNELS,
                            "an array of limbs [\"part\", \"part\"]",
                            () -> limbs.add(two(source)));
                default -> source.skip();
            }
        }
        object.require("majors", "an array of the names of the major parts");
        object.require("limbs", "an array of limbs [\"part\", \"part\"]");
        return new NamedAnatomy(majors, limbs);
    }

    /** The names of two parts. */
    static List<String> two(JsonSource source) throws IOException {
        return source.exactly(2, "the names of two parts", () -> source.name("a part's name"));
    }

    private List<Double> three() throws IOException {
        List<Double> numbers = new ArrayList<>();
        source.array(3, "an array of three numbers", () -> numbers.add(source.finite("a number")));
        if (numbers.size() != 3) {
            throw source.bad("three numbers, one per colour");
        }
        return numbers;
    }

    private <E extends Enum<E>> E oneOf(E[] values) throws IOException {
        String expected = "one of " + Arrays.toString(values);
        String found = source.string(expected).toUpperCase(Locale.ROOT);
        return Arrays.stream(values)
                .filter(value -> value.name().equals(found))
                .findFirst()
                .orElseThrow(() -> source.bad(expected));
    }

    /** The kinds of decoders, and how a card describes each. */
    static final class DecoderKinds {
        private static final Map<String, Kind> KINDS = new TreeMap<>(Map.of(
                "fields", FieldDecoder::read,
                "centres", CentreDecoder::read,
                "people", PeopleDecoder::read));

        /** Reads the description of one kind, an object. */
        @FunctionalInterface
        private interface Kind {
            DecoderDraft read(JsonSource source) throws IOException;
        }

        private DecoderKinds() {}

        /** Reads {@code {"kind": {...}}}: the only field is named as the kind. */
        static DecoderDraft read(JsonSource source) throws IOException {
            String expected = "an object with one field, one of " + KINDS.keySet();
            List<DecoderDraft> drafts = new ArrayList<>();
            JsonObject object = new JsonObject(source, List.copyOf(KINDS.keySet()), expected);
            while (object.next()) {
                Kind kind = KINDS.get(object.field());
                if (kind == null || !drafts.isEmpty()) {
                    throw source.bad(source.path(), "\"" + object.field() + "\"", expected);
                }
                drafts.add(kind.read(source));
            }
            if (drafts.isEmpty()) {
                throw source.bad(source.path(), "nothing", expected);
            }
            return drafts.get(0);
        }
    }
}
