package dev.jointly.vision.net;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import dev.jointly.problem.Image;
import java.awt.image.BufferedImage;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A network and its card, ready to run on images. Threads take turns, also with the one that closes it. */
public final class Network implements ImageDetector {
    private final ModelCard card;
    private final Path file;
    private final OrtEnvironment runtime;
    private final OrtSession session;
    private final String input;
    private final List<String> outputs;

    private Network(ModelCard card, Path file, OrtEnvironment runtime, OrtSession session) throws OrtException {
        this.card = card;
        this.file = file;
        this.runtime = runtime;
        this.session = session;
        this.input = checkedInput();
        this.outputs = checkedOutputs();
    }

    /**
     * Opens a network and checks that its inputs and outputs are those of the card.
     *
     * @param file the ONNX network
     */
    public static Network open(ModelCard card, Path file, int threads) {
        return Reading.of(file.toString(), () -> opened(card, file, threads));
    }

    private static Network opened(ModelCard card, Path file, int threads) {
        if (!Files.isRegularFile(file)) {
            throw new BadInputException(file + ": no such file; expected the network of model " + card.name());
        }
        OrtEnvironment runtime = NetworkRuntime.get();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(threads);
            // a failure is reported once, by the exception
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            OrtSession session = runtime.createSession(file.toString(), options);
            try {
                return new Network(card, file, runtime, session);
            } catch (OrtException | RuntimeException e) {
                session.close();
                throw e;
            }
        } catch (OrtException e) {
            throw new BadInputException(file + ": is not a network that can be run: " + oneLine(e), e);
        }
    }

    private static String oneLine(OrtException e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }

    private String checkedInput() throws OrtException {
        Map<String, NodeInfo> all = session.getInputInfo();
        if (all.size() != 1) {
            throw bad("has the inputs " + all.keySet() + " but expected one, the image");
        }
        NodeInfo only = all.values().iterator().next();
        long[] shape = shape(only);
        int channelSide = card.input().layout() == ModelCard.Layout.NCHW ? 1 : 3;
        // where sides are free, three channels in the other place still tell the layout
        boolean turned = shape[channelSide] != 3 && shape[4 - channelSide] == 3;
        if (!fits(shape[channelSide], 3) || !fits(shape[0], 1) || turned) {
            throw bad("has the input " + described(only) + " but the card says one image of 3 channels as "
                    + card.input().layout());
        }
        return only.getName();
    }

    private List<String> checkedOutputs() throws OrtException {
        Map<String, NodeInfo> all = session.getOutputInfo();
        List<String> names = card.output().names().isEmpty()
                ? List.copyOf(all.keySet())
                : card.output().names();
        if (card.output().names().isEmpty() && all.size() != 1) {
            throw bad("has the outputs " + all.keySet() + " but the card names none of them and expects one");
        }
        long channels = 0;
        for (String name : names) {
            NodeInfo info = all.get(name);
            if (info == null) {
                throw bad("has the outputs " + all.keySet() + " but the card says \"" + name + "\"");
            }
            long count = shape(info)[channelSide()];
            // -1: known when it has run
            channels = count < 0 || channels < 0 ? -1 : channels + count;
        }
        if (channels >= 0 && channels != card.output().channels()) {
            throw wrongChannels(channels);
        }
        return names;
    }

    private int channelSide() {
        return card.output().layout() == ModelCard.Layout.NCHW ? 1 : 3;
    }

    private long[] shape(NodeInfo node) {
        if (!(node.getInfo() instanceof TensorInfo info)
                || info.type != OnnxJavaType.FLOAT
                || info.getShape().length != 4) {
            throw bad("has " + described(node) + " but expected floats with four sides");
        }
        return info.getShape();
    }

    private static String described(NodeInfo node) {
        if (node.getInfo() instanceof TensorInfo info) {
            return "\"" + node.getName() + "\" of " + info.type + " " + Arrays.toString(info.getShape());
        }
        return "\"" + node.getName() + "\", which is no tensor";
    }

    private static boolean fits(long side, long expected) {
        return side == expected || side < 0;
    }

    private BadInputException wrongChannels(long found) {
        return bad("gives " + found + " channels but the card of " + card.name() + " says "
                + card.output().channels());
    }

    private BadInputException bad(String what) {
        return new BadInputException(file + ": " + what);
    }

    public ModelCard card() {
        return card;
    }

    /** Runs the network on an image. */
    @Override
    public synchronized Evidence detect(String id, String photoFile, BufferedImage photo) {
        Placement placement = Placement.of(card, photo.getWidth(), photo.getHeight());
        Maps maps = run(photo, placement);
        Cells cells = Cells.of(placement, card.output().stride(), photo.getWidth(), photo.getHeight());
        Decoder.Found found = card.decoder().decode(card, maps, cells);
        Image image = new Image(photoFile, photo.getWidth(), photo.getHeight());
        return new Evidence(id, image, card.partNames(), found.candidates(), found.edges());
    }

    private Maps run(BufferedImage photo, Placement placement) {
        int width = placement.width();
        int height = placement.height();
        float[] shown = Shrinking.shown(photo, card.input(), placement);
        long[] shape = card.input().layout() == ModelCard.Layout.NCHW
                ? new long[] {1, 3, height, width}
                : new long[] {1, height, width, 3};
        try (OnnxTensor tensor = OnnxTensor.createTensor(runtime, FloatBuffer.wrap(shown), shape);
                OrtSession.Result result = session.run(Map.of(input, tensor))) {
            return maps(
                    result,
                    width / card.output().stride(),
                    height / card.output().stride());
        } catch (OrtException e) {
            throw new BadInputException(
                    file + ": failed on an image of " + width + " x " + height + ": " + oneLine(e), e);
        }
    }

    private Maps maps(OrtSession.Result result, int width, int height) throws OrtException {
        boolean channelsFirst = card.output().layout() == ModelCard.Layout.NCHW;
        Maps maps = new Maps(card.output().channels(), width, height);
        int done = 0;
        for (String name : outputs) {
            OnnxTensor tensor = result.get(name)
                    .map(OnnxTensor.class::cast)
                    .orElseThrow(() -> bad("gave no output \"" + name + "\""));
            long[] shape = tensor.getInfo().getShape();
            long count = shape[channelSide()];
            long[] expected =
                    channelsFirst ? new long[] {1, count, height, width} : new long[] {1, height, width, count};
            if (!Arrays.equals(shape, expected)) {
                throw bad("gave \"" + name + "\" of shape " + Arrays.toString(shape) + " but the card says "
                        + card.output().layout() + " and stride "
                        + card.output().stride() + ", so expected " + Arrays.toString(expected));
            }
            if (done + count > card.output().channels()) {
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
        if (done != card.output().channels()) {
            throw wrongChannels(done);
        }
        return maps;
    }

    @Override
    public synchronized void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("cannot close the network " + file, e);
        }
    }
}
