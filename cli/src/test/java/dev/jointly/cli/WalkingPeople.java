package dev.jointly.cli;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A clip of every second frame, from 10 to 18: at the top somebody walks to the right, at the bottom somebody walks to the
 * left and is hidden in frame 14, and in frame 16 there is somebody for this one frame only. Who is the strongest and whose
 * detections come first changes from frame to frame.
 */
public final class WalkingPeople {
    public static final int FIRST = 10;
    public static final int LAST = 18;

    private static final Anatomy BODY =
            Anatomy.of("two", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));

    private WalkingPeople() {}

    /** Writes the problems, as NDJSON. */
    public static Path write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int frame = FIRST; frame <= LAST; frame += 2) {
                ProblemWriter.write(problem(frame), Layout.LINE, out);
            }
        }
        return file;
    }

    /** The x of the neck of the one at the top. */
    public static double top(int frame) {
        return 100 + 2 * frame;
    }

    /** The x of the neck of the one at the bottom. */
    public static double bottom(int frame) {
        return 300 - 2 * frame;
    }

    private static Problem problem(int frame) {
        boolean odd = frame % 4 == 0;
        List<double[]> necks = new ArrayList<>();
        necks.add(new double[] {top(frame), 50, odd ? 0.5 : 0.9});
        if (frame != 14) {
            necks.add(odd ? 0 : 1, new double[] {bottom(frame), 300, 0.7});
        }
        if (frame == 16) {
            necks.add(0, new double[] {600, 400, 0.8});
        }
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (double[] neck : necks) {
            int d = detections.size();
            detections.add(new Detection(0, neck[0], neck[1], neck[2], Micro.of(-2)));
            detections.add(new Detection(1, neck[0], neck[1] - 40, neck[2], Micro.of(-1)));
            pairs.add(d, d + 1, Micro.of(-3));
        }
        for (int a = 0; a < detections.size(); a++) {
            for (int b = a + 1; b < detections.size(); b++) {
                if (a / 2 != b / 2) {
                    pairs.add(a, b, Micro.of(9));
                }
            }
        }
        return new Problem(
                String.format(Locale.ROOT, "walk/frame%04d", frame),
                new Image("frame" + frame + ".png", 640, 480),
                BODY,
                Micro.of(1),
                detections,
                pairs.build(detections.size(), true),
                List.of());
    }
}
