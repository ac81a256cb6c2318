package dev.jointly.vision.net;

import static java.util.Objects.requireNonNull;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.vision.net.ModelCard.Part;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;

/** Reads model cards, format {@code jointly/model@1}; throws {@link BadInputException} for whatever is wrong with one. */
public final class ModelCardReader {
    /** What the field {@code format} of a card says. */
    public static final String FORMAT = "jointly/model@1";

    private static final String PARTS = "an array of parts {\"name\", \"channel\"}";
    private static final String PART = "a part's name";
    private static final String MAJORS = "an array of the names of the major parts";
    private static final String LIMBS = "an array of limbs [\"part\", \"part\"]";
    private static final String PIXELS = "a whole number of pixels";
    private static final String THRESHOLD = "a number above 0 and below 1";
    private static final String GREY = "a whole number from 0 to 255";
    private static final Limit CHANNELS = Limit.of(ModelCard.MAX_CHANNELS, "entries");
    private static final Limit THREE = Limit.of(3, "entries");
    private static final String[] INPUT = {"layout", "colours", "mean", "scale", "multipleOf", "longSide"};
    private static final String ONE_OF_INPUT = String.join(", ", INPUT);

    /** How a card describes each kind of decoder, and what reads that. */
    private static final Map<String, BiFunction<JsonValue, ToIntFunction<JsonValue>, Decoder>> KINDS =
            Map.of("fields", FieldDecoder::read, "centres", CentreDecoder::read, "people", PeopleDecoder::read);

    private static final String DECODER = "an object with one field, one of [centres, fields, people]";
    private static final JsonShape SHAPE = JsonShape.of("a model card", "name", "network", "threshold")
            .format(FORMAT)
            .with(
                    "input",
                    JsonShape.of("an object with " + ONE_OF_INPUT, INPUT)
                            .with("mean", THREE)
                            .with("scale", THREE)
                            .with(
                                    "letterbox",
                                    JsonShape.of(
                                            "an object with width, height, corner and grey",
                                            "width",
                                            "height",
                                            "corner",
                                            "grey")))
            .with(
                    "output",
                    JsonShape.of(
                                    "an object with layout, stride and channels",
                                    "layout",
                                    "stride",
                                    "channels",
                                    "logits",
                                    "corners")
                            .with("names", Limit.of(100, "entries")))
            .with("parts", CHANNELS, JsonShape.of("a part {\"name\", \"channel\"}", "name", "channel"))
            .with("affinities", CHANNELS, FieldDecoder.AFFINITY)
            .with(
                    "decoder",
                    JsonShape.closed(DECODER)
                            .with("centres", CentreDecoder.SHAPE)
                            .with("fields", FieldDecoder.SHAPE)
                            .with("people", PeopleDecoder.SHAPE))
            .with(
                    "anatomy",
                    JsonShape.of("an object with majors and limbs")
                            .with("majors", CHANNELS)
                            .with("limbs", CHANNELS));

    private ModelCardReader() {}

    /** Reads the card in a file. */
    public static ModelCard read(Path file) {
        return read(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** Reads a card from a stream, known by {@code name} in messages. */
    public static ModelCard read(String name, InputStream in) {
        return read(JsonSource.of(name, in));
    }

    private static ModelCard read(JsonSource source) {
        return source.only("a model card", SHAPE, ModelCardReader::card);
    }

    private static ModelCard card(JsonValue card) {
        String name = card.name("name", "the model's name");
        String network = card.name("network", "the file name of the ONNX network");
        ModelCard.Input input = input(card.get("input", "an object that describes the network's input"));
        ModelCard.Output output = output(card.get("output", "an object that describes the network's output"));
        double threshold = card.finite("threshold", THRESHOLD);
        List<Part> parts = card.get("parts", PARTS).entries(PARTS, ModelCardReader::part);
        List<String> names = parts.stream().map(Part::name).toList();
        return card.checked(() -> new ModelCard(
                name, network, input, output, threshold, parts, decoder(card, names), anatomy(card, name, names)));
    }

    private static Decoder decoder(JsonValue card, List<String> names) {
        ToIntFunction<JsonValue> part = value -> {
            int position = names.indexOf(value.name(PART));
            if (position < 0) {
                throw value.bad("part \"" + value.name(PART) + "\"", "one of the card's parts " + names);
            }
            return position;
        };
        if (!card.has("decoder")) {
            return FieldDecoder.read(card, part);
        }
        if (card.has("affinities")) {
            throw card.bad("affinities", "both affinities and decoder", "one of them");
        }
        JsonValue decoder = card.get("decoder", DECODER);
        List<JsonValue> kinds = List.copyOf(decoder.fields().values());
        if (kinds.isEmpty()) {
            throw decoder.bad("nothing", DECODER);
        }
        if (kinds.size() > 1) {
            throw kinds.get(1).bad("\"" + kinds.get(1).name() + "\"", DECODER);
        }
        JsonValue kind = kinds.get(0);
        return requireNonNull(KINDS.get(kind.name()), "the shape has these kinds only")
                .apply(kind, part);
    }

    private static Optional<Anatomy> anatomy(JsonValue card, String name, List<String> names) {
        return card.find("anatomy")
                .map(value -> Anatomy.of(
                        name,
                        names,
                        value.get("majors", MAJORS).entries(MAJORS, part -> part.name(PART)),
                        value.get("limbs", LIMBS).entries(LIMBS, limb -> two(limb).stream()
                                .map(part -> part.name(PART))
                                .toList())));
    }

    private static ModelCard.Input input(JsonValue input) {
        for (String field : INPUT) {
            input.get(field, "one of " + ONE_OF_INPUT);
        }
        ModelCard.Letterbox letterbox =
                input.find("letterbox").map(ModelCardReader::letterbox).orElse(null);
        return input.checked(() -> new ModelCard.Input(
                oneOf(input.get("layout", ONE_OF_INPUT), ModelCard.Layout.values()),
                oneOf(input.get("colours", ONE_OF_INPUT), ModelCard.Colours.values()),
                three(input.get("mean", ONE_OF_INPUT)),
                three(input.get("scale", ONE_OF_INPUT)),
                input.integer("multipleOf", PIXELS),
                input.integer("longSide", PIXELS),
                letterbox));
    }

    private static ModelCard.Letterbox letterbox(JsonValue box) {
        return new ModelCard.Letterbox(
                box.integer("width", PIXELS),
                box.integer("height", PIXELS),
                box.ifAny("corner", JsonValue::truth, false),
                box.integer("grey", GREY));
    }

    private static ModelCard.Output output(JsonValue output) {
        return output.checked(() -> new ModelCard.Output(
                oneOf(output.get("layout", "\"NCHW\" or \"NHWC\""), ModelCard.Layout.values()),
                output.entriesIfAny("names", "an array of names of outputs", one -> one.name("an output's name")),
                output.integer("stride", PIXELS),
                output.integer("channels", "a whole number"),
                output.ifAny("logits", JsonValue::truth, false),
                output.ifAny("corners", JsonValue::truth, false)));
    }

    private static Part part(JsonValue part) {
        return new Part(part.name("name", PART), part.integer("channel", FieldDecoder.CHANNEL));
    }

    /** The names of two parts. */
    static List<JsonValue> two(JsonValue value) {
        return value.exactly(2, "the names of two parts");
    }

    private static List<Double> three(JsonValue value) {
        String expected = "three numbers, one per colour";
        return value.exactly(3, expected).stream()
                .map(one -> one.finite("a number"))
                .toList();
    }

    private static <E extends Enum<E>> E oneOf(JsonValue value, E[] values) {
        String expected = "one of " + Arrays.toString(values);
        String found = value.string(expected).toUpperCase(Locale.ROOT);
        return Arrays.stream(values)
                .filter(one -> one.name().equals(found))
                .findFirst()
                .orElseThrow(() -> value.bad(expected));
    }
}
