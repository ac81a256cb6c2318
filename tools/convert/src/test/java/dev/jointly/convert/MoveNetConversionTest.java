package dev.jointly.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.net.SinglePose;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The networks of MoveNet that ship, against TensorFlow.js with the published ones on the same photos, number by number.
 */
@Tag("slow")
@Timeout(1800)
class MoveNetConversionTest {
    private static final String VERSION = "4.22.0";
    private static final String MULTI = "movenet-multipose";
    private static final String THUNDER = "movenet-thunder";
    /** Widths and heights, in multiples of 32; TensorFlow.js takes some seconds for each, without any native code. */
    private static final int[][] SIZES = {{320, 224}, {224, 320}, {288, 288}};

    @TempDir
    Path dir;

    /** Fetches TensorFlow.js; the networks are where {@code tools/convert-models DIR} left them. */
    private void fetched() throws IOException, InterruptedException {
        String folder = System.getenv("JOINTLY_TFJS");
        assumeTrue(
                folder != null,
                "compares with TensorFlow.js only where JOINTLY_TFJS is the folder of tools/convert-models, and npm may download it");
        for (String name : List.of(MULTI, THUNDER)) {
            for (String ending : List.of(".json", ".bin")) {
                Path file;
                try (Stream<Path> files = Files.walk(Path.of(Objects.requireNonNull(folder)))) {
                    file = files.filter(each -> each.endsWith(Path.of("package", "models", name + ending)))
                            .findFirst()
                            .orElseThrow();
                }
                Files.copy(file, dir.resolve(name + ending));
            }
        }
        npmInstall();
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("run-tfjs.cjs"))) {
            Files.copy(in, dir.resolve("run-tfjs.cjs"));
        }
    }

    @Test
    void theNetworksInsideAgreeWithTensorFlowJs() throws IOException, InterruptedException, OrtException {
        fetched();
        compare(MULTI, Convert.MULTIPOSE_HEADS, SIZES);
        compare(THUNDER, SinglePose.HEADS, new int[][] {{256, 256}, {256, 256}, {256, 256}});
        theDecoderOfThunderIsTheNetworks();
    }

    /** The file that ships. */
    private Path shipped(String name) {
        return new ModelStore(dir).network(name);
    }

    /** Joints as the network itself gives them: y and x from 0 to 1, and a score. */
    private void theDecoderOfThunderIsTheNetworks() throws IOException, InterruptedException {
        double largest = 0;
        try (SinglePose thunder = SinglePose.open(shipped(THUNDER), Execution.cpu(1))) {
            for (Path photo : Photos.all().subList(0, 5)) {
                BufferedImage image = scaled(PhotoReader.read(photo), 256, 256);
                float[] theirs = theirs(THUNDER, List.of("Identity"), image).get(0);
                List<SinglePose.Joint> ours = thunder.look(image, new SinglePose.Square(0, 0, 256));
                assertThat(theirs).hasSize(3 * ours.size());
                for (int k = 0; k < ours.size(); k++) {
                    largest = Math.max(largest, Math.abs(ours.get(k).y() / 256 - theirs[3 * k]));
                    largest = Math.max(largest, Math.abs(ours.get(k).x() / 256 - theirs[3 * k + 1]));
                    largest = Math.max(largest, Math.abs(ours.get(k).score() - theirs[3 * k + 2]));
                }
            }
        }
        System.out.printf(Locale.ROOT, "joints of %s: largest difference %.2g%n", THUNDER, largest);
        assertThat(largest).isLessThan(1e-4);
    }

    private void compare(String model, List<String> heads, int[][] sizes)
            throws IOException, InterruptedException, OrtException {
        List<Path> photos = Photos.all().subList(0, sizes.length);
        OrtEnvironment runtime = OrtEnvironment.getEnvironment();
        double[] largest = new double[heads.size()];
        double[] highest = new double[heads.size()];
        try (OrtSession session = runtime.createSession(Files.readAllBytes(shipped(model)))) {
            for (int i = 0; i < sizes.length; i++) {
                BufferedImage image = scaled(PhotoReader.read(photos.get(i)), sizes[i][0], sizes[i][1]);
                List<float[]> theirs = theirs(model, heads, image);
                List<float[]> ours = ours(heads, runtime, session, image);
                for (int head = 0; head < largest.length; head++) {
                    assertThat(ours.get(head)).hasSameSizeAs(theirs.get(head));
                    for (int k = 0; k < ours.get(head).length; k++) {
                        double value = theirs.get(head)[k];
                        largest[head] = Math.max(largest[head], Math.abs(ours.get(head)[k] - value));
                        highest[head] = Math.max(highest[head], Math.abs(value));
                    }
                }
            }
        }
        for (int head = 0; head < largest.length; head++) {
            System.out.printf(
                    Locale.ROOT,
                    "%s: largest difference to TensorFlow.js %.2g, of values up to %.3g%n",
                    heads.get(head),
                    largest[head],
                    highest[head]);
            // floats have 24 bits; sums of some hundred products, layer by layer, lose a few of them
            assertThat(largest[head]).as(heads.get(head)).isLessThan(1e-4 * Math.max(1, highest[head]));
            assertThat(highest[head]).as("it says something at all").isGreaterThan(0.5);
        }
    }

    private void npmInstall() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("npm", "install", "--prefix", dir.toString(), "--no-save", "--ignore-scripts", "--no-audit"));
        for (String part : List.of("core", "converter", "backend-cpu")) {
            command.add("@tensorflow/tfjs-" + part + "@" + VERSION);
        }
        run(command);
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        Path log = dir.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        process.destroy();
        assertThat(ended).as("%s ends", command).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", command, Files.readString(log))
                .isZero();
    }

    private static BufferedImage scaled(BufferedImage photo, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        canvas.drawImage(photo, 0, 0, width, height, null);
        canvas.dispose();
        return image;
    }

    /** As TensorFlow.js lays them out: channels last. */
    private List<float[]> theirs(String model, List<String> nodes, BufferedImage image)
            throws IOException, InterruptedException {
        byte[] bytes = new byte[image.getWidth() * image.getHeight() * 3];
        for (int i = 0; i < bytes.length; i++) {
            int cell = i / 3;
            bytes[i] = (byte) (image.getRGB(cell % image.getWidth(), cell / image.getWidth()) >> (16 - 8 * (i % 3)));
        }
        Path input = Files.write(dir.resolve("image"), bytes);
        Path output = dir.resolve("out");
        List<String> command = new ArrayList<>(List.of(
                "node",
                dir.resolve("run-tfjs.cjs").toString(),
                dir.toString(),
                dir.resolve(model + ".json").toString(),
                input.toString(),
                image.getWidth() + "x" + image.getHeight(),
                output.toString()));
        command.addAll(nodes);
        run(command);
        List<float[]> heads = new ArrayList<>();
        for (int head = 0; head < nodes.size(); head++) {
            FloatBuffer values = ByteBuffer.wrap(Files.readAllBytes(dir.resolve("out." + head)))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
            float[] array = new float[values.remaining()];
            values.get(array);
            heads.add(array);
        }
        return heads;
    }

    /** Turned so that channels are last. */
    private static List<float[]> ours(
            List<String> heads, OrtEnvironment runtime, OrtSession session, BufferedImage image) throws OrtException {
        int plane = image.getWidth() * image.getHeight();
        float[] shown = new float[3 * plane];
        for (int i = 0; i < shown.length; i++) {
            int cell = i % plane;
            int rgb = image.getRGB(cell % image.getWidth(), cell / image.getWidth());
            shown[i] = rgb >> (16 - 8 * (i / plane)) & 0xff;
        }
        long[] shape = {1, 3, image.getHeight(), image.getWidth()};
        List<float[]> answers = new ArrayList<>();
        try (OnnxTensor tensor = OnnxTensor.createTensor(runtime, FloatBuffer.wrap(shown), shape);
                OrtSession.Result result = session.run(Map.of("input", tensor))) {
            for (String name : heads) {
                OnnxTensor head = (OnnxTensor) result.get(name).orElseThrow();
                int channels = (int) head.getInfo().getShape()[1];
                FloatBuffer values = head.getFloatBuffer();
                int cells = values.remaining() / channels;
                float[] turned = new float[values.remaining()];
                for (int i = 0; i < turned.length; i++) {
                    turned[i] = values.get(i % channels * cells + i / channels);
                }
                answers.add(turned);
            }
        }
        return answers;
    }
}
