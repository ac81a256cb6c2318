package dev.jointly.cli.convert;

import dev.jointly.evidence.Truth;
import dev.jointly.vision.eval.FrameDifference;
import dev.jointly.vision.eval.JointVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A frame of both files and how its people differ. */
record ComparedFrame(FrameKeys.Both frame, FrameDifference difference) {
    /** The most swapped joints first, since they are the gravest; then the most joints that differ. */
    static final Comparator<ComparedFrame> MOST_DIFFERENT = Comparator.comparingInt(
                    (ComparedFrame one) -> -one.difference().count(JointVerdict.SWAPPED))
            .thenComparingInt(one -> -one.difference().difference());

    Truth a() {
        return frame.a();
    }

    Truth b() {
        return frame.b();
    }

    String name() {
        return frame.name();
    }

    /** Such as: 2 swapped, 1 only in A. */
    String words() {
        List<String> words = new ArrayList<>();
        for (JointVerdict verdict :
                List.of(JointVerdict.SWAPPED, JointVerdict.MOVED, JointVerdict.ONLY_A, JointVerdict.ONLY_B)) {
            int count = difference.count(verdict);
            if (count > 0) {
                words.add(count + " " + verdict.words());
            }
        }
        return words.isEmpty() ? "the same" : String.join(", ", words);
    }
}
