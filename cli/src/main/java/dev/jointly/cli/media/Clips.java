package dev.jointly.cli.media;

import dev.jointly.cli.Inputs;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.FrameChoice;
import dev.jointly.vision.video.FrameNames;
import dev.jointly.vision.video.VideoFile;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoReader;
import dev.jointly.vision.video.VideoTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The videos among the files of a run, and the frames that are wanted of each. */
record Clips(Inputs inputs, VideoTools tools, FrameChoice choice) {
    /** Enough images to see which parts are seldom missed, and few beside a video. */
    private static final int FIRST = 10;

    /** Names of videos; ffmpeg judges what is in them. */
    static final List<String> ENDINGS = List.of(
            ".mp4", ".mov", ".m4v", ".avi", ".mkv", ".webm", ".mpg", ".mpeg", ".mts", ".m2ts", ".ts", ".wmv", ".flv",
            ".mjpeg", ".ogv", ".3gp");

    /**
     * A video about to be read.
     *
     * @param choice the frames that are wanted
     * @param names of its frames
     * @param resumed whether frames before these are done, so that there need not be any more
     */
    record Clip(VideoFile video, FrameChoice choice, FrameNames names, boolean resumed) {
        /** The frame as an image of a folder with the video's name, which is what a person would extract it to. */
        String imageFile(long frame) {
            return PhotoFeed.id(video.file()) + "/" + new FrameNames("", names.digits()).name(frame) + ".png";
        }

        Clip after(long frame) {
            return new Clip(video, choice.after(frame), names, true);
        }
    }

    static boolean isVideo(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(lower::endsWith);
    }

    boolean any() {
        return inputs.files().stream().anyMatch(Clips::isVideo);
    }

    /** Whether there is nothing but one video. */
    boolean single() {
        return inputs.files().size() == 1 && any();
    }

    /** The only one of {@link #single}. */
    Clip only() {
        return clip(inputs.files().get(0));
    }

    /** Asks what a video is; its frames have its name before theirs, unless it is the only file. */
    Clip clip(String name) {
        VideoFile video = VideoProbe.probe(tools, Path.of(name));
        String prefix = single() ? "" : PhotoFeed.id(video.file()) + "/";
        return new Clip(video, choice, FrameNames.of(prefix, video.frames()), false);
    }

    VideoReader open(Clip clip) {
        return VideoReader.open(tools, clip.video(), clip.choice());
    }

    /**
     * What a network finds in the first images that can be read, from which an anatomy is chosen before the run begins; always
     * the same for the same files and frames.
     */
    List<Evidence> first(ImageDetector detector) {
        List<Evidence> seen = new ArrayList<>();
        @Nullable BadInputException failure = null;
        for (String name : inputs.files()) {
            try {
                if (seen.size() < FIRST && isVideo(name)) {
                    firstFrames(name, detector, seen);
                } else if (seen.size() < FIRST) {
                    seen.add(detector.detect(name, name, PhotoReader.read(Path.of(name))));
                }
            } catch (BadInputException e) {
                // reported when its turn comes
                failure = e;
            }
        }
        if (seen.isEmpty() && failure != null) {
            throw failure;
        }
        return seen;
    }

    private void firstFrames(String name, ImageDetector detector, List<Evidence> seen) {
        Clip clip = clip(name);
        try (VideoReader reader = open(clip)) {
            for (Optional<DecodedFrame> frame = reader.next();
                    frame.isPresent() && seen.size() < FIRST;
                    frame = reader.next()) {
                String id = clip.names().name(frame.get().number());
                seen.add(detector.detect(id, id, frame.get().image()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException(name + ": reading it was interrupted", e);
        }
    }
}
