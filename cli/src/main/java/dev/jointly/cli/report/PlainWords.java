package dev.jointly.cli.report;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Verdict;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/** What an answer is called where people read it; files keep the terms of their format. */
public final class PlainWords {
    private PlainWords() {}

    /** How many, such as: 1 frame, 2 frames. */
    public static String count(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    /** How many people, such as: 6 people. */
    public static String people(int count) {
        return count + (count == 1 ? " person" : " people");
    }

    /** The same, the weak ones apart, such as: 3 people, 2 weak ones hidden. */
    public static String people(int count, int weak, String become) {
        String ones = weak == 1 ? " weak one " : " weak ones ";
        return people(count - weak) + (weak == 0 ? "" : (", " + weak + ones + become).stripTrailing());
    }

    /** How many of these people are weak. */
    public static int weak(Problem problem, List<Pose> poses) {
        return (int) poses.stream()
                .filter(pose -> Strength.weak(problem, pose.global()))
                .count();
    }

    /** The anatomy in one line, for the user. */
    public static String anatomy(Anatomy anatomy) {
        List<String> parts = anatomy.parts();
        StringBuilder line = new StringBuilder("hub ");
        line.append(String.join(", ", anatomy.majors().stream().map(parts::get).toList()));
        String separator = "; limbs ";
        for (Anatomy.Limb limb : anatomy.limbs()) {
            line.append(separator).append(parts.get(limb.a())).append('-').append(parts.get(limb.b()));
            separator = ", ";
        }
        return line.toString();
    }

    /** How good a grouping is by the word of the checker. */
    public static String quality(Verdict verdict) {
        return switch (verdict.kind()) {
            case PROVEN_OPTIMAL, BOUNDED -> quality(true, Solution.gap(verdict.objective(), verdict.lowerBound()));
            case REJECTED -> "proof rejected (see jointly verify)";
            case UNDECIDED -> "proof not checked, it takes too long (see jointly verify)";
        };
    }

    /** What dashes in a drawing mean. */
    public static String dashed(List<Margin> margins, double below) {
        String least = BigDecimal.valueOf(below).stripTrailingZeros().toPlainString();
        return margins.stream().allMatch(margin -> margin.exact() || margin.fixed())
                ? "dashed: margin below " + least
                : "dashed: margin not proven to be " + least;
    }

    /**
     * How good a grouping is. The proof is about the scores; whether they describe the image is another matter.
     *
     * @param optimal whether it is proven within the gap that was asked for
     */
    public static String quality(boolean optimal, double gap) {
        if (optimal && gap == 0) {
            return "best grouping for these scores, proven";
        }
        return "within " + percent(gap) + " of the best grouping for these scores, proven";
    }

    /** A gap for people; where nothing is known yet it is huge and says so. */
    public static String percent(double gap) {
        if (gap == 0) {
            return "0 %";
        }
        return gap > 100 ? "> 10000 %" : String.format(Locale.ROOT, "%.4f %%", 100 * gap);
    }
}
