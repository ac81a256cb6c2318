package dev.jointly.cli;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.export.DlcAssembliesPickle.Video;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What DeepLabCut's own file of a video adds to the people in it. */
final class DlcVideo {
    /** DeepLabCut's default: parts of no animal need a higher confidence. */
    private static final double CUTOFF = 0.1;

    private DlcVideo() {}

    static Video of(DlcFile file) {
        int own = file.animalParts().size();
        if (own == file.parts().size()) {
            return new Video(file.animalParts(), null);
        }
        SortedMap<Integer, double[][]> single = new TreeMap<>();
        for (Evidence frame : file.frames()) {
            Optional<FrameNumber> number = FrameNumber.of(frame.id());
            double[][] best = best(frame, own);
            if (number.isPresent() && best != null) {
                single.put(number.get().number(), best);
            }
        }
        return new Video(file.animalParts(), single);
    }

    /** The most confident detection of each part of no animal; null if none is confident enough. */
    private static double @Nullable [][] best(Evidence frame, int own) {
        double[][] best = new double[frame.parts().size() - own][3];
        for (double[] row : best) {
            Arrays.fill(row, Double.NaN);
        }
        boolean any = false;
        for (Candidate seen : frame.candidates()) {
            if (seen.part() >= own && seen.score() > CUTOFF) {
                double[] row = best[seen.part() - own];
                if (Double.isNaN(row[2]) || seen.score() > row[2]) {
                    best[seen.part() - own] = new double[] {seen.x(), seen.y(), seen.score()};
                }
                any = true;
            }
        }
        return any ? best : null;
    }
}
