package dev.jointly.cli;

import dev.jointly.server.Access;
import dev.jointly.server.Listener;
import dev.jointly.server.Routes;
import dev.jointly.server.cvat.CvatRoutes;
import dev.jointly.server.labelstudio.LabelStudioImages;
import dev.jointly.server.labelstudio.LabelStudioRoutes;
import dev.jointly.server.tool.ToolService;
import dev.jointly.server.xanylabeling.XAnyLabelingRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code serve} needs to know about annotation tools. Complains by {@link IllegalArgumentException}. */
final class AnnotationToolOptions {
    private static final String KEY = "JOINTLY_LABEL_STUDIO_KEY";
    private static final Duration PATIENCE_FOR_IMAGES = Duration.ofSeconds(30);
    private static final String CVAT_HOST = "127.0.0.1";

    @Option(
            names = "--label-studio-url",
            paramLabel = "URL",
            description =
                    "The Label Studio that asks for predictions, such as http://localhost:8080; images of its tasks"
                            + " are fetched from there and from nowhere else, with the key in " + KEY + ".")
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
            description = "Also listen here for CVAT, which sends no token: whoever reaches this port can use it.")
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
        return Optional.of(LabelStudioImages.of(labelStudioUrl, key(), PATIENCE_FOR_IMAGES));
    }

    private Optional<String> key() {
        if (labelStudioKeyFile == null) {
            return Optional.ofNullable(System.getenv(KEY)).map(String::strip);
        }
        try {
            return Optional.of(Files.readString(Path.of(labelStudioKeyFile)).strip());
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "cannot read the key of Label Studio from " + labelStudioKeyFile + ": " + e.getMessage(), e);
        }
    }
}
