package dev.jointly.cli.convert;

import dev.jointly.cli.Console;
import dev.jointly.cli.solve.RankingForm;
import dev.jointly.evidence.Truth;
import dev.jointly.vision.eval.FrameDifference;
import dev.jointly.vision.eval.FrameDifference.Gravest;
import dev.jointly.vision.eval.JointVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * What is said about two files.
 *
 * @param frames in both files
 */
record CompareReport(FrameKeys keys, List<ComparedFrame> frames, double tolerance) {
    private static final int NAMED = 5;

    /** A few lines. */
    String summary() {
        StringBuilder text = new StringBuilder();
        int same = count(Gravest.SAME);
        text.append(frames.size()).append(frames.size() == 1 ? " frame" : " frames");
        text.append(" in both, matched by ").append(keys.way()).append(": ");
        text.append(same).append(" the same, ").append(frames.size() - same).append(" different\n");
        only("A", keys.onlyA(), text);
        only("B", keys.onlyB(), text);
        text.append("frames by their gravest difference: ");
        text.append(count(Gravest.SWAPPED)).append(" swapped, ");
        text.append(count(Gravest.MISSING)).append(" missing, ");
        text.append(count(Gravest.MOVED)).append(" moved\n");
        List<String> joints = new ArrayList<>();
        for (JointVerdict verdict : JointVerdict.values()) {
            joints.add(sum(one -> one.count(verdict)) + " " + verdict.words());
        }
        text.append("joints: ").append(String.join(", ", joints));
        text.append(String.format(
                Locale.ROOT, " (same: at most %s %s apart)%n", plain(tolerance), tolerance == 1 ? "pixel" : "pixels"));
        text.append("people: ").append(sum(FrameDifference::samePeople)).append(" same, ");
        text.append(sum(FrameDifference::changedPeople)).append(" changed, ");
        text.append(sum(FrameDifference::peopleOnlyA)).append(" only in A, ");
        text.append(sum(FrameDifference::peopleOnlyB)).append(" only in B\n");
        most().stream().limit(NAMED).forEach(one -> text.append("  ")
                .append(one.name())
                .append(": ")
                .append(one.words())
                .append('\n'));
        if (most().size() > NAMED) {
            text.append("  and ").append(most().size() - NAMED).append(" more\n");
        }
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private static void only(String side, List<Truth> frames, StringBuilder text) {
        if (!frames.isEmpty()) {
            text.append(frames.size()).append(frames.size() == 1 ? " frame" : " frames");
            text.append(" only in ").append(side).append(", not compared: ");
            text.append(Console.some(frames.stream().map(Truth::id).toList())).append('\n');
        }
    }

    private int count(Gravest gravest) {
        return (int) frames.stream()
                .filter(one -> one.difference().gravest() == gravest)
                .count();
    }

    private int sum(ToIntFunction<FrameDifference> count) {
        return frames.stream().map(ComparedFrame::difference).mapToInt(count).sum();
    }

    /** Frames that differ, the most different first. */
    List<ComparedFrame> most() {
        return frames.stream()
                .filter(one -> !one.difference().same())
                .sorted(ComparedFrame.MOST_DIFFERENT)
                .toList();
    }

    /** One row per frame, those of one file only at the end. */
    String csv() {
        StringBuilder table = new StringBuilder("frame,verdict,difference,same,moved,swapped,only_a,only_b,"
                + "people_same,people_changed,people_only_a,people_only_b\n");
        for (ComparedFrame one : frames) {
            FrameDifference found = one.difference();
            table.append(RankingForm.quoted(one.name())).append(',');
            table.append(found.gravest().name().toLowerCase(Locale.ROOT));
            table.append(',').append(found.difference());
            for (JointVerdict verdict : JointVerdict.values()) {
                table.append(',').append(found.count(verdict));
            }
            table.append(',').append(found.samePeople());
            table.append(',').append(found.changedPeople());
            table.append(',').append(found.peopleOnlyA());
            table.append(',').append(found.peopleOnlyB()).append('\n');
        }
        keys.onlyA()
                .forEach(frame -> table.append(RankingForm.quoted(frame.id())).append(",only in A,,,,,,,,,,\n"));
        keys.onlyB()
                .forEach(frame -> table.append(RankingForm.quoted(frame.id())).append(",only in B,,,,,,,,,,\n"));
        return table.toString();
    }
}
