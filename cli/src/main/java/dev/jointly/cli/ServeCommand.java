package dev.jointly.cli;

import dev.jointly.server.Access;
import dev.jointly.server.ApiRoutes;
import dev.jointly.server.CannotListenException;
import dev.jointly.server.Detectors;
import dev.jointly.server.JointlyServer;
import dev.jointly.server.Listener;
import dev.jointly.server.PageBundle;
import dev.jointly.server.PageRoutes;
import dev.jointly.server.RequestLog;
import dev.jointly.server.Routes;
import dev.jointly.server.ServerLimits;
import dev.jointly.server.SolveService;
import dev.jointly.server.tool.ToolService;
import dev.jointly.vision.net.Device;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jointly serve}. */
@Command(
        name = "serve",
        description = "Serves the solver over HTTP until it is told to stop; see docs/server.md.",
        footer = {
            "",
            "Without a token only programs on this machine are served. With JOINTLY_TOKEN set, or --token-file, requests"
                    + " need the header Authorization: Bearer TOKEN.",
            "One line of JSON per request goes to standard error.",
            "Example: jointly serve --port 8080"
        })
final class ServeCommand implements Callable<Integer> {
    /** Less than {@link StopSignal} waits. */
    private static final Duration GRACE = Duration.ofSeconds(7);

    private static final String TOKEN = "JOINTLY_TOKEN";

    private final Console console;
    private final StopSignal signal;
    private final SolveFunction solving;
    private final ModelStore models;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--port", paramLabel = "P", required = true, description = "Port; 0 is any free one.")
    int port;

    @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on. Default: 127.0.0.1.")
    String host = "127.0.0.1";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token, in place of JOINTLY_TOKEN.")
    @Nullable
    String tokenFile;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Problems solved at once. Default: one for each processor.")
    int workers = ServerLimits.defaults().workers();

    @Option(
            names = "--queue",
            paramLabel = "N",
            description = "Requests that may wait for a worker; more are refused. Default: 8 for each processor.")
    int queue = ServerLimits.defaults().queue();

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "The longest a request may take, waiting included. Default: 60s.")
    Duration timeLimit = ServerLimits.defaults().longest();

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "Size of a request, after decompression. Default: 33554432.")
    int bodyBytes = ServerLimits.defaults().bodyBytes();

    @Option(names = "--max-detections", paramLabel = "N", description = "Detections of a problem. Default: 20000.")
    int detections = ServerLimits.defaults().detections();

    @Option(names = "--max-pixels", paramLabel = "N", description = "Pixels of an image. Default: 50000000.")
    long pixels = ServerLimits.defaults().pixels();

    @Option(
            names = "--model",
            paramLabel = "NAME|CARD",
            description = "An installed model, or the file of a model card, for images; may be repeated, the first is"
                    + " the default. Default: openpose-mobilenet.")
    List<String> modelNames = ModelStore.SHIPPED;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            converter = DetectorOptions.Devices.class,
            completionCandidates = DetectorOptions.Devices.class,
            description = "What networks run on: one of ${COMPLETION-CANDIDATES}. Default: cpu.")
    Device device = Device.CPU;

    @Mixin
    AnnotationToolOptions tools = new AnnotationToolOptions();

    ServeCommand(Console console, StopSignal signal, SolveFunction solving, ModelStore models) {
        this.console = console;
        this.signal = signal;
        this.solving = solving;
        this.models = models;
    }

    @Override
    public Integer call() throws InterruptedException {
        RequestLog log = new RequestLog(console::say);
        signal.begin();
        try (JointlyServer server = started(log)) {
            signal.awaitStop();
            server.stop(GRACE);
            return Exit.DONE;
        } catch (IllegalArgumentException | CannotListenException e) {
            throw misuse(String.valueOf(e.getMessage()), e);
        } finally {
            signal.end();
        }
    }

    private JointlyServer started(RequestLog log) {
        ServerLimits limits = ServerLimits.defaults()
                .withQueue(workers, queue)
                .withLongest(timeLimit)
                .withSizes(bodyBytes, detections, pixels);
        Listener address = new Listener(host, port, Access.of(host, token()), List.of());
        Execution execution = new Execution(device, workers);
        execution.requireDevice();
        solving.load();
        SolveService solves = new SolveService(solving::solve, new Detectors(models, modelNames, execution), limits);
        ApiRoutes api = new ApiRoutes(solves, solving::session, log, InstantSource.system());
        ToolService service = new ToolService(solves);
        List<Routes> routes = Stream.concat(
                        Stream.of(api, new PageRoutes(PageBundle.built())), tools.routes(service).stream())
                .toList();
        List<Listener> listeners = Stream.concat(Stream.of(address.serving(routes)), tools.cvat(service).stream())
                .toList();
        JointlyServer server = JointlyServer.start(solves, log, listeners);
        server.closeAlso(api);
        if (console.terminal()) {
            console.say("jointly: serving at http://" + host + ":" + server.port(0) + "/ until Ctrl-C");
        }
        return server;
    }

    private Optional<String> token() {
        if (tokenFile == null) {
            return Optional.ofNullable(System.getenv(TOKEN));
        }
        try {
            return Optional.of(Files.readString(Path.of(tokenFile)).strip());
        } catch (IOException | InvalidPathException e) {
            throw misuse("cannot read the token from " + tokenFile + ": " + e.getMessage(), e);
        }
    }

    private RuntimeException misuse(String message, Exception e) {
        return spec == null
                ? new IllegalStateException(message, e)
                : new ParameterException(spec.commandLine(), message, e);
    }
}
