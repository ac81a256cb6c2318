package dev.jointly.vision.net;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.jointly.io.BadInputException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** An open network: one image in, stacks of maps out. Not thread-safe. */
final class NetworkSession implements AutoCloseable {
    private final Described described;
    private final Path file;
    private final OrtEnvironment runtime = NetworkRuntime.get();
    private final OrtSession session;
    private final String input;
    private final List<String> outputs;

    /** Most hypotheses in a list: 8,400 are usual for an image of 640 x 640. */
    private static final int MAX_HYPOTHESES = 200_000;

    /**
     * What is known of a network before it is opened.
     *
     * @param lists whether its outputs are lists: of maps 1 pixel high, with a cell for each hypothesis
     */
    record Described(String name, ModelCard.Input input, ModelCard.Output output, boolean lists) {}

    private NetworkSession(Described described, Path file, OrtSession session) throws OrtException {
        this.described = described;
        this.file = file;
        this.session = session;
        this.input = checkedInput();
        this.outputs = checkedOutputs();
    }

    /** Opens a network and checks that its inputs and outputs are as described. */
    static NetworkSession open(Described described, Path file, Execution execution) {
        if (!Files.isRegularFile(file)) {
            throw new BadInputException(file + ": no such file; expected the network of model " + described.name());
        }
        return NetworkRuntime.opened(file, execution, session -> new NetworkSession(described, file, session));
    }

    private String checkedInput() throws OrtException {
        Map<String, NodeInfo> all = session.getInputInfo();
        if (all.size() != 1) {
            throw bad("has the inputs " + all.keySet() + " but expected one, the image");
        }
        NodeInfo only = all.values().iterator().next();
        long[] shape = shape(only, 4, 4);
        int channelSide = described.input().layout() == ModelCard.Layout.NCHW ? 1 : 3;
        // where sides are free, three channels in the other place still tell the layout
        boolean turned = shape[channelSide] != 3 && shape[4 - channelSide] == 3;
        if (!fits(shape[channelSide], 3) || !fits(shape[0], 1) || turned) {
            throw bad("has the input " + described(only) + " but the card says one image of 3 channels as "
                    + described.input().layout());
        }
        ModelCard.Letterbox box = described.input().letterbox();
        int heightSide = channelSide == 1 ? 2 : 1;
        if (box != null && !(fits(shape[heightSide], box.height()) && fits(shape[heightSide + 1], box.width()))) {
            throw bad("has the input " + described(only) + " but the card says a letterbox " + box.height()
                    + " high and " + box.width() + " wide");
        }
        return only.getName();
    }

    private List<String> checkedOutputs() throws OrtException {
        Map<String, NodeInfo> all = session.getOutputInfo();
        List<String> names = described.output().names().isEmpty()
                ? List.copyOf(all.keySet())
                : described.output().names();
        if (described.output().names().isEmpty() && all.size() != 1) {
            throw bad("has the outputs " + all.keySet() + " but the card names none of them and expects one");
        }
        long channels = 0;
        for (String name : names) {
            NodeInfo info = all.get(name);
            if (info == null) {
                throw bad("has the outputs " + all.keySet() + " but the card says \"" + name + "\"");
            }
            long count = channels(described.lists() ? shape(info, 3, 4) : shape(info, 4, 4));
            // -1: known when it has run
            channels = count < 0 || channels < 0 ? -1 : channels + count;
        }
        if (channels >= 0 && channels != described.output().channels()) {
            throw wrongChannels(channels);
        }
        return names;
    }

    private boolean channelsFirst() {
        return described.output().layout() == ModelCard.Layout.NCHW;
    }

    /** Negative if not known. Behind each hypothesis of a list all sides are channels. */
    private long channels(long[] shape) {
        if (channelsFirst()) {
            return shape[1];
        }
        long count = 1;
        for (int side = described.lists() ? 2 : 3; side < shape.length; side++) {
            count = count < 0 || shape[side] < 0 ? -1 : count * Math.min(shape[side], 1 + ModelCard.MAX_CHANNELS);
        }
        return count;
    }

    private long[] shape(NodeInfo node, int fewest, int most) {
        if (!(node.getInfo() instanceof TensorInfo info)
                || info.type != OnnxJavaType.FLOAT
                || info.getShape().length < fewest
                || info.getShape().length > most) {
            throw bad("has " + described(node) + " but expected floats with "
                    + (fewest == most ? "four" : "three or four") + " sides");
        }
        return info.getShape();
    }

    static String described(NodeInfo node) {
        if (node.getInfo() instanceof TensorInfo info) {
            return "\"" + node.getName() + "\" of " + info.type + " " + Arrays.toString(info.getShape());
        }
        return "\"" + node.getName() + "\", which is no tensor";
    }

    private static boolean fits(long side, long expected) {
        return side == expected || side < 0;
    }

    private BadInputException wrongChannels(long found) {
        return bad("gives " + found + " channels but the card of " + described.name() + " says "
                + described.output().channels());
    }

    private BadInputException bad(String what) {
        return new BadInputException(file + ": " + what);
    }

    /**
     * Runs the network.
     *
     * @param shown the image in the layout, colours and numbers that were described
     */
    Maps run(float[] shown, int width, int height) {
        long[] shape = described.input().layout() == ModelCard.Layout.NCHW
                ? new long[] {1, 3, height, width}
                : new long[] {1, height, width, 3};
        int stride = described.output().stride();
        try (OnnxTensor tensor = OnnxTensor.createTensor(runtime, FloatBuffer.wrap(shown), shape);
                OrtSession.Result result = session.run(Map.of(input, tensor))) {
            return described.lists()
                    ? maps(result, hypotheses(result), 1)
                    : maps(result, width / stride, height / stride);
        } catch (OrtException e) {
            throw NetworkRuntime.failed(file, width, height, e);
        }
    }

    private OnnxTensor tensor(OrtSession.Result result, String name) {
        return result.get(name).map(OnnxTensor.class::cast).orElseThrow(() -> bad("gave no output \"" + name + "\""));
    }

    /** How long the lists are. */
    private int hypotheses(OrtSession.Result result) {
        long[] shape = tensor(result, outputs.get(0)).getInfo().getShape();
        int side = channelsFirst() ? 2 : 1;
        long count = shape.length > side ? shape[side] : 0;
        if (count > MAX_HYPOTHESES) {
            throw bad("gave \"" + outputs.get(0) + "\" of shape " + Arrays.toString(shape) + " but expected at most "
                    + MAX_HYPOTHESES + " hypotheses");
        }
        return (int) count;
    }

    /** The shape that an output must have, where its channels and the sides behind them are those of the given one. */
    private long[] expected(long[] shape, long channels, int width, int height) {
        if (!described.lists()) {
            return channelsFirst() ? new long[] {1, channels, height, width} : new long[] {1, height, width, channels};
        }
        if (channelsFirst()) {
            return new long[] {1, channels, width};
        }
        long[] expected = shape.clone();
        expected[0] = 1;
        expected[1] = width;
        return expected;
    }

    private Maps maps(OrtSession.Result result, int width, int height) throws OrtException {
        boolean channelsFirst = channelsFirst();
        Maps maps = new Maps(described.output().channels(), width, height);
        int done = 0;
        for (String name : outputs) {
            OnnxTensor tensor = tensor(result, name);
            long[] shape = tensor.getInfo().getShape();
            long count = channels(shape);
            long[] expected = expected(shape, count, width, height);
            if (!Arrays.equals(shape, expected)) {
                throw bad("gave \"" + name + "\" of shape " + Arrays.toString(shape) + " but the card says "
                        + described.output().layout()
                        + (described.lists()
                                ? " lists"
                                : " and stride " + described.output().stride())
                        + ", so expected " + Arrays.toString(expected));
            }
            if (done + count > described.output().channels()) {
                throw wrongChannels(done + count);
            }
            FloatBuffer values = tensor.getFloatBuffer();
            int cells = width * height;
            for (int c = 0; c < count; c++) {
                for (int cell = 0; cell < cells; cell++) {
                    float value = values.get(channelsFirst ? c * cells + cell : cell * (int) count + c);
                    if (!Float.isFinite(value)) {
                        throw bad("gave " + value + " in channel " + (done + c) + " of \"" + name
                                + "\" but expected finite numbers");
                    }
                    maps.set(done + c, cell, value);
                }
            }
            done += (int) count;
        }
        if (done != described.output().channels()) {
            throw wrongChannels(done);
        }
        return maps;
    }

    @Override
    public void close() {
        NetworkRuntime.close(session, file);
    }
}
