package dev.jointly.vision.net;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtProvider;
import ai.onnxruntime.OrtSession;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Opens a network. */
    static OrtSession open(Path file, Execution execution) {
        OrtEnvironment runtime = get();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(execution.threads());
            // a failure is reported once, by the exception
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            use(execution.device(), options);
            // what is inside a jar has no name that native code could open
            return file.getFileSystem().equals(FileSystems.getDefault())
                    ? runtime.createSession(file.toString(), options)
                    : runtime.createSession(Files.readAllBytes(file), options);
        } catch (OrtException e) {
            throw notRunnable(file, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes of an open network what runs it. */
    interface Making<T> {
        T of(OrtSession session) throws OrtException;
    }

    /** Opens a network for what runs it, and closes it again if that refuses it. */
    static <T> T opened(Path file, Execution execution, Making<T> making) {
        return Reading.of(file.toString(), () -> {
            OrtSession session = open(file, execution);
            try {
                return making.of(session);
            } catch (OrtException | RuntimeException e) {
                close(session, file);
                throw e instanceof RuntimeException known ? known : notRunnable(file, (OrtException) e);
            }
        });
    }

    /** Refuses a device that cannot be used. */
    static void requireDevice(Device device) {
        if (device != Device.CPU) {
            get();
            try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
                use(device, options);
            }
        }
    }

    private static void use(Device device, OrtSession.SessionOptions options) {
        if (device == Device.CPU) {
            return;
        }
        if (!OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)) {
            throw new NetworkUnavailableException(
                    "device cuda: the ONNX Runtime of this program runs on the CPU only; docs/your-network.md says which jar to"
                            + " exchange");
        }
        try {
            options.addCUDA();
        } catch (OrtException e) {
            throw new NetworkUnavailableException("device cuda: CUDA cannot be used on this machine: " + oneLine(e));
        }
    }

    static void close(OrtSession session, Path file) {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("cannot close the network " + file, e);
        }
    }

    static BadInputException notRunnable(Path file, OrtException e) {
        return new BadInputException(file + ": is not a network that can be run: " + oneLine(e), e);
    }

    static BadInputException failed(Path file, int width, int height, OrtException e) {
        return new BadInputException(file + ": failed on an image of " + width + " x " + height + ": " + oneLine(e), e);
    }

    private static String oneLine(OrtException e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
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
