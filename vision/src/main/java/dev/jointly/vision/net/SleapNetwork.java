package dev.jointly.vision.net;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Image;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A bottom-up network as {@code sleap-nn export} writes it: model.onnx and export_metadata.json in one folder. The network
 * finds peaks and scores the lines between them itself, so its outputs are evidence already. Thread-safe: threads take turns.
 */
public final class SleapNetwork implements ImageDetector {
    private static final String NETWORK = "model.onnx";
    private static final List<String> OUTPUTS =
            List.of("peaks", "peak_vals", "peak_mask", "line_scores", "candidate_mask");

    private final SleapMetadata metadata;
    private final Path file;
    private final OrtEnvironment runtime = NetworkRuntime.get();
    private final OrtSession session;
    private final String input;
    private final SleapImage image;

    private SleapNetwork(SleapMetadata metadata, Path file, OrtSession session) throws OrtException {
        this.metadata = metadata;
        this.file = file;
        this.session = session;
        Map<String, NodeInfo> inputs = session.getInputInfo();
        Set<String> outputs = session.getOutputInfo().keySet();
        if (inputs.size() != 1 || !outputs.containsAll(OUTPUTS)) {
            throw bad("has the inputs " + inputs.keySet() + " and the outputs " + outputs
                    + " but expected one image and the outputs " + OUTPUTS);
        }
        NodeInfo only = inputs.values().iterator().next();
        input = only.getName();
        image = new SleapImage(file, shape(only), metadata);
    }

    private long[] shape(NodeInfo node) {
        if (node.getInfo() instanceof TensorInfo info
                && info.type == OnnxJavaType.UINT8
                && info.getShape().length == 4
                && (info.getShape()[1] < 0 || info.getShape()[1] == metadata.inputChannels())) {
            return info.getShape();
        }
        throw bad("has the input " + node.getInfo() + " but expected bytes of shape batch x " + metadata.inputChannels()
                + " x height x width");
    }

    /** Opens the network in a folder. */
    public static SleapNetwork open(Path folder, Execution execution) {
        Path file = folder.resolve(NETWORK);
        Path about = folder.resolve(SleapMetadata.FILE);
        for (Path needed : List.of(file, about)) {
            if (!Files.isRegularFile(needed)) {
                throw new BadInputException(needed + ": no such file; expected the folder that sleap-nn export writes");
            }
        }
        SleapMetadata metadata = SleapMetadata.read(about);
        return NetworkRuntime.opened(file, execution, session -> new SleapNetwork(metadata, file, session));
    }

    private BadInputException bad(String what) {
        return new BadInputException(file + ": " + what);
    }

    /** Names of the parts, in the order in which evidence has them. */
    public List<String> parts() {
        return metadata.nodeNames();
    }

    @Override
    public synchronized Evidence detect(String id, String photoFile, BufferedImage photo) {
        SleapImage.Shown shown = image.shown(photo);
        long[] shape = {1, metadata.inputChannels(), shown.height(), shown.width()};
        try (OnnxTensor tensor =
                        OnnxTensor.createTensor(runtime, ByteBuffer.wrap(shown.bytes()), shape, OnnxJavaType.UINT8);
                OrtSession.Result result = session.run(Map.of(input, tensor))) {
            SleapPeaks peaks = peaks(result);
            return new Evidence(
                    id,
                    new Image(photoFile, photo.getWidth(), photo.getHeight()),
                    parts(),
                    peaks.candidates(metadata.inputScale()),
                    peaks.edges(metadata.edgeInds()));
        } catch (OrtException e) {
            throw NetworkRuntime.failed(file, shown.width(), shown.height(), e);
        } catch (IllegalArgumentException e) {
            throw bad("gave what it must not: " + e.getMessage());
        }
    }

    private SleapPeaks peaks(OrtSession.Result result) {
        int nodes = parts().size();
        int edges = metadata.edgeInds().size();
        long[] shape = tensor(result, "peaks").getInfo().getShape();
        long k = shape.length == 4 ? shape[2] : -1;
        return new SleapPeaks(
                nodes,
                (int) k,
                floats(result, "peaks", 1, nodes, k, 2),
                floats(result, "peak_vals", 1, nodes, k),
                flags(result, "peak_mask", 1, nodes, k),
                floats(result, "line_scores", 1, edges, k * k),
                flags(result, "candidate_mask", 1, edges, k * k));
    }

    private OnnxTensor tensor(OrtSession.Result result, String name) {
        return result.get(name)
                .filter(OnnxTensor.class::isInstance)
                .map(OnnxTensor.class::cast)
                .orElseThrow(() -> bad("gave no output \"" + name + "\""));
    }

    private float[] floats(OrtSession.Result result, String name, long... shape) {
        FloatBuffer buffer =
                tensor(result, name, OnnxJavaType.FLOAT, "floats", shape).getFloatBuffer();
        float[] values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    /** Truth values, one byte each. */
    private byte[] flags(OrtSession.Result result, String name, long... shape) {
        ByteBuffer buffer =
                tensor(result, name, OnnxJavaType.BOOL, "truth values", shape).getByteBuffer();
        byte[] values = new byte[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    private OnnxTensor tensor(
            OrtSession.Result result, String name, OnnxJavaType type, String typeInWords, long... shape) {
        OnnxTensor tensor = tensor(result, name);
        if (!Arrays.equals(tensor.getInfo().getShape(), shape)) {
            throw bad("gave \"" + name + "\" of shape "
                    + Arrays.toString(tensor.getInfo().getShape()) + " but expected " + Arrays.toString(shape));
        }
        if (tensor.getInfo().type != type) {
            throw bad("gave \"" + name + "\" as " + tensor.getInfo().type + " but expected " + typeInWords);
        }
        return tensor;
    }

    @Override
    public synchronized void close() {
        NetworkRuntime.close(session, file);
    }

    /**
     * Images as a SLEAP network takes them: bytes, channel by channel, black at the right and below where the network wants more
     * than there is. It scales them itself.
     *
     * @param shape of the network's input; negative where it is free
     */
    record SleapImage(Path network, long[] shape, SleapMetadata metadata) {
        /** Networks halve the image up to five times, and every half must be whole. */
        private static final int MULTIPLE = 32;

        /** What the network gets. */
        record Shown(byte[] bytes, int width, int height) {}

        Shown shown(BufferedImage photo) {
            int width = side(photo.getWidth(), shape[3]);
            int height = side(photo.getHeight(), shape[2]);
            if (width < photo.getWidth() || height < photo.getHeight()) {
                throw new BadInputException(network + ": was exported for images of " + width + " x " + height
                        + " pixels but this one has " + photo.getWidth() + " x " + photo.getHeight()
                        + "; export it with --input-width and --input-height of your images");
            }
            byte[] bgr = ((DataBufferByte) photo.getRaster().getDataBuffer()).getData();
            byte[] bytes = new byte[metadata.inputChannels() * width * height];
            for (int y = 0; y < photo.getHeight(); y++) {
                for (int x = 0; x < photo.getWidth(); x++) {
                    int from = 3 * (y * photo.getWidth() + x);
                    int to = y * width + x;
                    if (metadata.inputChannels() == 1) {
                        bytes[to] = grey(bgr[from + 2] & 0xff, bgr[from + 1] & 0xff, bgr[from] & 0xff);
                    } else {
                        for (int c = 0; c < 3; c++) {
                            bytes[c * width * height + to] = bgr[from + 2 - c];
                        }
                    }
                }
            }
            return new Shown(bytes, width, height);
        }

        /** The usual weights of brightness, of ITU-R BT.601. */
        private static byte grey(int red, int green, int blue) {
            return (byte) Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
        }

        private int side(int pixels, long fixed) {
            if (fixed > 0) {
                return (int) Math.min(fixed, Integer.MAX_VALUE);
            }
            int side = pixels;
            while ((int) (side * metadata.inputScale()) % MULTIPLE != 0 || (int) (side * metadata.inputScale()) == 0) {
                side++;
            }
            return side;
        }
    }

    /**
     * The outputs of a SLEAP network for one image, under the names that they have there. All have a fixed size: k places per part,
     * of which the mask tells those in use.
     */
    private record SleapPeaks(
            int nodes,
            int k,
            float[] peaks,
            float[] peakVals,
            byte[] peakMask,
            float[] lineScores,
            byte[] candidateMask) {
        private int[] used(int node) {
            int[] used = new int[k];
            int count = 0;
            for (int i = 0; i < k; i++) {
                if (peakMask[node * k + i] != 0) {
                    used[count++] = i;
                }
            }
            return Arrays.copyOf(used, count);
        }

        /** @param scale of the image in which the network counts pixels */
        List<Candidate> candidates(double scale) {
            List<Candidate> candidates = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                for (int i : used(node)) {
                    int at = node * k + i;
                    double score = Math.max(0, Math.min(1, peakVals[at]));
                    candidates.add(new Candidate(node, peaks[2 * at] / scale, peaks[2 * at + 1] / scale, score));
                }
            }
            return candidates;
        }

        List<Edge> edges(List<SleapMetadata.Edge> pairs) {
            List<Edge> edges = new ArrayList<>();
            for (int e = 0; e < pairs.size(); e++) {
                int[] rows = used(pairs.get(e).a());
                int[] columns = used(pairs.get(e).b());
                double[][] affinity = new double[rows.length][columns.length];
                for (int i = 0; i < rows.length; i++) {
                    for (int j = 0; j < columns.length; j++) {
                        int at = (e * k + rows[i]) * k + columns[j];
                        affinity[i][j] = candidateMask[at] == 0 ? Double.NaN : lineScores[at];
                    }
                }
                edges.add(new Edge(pairs.get(e).a(), pairs.get(e).b(), affinity));
            }
            return edges;
        }
    }
}
