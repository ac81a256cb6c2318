package dev.jointly.cli;

import dev.jointly.vision.video.FrameChoice;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which frames of videos, and whether an interrupted run is continued. */
final class VideoOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec spec;

    @Option(
            names = "--frames",
            paramLabel = "A-B",
            description = "Frames of a video, counted from 0: 100-200 (both included), 100- (to the end) or 100."
                    + " Default: all.")
    @Nullable
    String frames;

    @Option(
            names = "--every",
            paramLabel = "N",
            description = "Every N-th frame of a video, from the first requested on. Default: 1.")
    long every = 1;

    @Option(
            names = "--resume",
            description = "Writes the files of a video frame by frame in their place; after an interruption, the same"
                    + " command goes on after the last complete frame.")
    boolean resume;

    FrameChoice choice() {
        try {
            return FrameChoice.parse(frames == null ? "0-" : frames, every);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + e.getMessage());
        }
    }

    /**
     * Refuses options without effect, and what cannot be resumed.
     *
     * @param outputs names of files, null for those that are not wanted
     */
    void check(Clips clips, List<@Nullable String> outputs, boolean json, boolean drawnVideo) {
        if (!clips.any() && (frames != null || every != 1 || resume)) {
            throw wrong("--frames, --every and --resume need a video, whose name ends in one of "
                    + String.join(", ", Clips.ENDINGS));
        }
        if (!resume) {
            return;
        }
        if (!clips.single()) {
            throw wrong("--resume needs a single video; run several one by one");
        }
        if (!json || outputs.stream().anyMatch(name -> name != null && (name.equals("-") || name.endsWith(".gz")))) {
            throw wrong("--resume needs --format json, files that are not compressed, and no standard output");
        }
        if (drawnVideo) {
            throw wrong("--resume cannot be combined with a video from --draw, which cannot be continued; give --draw a"
                    + " directory, or leave out --resume");
        }
    }

    RuntimeException wrong(String text) {
        return spec == null ? new IllegalArgumentException(text) : new ParameterException(spec.commandLine(), text);
    }
}
