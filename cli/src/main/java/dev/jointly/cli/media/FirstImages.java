package dev.jointly.cli.media;

import dev.jointly.cli.Inputs;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.video.DecodedFrame;
import dev.jointly.vision.video.VideoReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a network finds in the first images of a run, from which an anatomy is chosen before the run begins. */
final class FirstImages {
    /** Enough to see which parts are seldom missed, and few beside a video. */
    static final int MOST = 10;

    private final List<Evidence> seen = new ArrayList<>();
    private final Clips clips;
    private final ImageDetector detector;
    private @Nullable BadInputException failure;

    private FirstImages(Clips clips, ImageDetector detector) {
        this.clips = clips;
        this.detector = detector;
    }

    /** The first images that can be read, always the same for the same files and frames. */
    static List<Evidence> of(Inputs inputs, Clips clips, ImageDetector detector) {
        FirstImages first = new FirstImages(clips, detector);
        for (String name : inputs.files()) {
            if (first.seen.size() < MOST) {
                first.read(name);
            }
        }
        if (first.seen.isEmpty() && first.failure != null) {
            throw first.failure;
        }
        return first.seen;
    }

    private void read(String name) {
        try {
            if (Clips.isVideo(name)) {
                frames(name);
            } else {
                seen.add(detector.detect(name, name, PhotoReader.read(Path.of(name))));
            }
        } catch (BadInputException e) {
            // told when its turn comes
            failure = e;
        }
    }

    private void frames(String name) {
        Clips.Clip clip = clips.clip(name);
        try (VideoReader reader = clips.open(clip)) {
            for (Optional<DecodedFrame> frame = reader.next();
                    frame.isPresent() && seen.size() < MOST;
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
