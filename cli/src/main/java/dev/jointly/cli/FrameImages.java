package dev.jointly.cli;

import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.FrameNumber;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The images of a folder, found by the name of a frame, or else by its number where that is the only one. */
final class FrameImages {
    private final Map<String, Path> byName = new HashMap<>();
    private final Map<Integer, List<Path>> byNumber = new HashMap<>();

    /** @param folder null for none */
    FrameImages(@Nullable String folder) throws IOException {
        if (folder == null) {
            return;
        }
        if (!Files.isDirectory(Path.of(folder))) {
            throw new BadInputException(folder + ": is no folder; name the one with the images of the frames");
        }
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.matches("(?i).*\\.(png|jpe?g|bmp|gif)")) {
                    byName.putIfAbsent(FrameKeys.stem(name), file);
                    FrameNumber.of(name)
                            .ifPresent(frame -> byNumber.computeIfAbsent(frame.number(), number -> new ArrayList<>())
                                    .add(file));
                }
            }
        }
    }

    /** The image of a frame, if there is one. */
    Optional<BufferedImage> of(Truth frame) {
        Path named = byName.get(FrameKeys.stem(
                frame.image() == null ? frame.id() : frame.image().file()));
        if (named != null) {
            return Optional.of(PhotoReader.read(named));
        }
        return FrameNumber.of(frame.id())
                .map(number -> byNumber.getOrDefault(number.number(), List.of()))
                .filter(files -> files.size() == 1)
                .map(files -> PhotoReader.read(files.get(0)));
    }
}
