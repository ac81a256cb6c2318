package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A frame of both files and how its people differ. */
public record ComparedFrame(FrameKeys.Both frame, FrameDifference difference) {
    /** The most swapped joints first, since they are the gravest; then the most joints that differ. */
    static final Comparator<ComparedFrame> MOST_DIFFERENT = Comparator.comparingInt(
                    (ComparedFrame one) -> -one.difference().count(JointVerdict.SWAPPED))
            .thenComparingInt(one -> -one.difference().difference());

    public Truth a() {
        return frame.a();
    }

    public Truth b() {
        return frame.b();
    }

    public String name() {
        return frame.name();
    }

    /** Such as: 2 swapped, 1 only in A. */
    public String words() {
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
