package dev.jointly.vision.video;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs that read and write videos.
 *
 * @param ffmpeg name or path of the program that decodes and encodes
 * @param ffprobe name or path of the program that tells what a file contains
 */
public record VideoTools(String ffmpeg, String ffprobe) {
    /** Those on the user's PATH. */
    public static VideoTools ofPath() {
        return new VideoTools("ffmpeg", "ffprobe");
    }

    /**
     * A command line.
     *
     * @param options separated by spaces
     */
    static List<String> words(String program, String options, String... more) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(List.of(options.split(" ", -1)));
        words.addAll(List.of(more));
        return words;
    }

    /** A file as these programs take it: never an option, another protocol or a pattern, whatever its name is. */
    static String argument(Path file) {
        return "file:" + file.toAbsolutePath();
    }
}
