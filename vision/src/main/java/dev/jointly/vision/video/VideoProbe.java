package dev.jointly.vision.video;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks ffprobe what a video is. */
public final class VideoProbe {
    private static final int MAX_BYTES = 1 << 16;
    private static final long MAX_PIXELS = 100_000_000;
    private static final int LEAST_SIDE = 16;

    /** More frames than any real video has. */
    private static final double MAX_FRAMES = 1e12;

    private static final String ENTRIES = "stream=width,height,avg_frame_rate,r_frame_rate,nb_frames,duration"
            + ":stream_side_data=rotation:stream_tags=rotate:format=duration";

    private VideoProbe() {}

    /** What a file's first video stream is; pictures attached to a sound file are none. */
    public static VideoFile probe(VideoTools tools, Path file) {
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": is a directory but expected a video");
        }
        if (!Files.exists(file)) {
            throw new BadInputException(file + ": no such file");
        }
        Map<String, String> said = said(tools, file);
        if (!said.containsKey("width")) {
            throw new BadInputException(file + ": has no video stream but expected a video");
        }
        int width = side(file, said, "width");
        int height = side(file, said, "height");
        boolean sideways = rotation(said) % 180 != 0;
        FrameRate rate = FrameRate.parse(said.getOrDefault("avg_frame_rate", ""))
                .or(() -> FrameRate.parse(said.getOrDefault("r_frame_rate", "")))
                .orElse(FrameRate.USUAL);
        return new VideoFile(file, sideways ? height : width, sideways ? width : height, frames(said, rate), rate);
    }

    private static Map<String, String> said(VideoTools tools, Path file) {
        String asked = "-v error -protocol_whitelist file -select_streams V:0 -show_entries " + ENTRIES
                + " -of default=noprint_wrappers=1 -i";
        List<String> words = VideoTools.words(tools.ffprobe(), asked, VideoTools.argument(file));
        try (ToolProcess process = ToolProcess.start(words)) {
            process.input().close();
            String text = new String(process.output().readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            if (!process.succeeded()) {
                throw unreadable(file, process.complaint());
            }
            Map<String, String> values = new HashMap<>();
            text.lines()
                    .map(line -> line.split("=", 2))
                    // the stream comes before the whole file, which also has a duration
                    .filter(pair -> pair.length == 2 && !pair[1].equals("N/A"))
                    .forEach(pair -> values.putIfAbsent(pair[0].replace("TAG:", ""), pair[1]));
            return values;
        } catch (IOException e) {
            throw unreadable(file, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException(file + ": reading it was interrupted", e);
        }
    }

    private static BadInputException unreadable(Path file, String complaint) {
        return new BadInputException(file + ": cannot be read as a video; ffprobe says: " + complaint);
    }

    private static int side(Path file, Map<String, String> said, String name) {
        String text = said.getOrDefault(name, "");
        int side = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
        if (side < LEAST_SIDE || side > MAX_PIXELS / LEAST_SIDE) {
            throw new BadInputException(file + ": its frames have the " + name + " " + Excerpt.of(text)
                    + " but expected at least " + LEAST_SIDE + " pixels, and at most 100 million in all");
        }
        return side;
    }

    /** In degrees; phones write how they were held instead of turning the frames. */
    private static int rotation(Map<String, String> said) {
        String text = Optional.ofNullable(said.get("rotation")).orElse(said.getOrDefault("rotate", "0"));
        return text.matches("-?\\d{1,4}") ? Math.floorMod(Integer.parseInt(text), 360) : 0;
    }

    private static long frames(Map<String, String> said, FrameRate rate) {
        String counted = said.getOrDefault("nb_frames", "");
        if (counted.matches("[1-9]\\d{0,11}")) {
            return Long.parseLong(counted);
        }
        try {
            double estimate = Double.parseDouble(said.getOrDefault("duration", "0")) * rate.perSecond();
            return estimate > 0 && estimate < MAX_FRAMES ? Math.max(1, Math.round(estimate)) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
