package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.FrameReader;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.FrameChoice;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoReader;
import dev.jointly.vision.video.VideoTools;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The images of frames: of a folder, found by the name of a frame, or else by its number where that is the only one, or of a video. */
final class FrameImages {
    private final Map<String, Path> byName = new HashMap<>();
    private final Map<Integer, List<Path>> byNumber = new HashMap<>();
    private final Map<Integer, BufferedImage> ofVideo = new HashMap<>();

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

    /** The frames of a video that have these numbers, which are in memory from now on. */
    static FrameImages ofVideo(Path clip, List<Truth> frames) throws IOException {
        FrameImages images = new FrameImages(null);
        SortedMap<Integer, Truth> wanted = new TreeMap<>();
        frames.forEach(frame -> FrameNumber.of(frame.id()).ifPresent(number -> wanted.put(number.number(), frame)));
        if (wanted.isEmpty()) {
            return images;
        }
        VideoTools tools = VideoTools.ofPath();
        FrameChoice choice = new FrameChoice(wanted.firstKey(), wanted.lastKey(), 1);
        try (VideoReader reader = VideoReader.open(tools, VideoProbe.probe(tools, clip), choice)) {
            for (Optional<DecodedFrame> next = reader.next(); next.isPresent(); next = reader.next()) {
                int number = (int) next.get().number();
                Truth frame = wanted.remove(number);
                if (frame != null) {
                    requireInside(clip, frame, next.get().image());
                    images.ofVideo.put(number, next.get().image());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted in " + clip);
        }
        if (!wanted.isEmpty()) {
            throw new BadInputException(clip + ": ends before frame " + wanted.firstKey()
                    + "; frames are counted from 0. Is it the video that was analysed?");
        }
        return images;
    }

    private static void requireInside(Path clip, Truth frame, BufferedImage image) {
        frame.people().stream()
                .flatMap(person -> person.joints().stream())
                .filter(joint -> joint.mark() != Truth.Mark.ABSENT)
                .forEach(joint -> {
                    if (FrameReader.outside(joint.x(), image.getWidth())
                            || FrameReader.outside(joint.y(), image.getHeight())) {
                        throw new BadInputException(clip + ": its frames are " + image.getWidth() + " x "
                                + image.getHeight() + " pixels, but " + frame.id() + " has a joint at x = " + joint.x()
                                + ", y = " + joint.y() + "; give the video that was analysed");
                    }
                });
    }

    /** The image of a frame, if there is one. */
    Optional<BufferedImage> of(Truth frame) {
        if (!ofVideo.isEmpty()) {
            return FrameNumber.of(frame.id()).map(number -> ofVideo.get(number.number()));
        }
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
