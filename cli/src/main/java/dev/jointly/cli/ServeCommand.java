package dev.jointly.cli;

import dev.jointly.cli.media.DetectorOptions;
import dev.jointly.server.Access;
import dev.jointly.server.ApiRoutes;
import dev.jointly.server.Detectors;
import dev.jointly.server.JointlyServer;
import dev.jointly.server.Listener;
import dev.jointly.server.PageRoutes;
import dev.jointly.server.RequestLog;
import dev.jointly.server.Routes;
import dev.jointly.server.ServerLimits;
import dev.jointly.server.SolveService;
import dev.jointly.server.cvat.CvatRoutes;
import dev.jointly.server.labelstudio.LabelStudioImages;
import dev.jointly.server.labelstudio.LabelStudioRoutes;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.xanylabeling.XAnyLabelingRoutes;
import dev.jointly.vision.net.Device;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import picocli.CommandLine.Option;

/** {@code jointly serve}. */
@Command(
        name = "serve",
        description = "Serves the solver over HTTP until it is stopped; see docs/service.md.",
        footer = {
            "",
            "Without a token only programs on this machine are served. With JOINTLY_TOKEN set, or --token-file, requests"
                    + " need the header Authorization: Bearer TOKEN.",
            "One line of JSON per request goes to standard error, in a terminal with --log.",
            "Example: jointly serve"
        })
final class ServeCommand extends JointlyCommand implements Callable<Integer> {
    /** Less than {@link StopSignal} waits. */
    private static final Duration GRACE = Duration.ofSeconds(7);

    private static final int FIRST_PORT = 8080;

    /** So many are tried, unless one is asked for. */
    private static final int PORTS = 100;

    private static final String TOKEN = "JOINTLY_TOKEN";

    @Option(
            names = "--port",
            paramLabel = "P",
            description = "Port; 0 is any free one. Default: 8080, or the next free one after it.")
    @Nullable
    Integer port;

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

    @Mixin
    SharedOption<Duration> timeLimit = SharedOption.timeLimit(
            ServerLimits.defaults().longest(), "The longest a request may take, waiting included. Default: 60s.");

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
            paramLabel = "NAME|FILE",
            description = "An installed model, or a file, as for pose; for images; may be repeated, the first is"
                    + " the default. Default: openpose-mobilenet.")
    List<String> modelNames = ModelStore.SHIPPED;

    @Mixin
    SharedOption<Device> device =
            DetectorOptions.device("What networks run on: one of ${COMPLETION-CANDIDATES}. Default: cpu.");

    @Option(
            names = "--log",
            description =
                    "Show the log in a terminal too: one line of JSON per request. Elsewhere it is always written.")
    boolean logged;

    @Mixin
    AnnotationToolOptions tools = new AnnotationToolOptions();

    @Override
    public Integer call() throws InterruptedException {
        RequestLog log = new RequestLog(console().terminal() && !logged ? line -> {} : console()::say);
        signal().begin();
        try (JointlyServer server = started(log)) {
            signal().awaitStop();
            server.stop(GRACE);
            return Exit.DONE;
        } catch (IllegalArgumentException | JointlyServer.CannotListenException e) {
            throw new Misuse(String.valueOf(e.getMessage()), e);
        } finally {
            signal().end();
        }
    }

    private JointlyServer started(RequestLog log) {
        ServerLimits limits = ServerLimits.defaults()
                .withQueue(workers, queue)
                .withLongest(timeLimit.value())
                .withSizes(bodyBytes, detections, pixels);
        Listener address = new Listener(
                host,
                port == null ? freePort() : port,
                Access.of(host, secret(tokenFile, TOKEN, "the token")),
                List.of());
        Execution execution = new Execution(device.value(), workers);
        execution.requireDevice();
        solving().load();
        SolveService solves =
                new SolveService(solving()::solve, new Detectors(models(), modelNames, execution), limits);
        ToolService service = new ToolService(solves);
        List<Routes> routes = Stream.concat(
                        Stream.of(
                                new ApiRoutes(solves, solving()::session, log, InstantSource.system()),
                                new PageRoutes()),
                        tools.routes(service).stream())
                .toList();
        List<Listener> listeners = Stream.concat(Stream.of(address.serving(routes)), tools.cvat(service).stream())
                .toList();
        JointlyServer server = JointlyServer.start(solves, log, listeners);
        if (console().terminal()) {
            console().say("jointly: serving at http://" + host + ":" + server.port(0) + "/ until Ctrl-C");
        }
        return server;
    }

    /** The usual port, or the next one where no other program listens. */
    private int freePort() {
        int last = FIRST_PORT + PORTS - 1;
        for (int candidate = FIRST_PORT; candidate < last; candidate++) {
            try (ServerSocket free = new ServerSocket(candidate, 1, InetAddress.getByName(host))) {
                return free.getLocalPort();
            } catch (IOException e) {
                // another program listens there
            }
        }
        return last;
    }

    /** From a file, or else from the environment. */
    private static Optional<String> secret(@Nullable String file, String variable, String what) {
        if (file == null) {
            return Optional.ofNullable(System.getenv(variable)).map(String::strip);
        }
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException | InvalidPathException e) {
            throw new Misuse("cannot read " + what + " from " + file + ": " + e.getMessage(), e);
        }
    }

    /** What {@code serve} needs to know about annotation tools. Complains by {@link IllegalArgumentException}. */
    static final class AnnotationToolOptions {
        private static final String KEY = "JOINTLY_LABEL_STUDIO_KEY";
        private static final Duration IMAGE_TIMEOUT = Duration.ofSeconds(30);
        private static final String CVAT_HOST = "127.0.0.1";

        @Option(
                names = "--label-studio-url",
                paramLabel = "URL",
                description =
                        "The Label Studio that asks for predictions, such as http://localhost:8080; images are fetched"
                                + " from there only, with the key in " + KEY + ".")
        @Nullable
        String labelStudioUrl;

        @Option(
                names = "--label-studio-key-file",
                paramLabel = "FILE",
                description = "File with the access token of a Label Studio user, in place of " + KEY + ".")
        @Nullable
        String labelStudioKeyFile;

        @Option(
                names = "--cvat-port",
                paramLabel = "P",
                description =
                        "Also listen here for CVAT, which sends no token: anyone who reaches this port can use it.")
        @Nullable
        Integer cvatPort;

        @Option(
                names = "--cvat-host",
                paramLabel = "HOST",
                description = "Address to listen on for CVAT. Default: " + CVAT_HOST + ".")
        @Nullable
        String cvatHost;

        /** For the listener of the service. */
        List<Routes> routes(ToolService tools) {
            return List.of(new LabelStudioRoutes(tools, labelStudio()), new XAnyLabelingRoutes(tools));
        }

        /** The listener of its own that CVAT has, if it was asked for. */
        Optional<Listener> cvat(ToolService tools) {
            if (cvatPort == null) {
                if (cvatHost != null) {
                    throw new IllegalArgumentException("--cvat-host needs --cvat-port, such as --cvat-port 8070");
                }
                return Optional.empty();
            }
            String host = cvatHost == null ? CVAT_HOST : cvatHost;
            return Optional.of(new Listener(host, cvatPort, Access.open(), List.of(new CvatRoutes(tools))));
        }

        private Optional<LabelStudioImages> labelStudio() {
            if (labelStudioUrl == null) {
                if (labelStudioKeyFile != null) {
                    throw new IllegalArgumentException(
                            "--label-studio-key-file needs --label-studio-url, such as --label-studio-url http://localhost:8080");
                }
                return Optional.empty();
            }
            return Optional.of(LabelStudioImages.of(
                    labelStudioUrl, secret(labelStudioKeyFile, KEY, "the key of Label Studio"), IMAGE_TIMEOUT));
        }
    }
}
