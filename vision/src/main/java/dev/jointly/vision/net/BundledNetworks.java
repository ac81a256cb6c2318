package dev.jointly.vision.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/** The networks of the artifact {@code jointly-models}, if that is on the class path. */
final class BundledNetworks {
    private static final String FOLDER = "/dev/jointly/models/";

    /** Opened jars, which stay open: each is a view of a file that the class loader has open too. */
    private static final Map<URI, FileSystem> JARS = new ConcurrentHashMap<>();

    private BundledNetworks() {}

    /** Where a network is, which may be inside a jar. */
    static Optional<Path> file(String name) {
        return Optional.ofNullable(BundledNetworks.class.getResource(FOLDER + name + ".onnx"))
                .map(BundledNetworks::path);
    }

    /** The path of a resource in a folder or in a jar. */
    static Path path(URL resource) {
        URI uri = URI.create(resource.toString());
        if (!uri.getScheme().equals("jar")) {
            return Path.of(uri);
        }
        String text = uri.getRawSchemeSpecificPart();
        int inside = text.lastIndexOf("!/");
        FileSystem jar = JARS.computeIfAbsent(URI.create(text.substring(0, inside)), BundledNetworks::opened);
        return jar.getPath(text.substring(inside + 1));
    }

    private static FileSystem opened(URI jar) {
        try {
            return FileSystems.newFileSystem(Path.of(jar));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is known of each network: {@code NAME.licence}, {@code NAME.source} and more. */
    static Properties facts() {
        Properties facts = new Properties();
        try (InputStream in = BundledNetworks.class.getResourceAsStream(FOLDER + "models.properties")) {
            if (in != null) {
                facts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return facts;
    }
}
