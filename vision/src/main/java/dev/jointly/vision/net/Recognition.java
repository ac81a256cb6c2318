package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Model cards for networks that say what they are: Ultralytics pose networks by their metadata; RTMO, Lightweight OpenPose and
 * OpenPose by the names of their outputs. {@code docs/your-network.md} has the table.
 */
public final class Recognition {
    /** The centre of a person in cards of the kind {@code people}. */
    private static final String CENTRE = "centre";

    /** COCO's 17 joints in COCO's order. */
    static final List<String> COCO = SinglePose.PARTS;

    /** The network that ships with the program and has COCO's joints and a centre: its limbs are those of all that have. */
    private static final String COCO_NETWORK = "movenet-multipose";

    /** The network that ships with the program and has OpenPose's COCO model: its parts, fields and limbs are those of all. */
    private static final String OPENPOSE_NETWORK = "openpose-mobilenet";

    private static final int OPENPOSE_MAPS = 19;
    private static final int OPENPOSE_SIDE = 656;
    private static final String PEOPLE_THRESHOLD = "0.3";
    private static final String MAPS_THRESHOLD = "0.08";
    private static final int OPENPOSE_STRIDE = 8;

    /** Pairs of outputs that have OpenPose's maps and its fields; an empty name where one output has both. */
    private static final Map<String, List<String>> OPENPOSE_OUTPUTS = Map.of(
            "stage_1_output_1_heatmaps", List.of("stage_1_output_1_heatmaps", "stage_1_output_0_pafs"),
            "Mconv7_stage2_L2", List.of("Mconv7_stage2_L2", "Mconv7_stage2_L1"),
            "Mconv7_stage6_L2", List.of("Mconv7_stage6_L2", "Mconv7_stage6_L1"),
            "net_output", List.of("net_output"));

    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    /** The grey around an image that both Ultralytics and RTMO are trained with. */
    private static final int GREY = 114;

    private final NetworkFile found;

    private Recognition(NetworkFile found) {
        this.found = found;
    }

    /** The model in an ONNX file that says what it is. */
    static ModelStore.Model model(Path file) {
        NetworkFile found = NetworkFile.read(file);
        String card = new Recognition(found)
                .card()
                .orElseThrow(() -> found.bad("does not say which network it is. It needs a model card with its"
                        + " parts, limbs and their channels; jointly model describe prints a draft. Found "
                        + found.found()));
        return new ModelStore.Model(
                ModelCardReader.read("the card for " + file, new ByteArrayInputStream(card.getBytes(UTF_8))), file);
    }

    /**
     * A card for an ONNX file.
     *
     * @param complete whether the file says all that a card must say; otherwise it is a draft
     * @param found what is in the file
     */
    public record Description(String card, boolean complete, String found) {}

    /** The card for an ONNX file, or a draft that has to be filled in. */
    public static Description describe(Path file) {
        NetworkFile found = NetworkFile.read(file);
        Recognition recognition = new Recognition(found);
        Optional<String> card = recognition.card();
        return new Description(card.orElseGet(recognition::draft), card.isPresent(), found.found());
    }

    private Optional<String> card() {
        if (found.metadata().containsKey("kpt_shape") || found.metadata().containsKey("task")) {
            return Optional.of(ultralytics());
        }
        if (found.outputs().keySet().containsAll(List.of("dets", "keypoints"))) {
            return Optional.of(rtmo());
        }
        return OPENPOSE_OUTPUTS.entrySet().stream()
                .filter(entry -> found.outputs().keySet().containsAll(entry.getValue()))
                .findFirst()
                .map(entry -> openPose(entry.getValue()));
    }

    private String ultralytics() {
        if (!found.metadata("task").equals("pose")) {
            throw found.bad("is a network for the task \"" + found.metadata("task") + "\" but expected \"pose\"");
        }
        List<Integer> kind = numbers("kpt_shape");
        if (kind.size() != 2 || kind.get(0) < 1 || kind.get(1) < 2 || kind.get(1) > 3) {
            throw found.bad(
                    "has the metadata kpt_shape \"" + found.metadata("kpt_shape") + "\" but expected [joints, 2 or 3]");
        }
        Map.Entry<String, long[]> output = found.outputs().entrySet().iterator().next();
        long[] shape = output.getValue();
        int values = kind.get(0) * kind.get(1);
        if (values > ModelCard.MAX_CHANNELS || found.outputs().size() != 1 || shape.length != 3) {
            throw wrong(values);
        }
        boolean suppressed = shape[2] == 6 + values;
        long classes = shape[1] - 4 - values;
        if (!suppressed && (classes < 1 || classes > ModelCard.MAX_CHANNELS)) {
            throw wrong(values);
        }
        // box, score, class, joints; or box, a score of every class, joints
        int first = suppressed ? 6 : 4 + (int) classes;
        List<String> names = names(kind.get(0));
        return people(
                "ultralytics",
                image("RGB", "0", "0.00392156862745098", multiple(), longSide(), false, GREY),
                suppressed ? "NHWC" : "NCHW",
                List.of(output.getKey()),
                new Rows(names, first, kind.get(1), 4, suppressed, suppressed ? 1 : (int) classes, suppressed));
    }

    private BadInputException wrong(int values) {
        return found.bad("has " + found.outputsInWords() + " but its metadata kpt_shape wants one, of "
                + (4 + values) + " values and a score of each class per hypothesis, or of " + (6 + values)
                + " if it suppresses some itself");
    }

    private List<String> names(int count) {
        List<String> names = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(found.metadata("kpt_names"));
        while (quoted.find() && names.size() <= count) {
            String name = quoted.group(1) != null ? quoted.group(1) : quoted.group(2);
            names.add(name.replaceAll("[\\x00-\\x1f\\x7f-\\x9f]", " ").strip());
        }
        if (names.size() == count && names.stream().noneMatch(name -> name.isEmpty() || name.equals(CENTRE))) {
            boolean coco = IntStream.range(0, count)
                    .allMatch(i -> count == COCO.size() && names.get(i).equals(spelledOut(COCO.get(i))));
            return coco ? COCO : names;
        }
        return count == COCO.size()
                ? COCO
                : IntStream.rangeClosed(1, count).mapToObj(i -> "part " + i).toList();
    }

    private static String spelledOut(String part) {
        return part.replaceFirst("^l-", "left_").replaceFirst("^r-", "right_");
    }

    private List<Integer> numbers(String key) {
        List<Integer> numbers = new ArrayList<>();
        Matcher number = NUMBER.matcher(found.metadata(key));
        while (number.find()) {
            numbers.add(Integer.valueOf(number.group()));
        }
        return numbers;
    }

    /** The multiple that the sides of a free input must have. */
    private int multiple() {
        List<Integer> stride = numbers("stride");
        return stride.isEmpty()
                ? 32
                : Math.max(1, stride.stream().mapToInt(n -> n).max().orElse(32));
    }

    private int longSide() {
        int side = numbers("imgsz").stream().mapToInt(n -> n).max().orElse(640);
        return Math.min(ModelCard.LONGEST_SIDE, side);
    }

    private String rtmo() {
        long[] boxes = found.output("dets");
        long[] joints = found.output("keypoints");
        if (boxes.length != 3 || boxes[2] != 5 || joints.length != 4 || joints[2] < 1 || joints[3] != 3) {
            throw found.bad(
                    "has " + found.outputsInWords() + " but expected \"dets\" of 1 x n x 5 and \"keypoints\" of 1 x n x"
                            + " joints x 3, as RTMO has them");
        }
        List<String> names = names((int) Math.min(joints[2], ModelCard.MAX_CHANNELS));
        // as mmpose and rtmlib show images: blue first, values from 0 to 255
        return people(
                "rtmo",
                image("BGR", "0", "1", 32, 640, true, GREY),
                "NHWC",
                List.of("dets", "keypoints"),
                new Rows(names, 5, 3, 4, true, 1, boxes[1] < 0 || boxes[1] <= SUPPRESSED_AT_MOST));
    }

    /** RTMO's export keeps so many at most where it suppresses; a list without suppression has 2,000 hypotheses. */
    private static final int SUPPRESSED_AT_MOST = 1_000;

    /**
     * How the values of a hypothesis lie.
     *
     * @param first channel of the first joint
     * @param step channels of each joint: its place, and its confidence if there are three
     * @param score channel of the score
     */
    private record Rows(
            List<String> names, int first, int step, int score, boolean corners, int classes, boolean suppressed) {}

    private String people(String kind, String input, String layout, List<String> outputs, Rows rows) {
        List<String> parts = new ArrayList<>(List.of(part(CENTRE, rows.score())));
        List<String> joints = new ArrayList<>();
        for (int j = 0; j < rows.names().size(); j++) {
            int x = rows.first() + j * rows.step();
            String name = rows.names().get(j);
            parts.add(part(name, rows.step() == 3 ? x + 2 : rows.score()));
            joints.add("{\"part\": " + quoted(name) + ", \"place\": [" + x + ", " + (x + 1) + "]}");
        }
        List<List<String>> limbs = rows.names().equals(COCO)
                ? limbs(ModelStore.shippedCard(COCO_NETWORK))
                : rows.names().stream().map(name -> List.of(CENTRE, name)).toList();
        String decoder = "\"decoder\": {\"people\": {\n    \"centre\": {\"part\": \"centre\", \"box\": [0, 1, 2, 3],"
                + " \"corners\": " + rows.corners() + ", \"classes\": " + rows.classes()
                + "},\n    \"joints\": [\n      "
                + String.join(",\n      ", joints) + "],\n    \"suppressed\": " + rows.suppressed() + "}}";
        int channels = rows.first() + rows.names().size() * rows.step();
        return text(kind, input, output(layout, outputs, 1, channels), PEOPLE_THRESHOLD, parts, decoder, CENTRE, limbs);
    }

    private String openPose(List<String> outputs) {
        boolean lightweight = outputs.get(0).startsWith("stage_1");
        ModelCard shipped = ModelStore.shippedCard(OPENPOSE_NETWORK);
        int channels = shipped.output().channels();
        List<Integer> expected =
                outputs.size() == 1 ? List.of(channels) : List.of(OPENPOSE_MAPS, channels - OPENPOSE_MAPS);
        for (int i = 0; i < outputs.size(); i++) {
            long[] shape = found.output(outputs.get(i));
            if (shape.length != 4 || (shape[1] >= 0 && shape[1] != expected.get(i))) {
                throw found.bad("has " + found.outputsInWords() + " but expected \"" + outputs.get(i) + "\" of "
                        + expected.get(i) + " maps, for the 18 parts of OpenPose's COCO model; others need a"
                        + " model card");
            }
        }
        String affinities = ((FieldDecoder) shipped.decoder())
                .affinities().stream()
                        .sorted(Comparator.comparingInt(FieldDecoder.Affinity::x))
                        .map(field -> "{\"parts\": " + array(names(shipped, field.a(), field.b())) + ", \"x\": "
                                + field.x() + ", \"y\": " + field.y() + "}")
                        .collect(Collectors.joining(",\n    ", "\"affinities\": [\n    ", "]"));
        return text(
                lightweight ? "lightweight-openpose" : "openpose",
                // both are shown blue first, from -0.5 to 0.5
                image("BGR", lightweight ? "128" : "127.5", "0.00390625", OPENPOSE_STRIDE, OPENPOSE_SIDE, false, 0),
                output("NCHW", outputs, OPENPOSE_STRIDE, channels),
                MAPS_THRESHOLD,
                shipped.parts().stream()
                        .map(part -> part(part.name(), part.channel()))
                        .toList(),
                affinities,
                "neck",
                limbs(shipped));
    }

    private static List<List<String>> limbs(ModelCard card) {
        return card.anatomy().orElseThrow().limbs().stream()
                .map(limb -> names(card, limb.a(), limb.b()))
                .toList();
    }

    private static List<String> names(ModelCard card, int a, int b) {
        return List.of(card.partNames().get(a), card.partNames().get(b));
    }

    /** With all that the file tells; what it does not tell is to be filled in. */
    private String draft() {
        long[] shape = found.image();
        List<String> outputs = List.copyOf(found.outputs().keySet());
        long channels = found.outputs().values().stream()
                .mapToLong(sides -> sides.length > 1 ? Math.max(0, Math.min(sides[1], ModelCard.MAX_CHANNELS)) : 0)
                .sum();
        long[] first = found.output(outputs.get(0));
        boolean known = first.length == 4 && first[2] > 0 && shape[2] > 0;
        int stride = known ? (int) Math.max(1, shape[2] / first[2]) : OPENPOSE_STRIDE;
        return text(
                "draft",
                image("RGB", "0", "0.00392156862745098", Math.max(32, stride), 640, false, GREY),
                output("NCHW", outputs, stride, (int) Math.max(1, channels)),
                MAPS_THRESHOLD,
                List.of(part("FILL IN: the first part", 0), part("FILL IN: the second part", 1)),
                "\"affinities\": [\n    {\"parts\": [\"FILL IN: the first part\", \"FILL IN: the second part\"], \"x\": 2, \"y\": 3}]",
                "FILL IN: the first part",
                List.of(List.of("FILL IN: the first part", "FILL IN: the second part")));
    }

    /** The card's input: of the file's own size where it is fixed. */
    private String image(
            String colours, String mean, String scale, int multiple, int longSide, boolean corner, int grey) {
        long[] shape = found.image();
        boolean fixed = shape[2] > 0 && shape[3] > 0;
        long height = Math.min(shape[2], ModelCard.LONGEST_SIDE + 1);
        long width = Math.min(shape[3], ModelCard.LONGEST_SIDE + 1);
        long of = !fixed ? multiple : height % multiple == 0 && width % multiple == 0 ? multiple : 1;
        long side = fixed ? Math.max(width, height) : Math.max(multiple, longSide / multiple * multiple);
        String box = fixed
                ? ",\n    \"letterbox\": {\"width\": " + width + ", \"height\": " + height + ", \"corner\": " + corner
                        + ", \"grey\": " + grey + "}"
                : "";
        return "{\"layout\": \"NCHW\", \"colours\": \"" + colours + "\", \"mean\": " + thrice(mean) + ", \"scale\": "
                + thrice(scale) + ",\n    \"multipleOf\": " + of + ", \"longSide\": " + side + box + "}";
    }

    private static String thrice(String number) {
        return "[" + String.join(", ", number, number, number) + "]";
    }

    private static String output(String layout, List<String> names, int stride, int channels) {
        return "{\"layout\": \"" + layout + "\", \"names\": " + array(names) + ", \"stride\": " + stride
                + ", \"channels\": " + channels + "}";
    }

    private static String part(String name, int channel) {
        return "{\"name\": " + quoted(name) + ", \"channel\": " + channel + "}";
    }

    private static String array(List<String> names) {
        return names.stream().map(Recognition::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private String text(
            String kind,
            String input,
            String output,
            String threshold,
            List<String> parts,
            String decoder,
            String major,
            List<List<String>> limbs) {
        String file = String.valueOf(found.file().getFileName());
        String base = file.toLowerCase(Locale.ROOT).endsWith(".onnx") ? file.substring(0, file.length() - 5) : file;
        return """
                {
                  "format": "%s",
                  "name": %s,
                  "network": %s,
                  "input": %s,
                  "output": %s,
                  "threshold": %s,
                  "parts": [
                    %s],
                  %s,
                  "anatomy": {"majors": %s, "limbs": [
                    %s]}
                }
                """.formatted(
                        ModelCardReader.FORMAT,
                        quoted(kind + "-" + base),
                        quoted(file),
                        input,
                        output,
                        threshold,
                        String.join(",\n    ", parts),
                        decoder,
                        array(List.of(major)),
                        limbs.stream().map(Recognition::array).collect(Collectors.joining(",\n    ")));
    }
}
