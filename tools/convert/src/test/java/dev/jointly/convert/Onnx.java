package dev.jointly.convert;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.Map;

/** Runs an ONNX file of one input and one output on one image. */
final class Onnx implements AutoCloseable {
    /** Shape and values. */
    record Answer(long[] shape, float[] values) {}

    private final OrtEnvironment runtime = OrtEnvironment.getEnvironment();
    private final OrtSession session;

    Onnx(byte[] file) throws OrtException {
        session = runtime.createSession(file);
    }

    Answer run(int height, int width, float... image) throws OrtException {
        String input = session.getInputNames().iterator().next();
        try (OnnxTensor tensor =
                        OnnxTensor.createTensor(runtime, FloatBuffer.wrap(image), new long[] {1, 3, height, width});
                OrtSession.Result result = session.run(Map.of(input, tensor))) {
            OnnxTensor first = (OnnxTensor) result.get(0);
            float[] values = new float[first.getFloatBuffer().remaining()];
            first.getFloatBuffer().get(values);
            return new Answer(first.getInfo().getShape(), values);
        }
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
