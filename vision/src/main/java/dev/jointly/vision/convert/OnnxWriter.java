package dev.jointly.vision.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.jointly.vision.convert.GraphModel.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.TreeMap;

/**
 * Writes an ONNX file. The numbers are the field numbers of {@code onnx.proto}, which never change; the messages are named
 * as there.
 */
final class OnnxWriter {
    /** Operators as of ONNX 1.8; everything used here has meant the same ever since. */
    private static final int OPERATOR_SET = 13;

    /** The version of the file format that belongs to {@link #OPERATOR_SET}. */
    private static final int FORMAT = 7;

    private static final int FLOAT = 1;

    /** One message; its contents are written first, because their length precedes them. */
    @FunctionalInterface
    private interface Message {
        void write(CodedOutputStream out) throws IOException;
    }

    private OnnxWriter() {}

    static byte[] bytes(OnnxGraph graph) throws IOException {
        return encoded(out -> model(graph, out)).toByteArray();
    }

    private static ByteString encoded(Message message) throws IOException {
        ByteString.Output bytes = ByteString.newOutput();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        message.write(out);
        out.flush();
        return bytes.toByteString();
    }

    private static void put(CodedOutputStream out, int field, Message message) throws IOException {
        out.writeBytes(field, encoded(message));
    }

    private static void model(OnnxGraph graph, CodedOutputStream out) throws IOException {
        out.writeInt64(1, FORMAT);
        out.writeString(2, "jointly");
        put(out, 7, message -> graph(graph, message));
        put(out, 8, operators -> operators.writeInt64(2, OPERATOR_SET));
    }

    private static void graph(OnnxGraph graph, CodedOutputStream out) throws IOException {
        for (OnnxGraph.Node node : graph.nodes()) {
            put(out, 1, message -> node(node, message));
        }
        out.writeString(2, graph.name());
        // sorted, so that the same network gives the same file
        for (var weights : new TreeMap<>(graph.weights()).entrySet()) {
            put(out, 5, message -> tensor(weights.getKey(), weights.getValue(), message));
        }
        put(out, 11, message -> valueInfo(graph.input(), message));
        for (OnnxGraph.Maps output : graph.outputs()) {
            put(out, 12, message -> valueInfo(output, message));
        }
    }

    private static void node(OnnxGraph.Node node, CodedOutputStream out) throws IOException {
        for (String input : node.inputs()) {
            out.writeString(1, input);
        }
        out.writeString(2, node.output());
        out.writeString(3, node.output());
        out.writeString(4, node.op());
        for (var text : node.texts().entrySet()) {
            put(out, 5, attribute -> {
                attribute.writeString(1, text.getKey());
                attribute.writeString(4, text.getValue());
                attribute.writeEnum(20, 3);
            });
        }
        for (var number : node.numbers().entrySet()) {
            put(out, 5, attribute -> {
                attribute.writeString(1, number.getKey());
                attribute.writeInt64(3, number.getValue());
                attribute.writeEnum(20, 2);
            });
        }
        for (var list : node.lists().entrySet()) {
            put(out, 5, attribute -> {
                attribute.writeString(1, list.getKey());
                for (int value : list.getValue()) {
                    attribute.writeInt64(8, value);
                }
                attribute.writeEnum(20, 7);
            });
        }
    }

    private static void tensor(String name, Tensor tensor, CodedOutputStream out) throws IOException {
        for (int side : tensor.shape()) {
            out.writeInt64(1, side);
        }
        out.writeInt32(2, FLOAT);
        out.writeString(8, name);
        ByteBuffer raw =
                ByteBuffer.allocate(tensor.values().length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(tensor.values());
        out.writeByteBuffer(9, raw);
    }

    private static void valueInfo(OnnxGraph.Maps maps, CodedOutputStream out) throws IOException {
        out.writeString(1, maps.name());
        put(
                out,
                2,
                type -> put(type, 1, tensorType -> {
                    tensorType.writeInt32(1, FLOAT);
                    put(tensorType, 2, shape -> {
                        put(shape, 1, side -> side.writeInt64(1, 1));
                        put(shape, 1, side -> side.writeInt64(1, maps.channels()));
                        for (String free : List.of("height", "width")) {
                            put(shape, 1, side -> side.writeString(2, maps.name() + " " + free));
                        }
                    });
                }));
    }
}
