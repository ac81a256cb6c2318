package dev.jointly.vision.net;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtLoggingLevel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** ONNX Runtime, started once for the process. */
final class NetworkRuntime {
    /**
     * When it starts, ONNX Runtime 1.29 searches the command line of the process by a recursion that is as deep as the command
     * line is long, about 250 bytes of stack per character. On an ordinary thread of 1 MB some 5,000 characters end the
     * process, such as those of forty files with long names. This is enough for the longest command line that Linux allows;
     * what is not used costs address space only.
     */
    private static final long STACK_BYTES = 1L << 30;

    private NetworkRuntime() {}

    /** Starts it, or returns the running one. */
    static OrtEnvironment get() {
        FutureTask<OrtEnvironment> starting = new FutureTask<>(
                () -> OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "jointly"));
        new Thread(null, starting, "jointly-network-start", STACK_BYTES).start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return starting.get();
                } catch (InterruptedException e) {
                    // it takes a moment and cannot be left half done
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException failure(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof LinkageError || cause instanceof IllegalStateException) {
            return new NetworkUnavailableException(cause);
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException exception ? exception : new IllegalStateException(e);
    }
}
