package dev.jointly.cli.solve;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.export.Csv;
import dev.jointly.io.json.Json;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Images by how doubtful they are. */
public final class Ranking {
    private static final Csv CELLS = new Csv(false);
    private static final List<String> COLUMNS = List.of("image", "margin", "known", "pose", "detection", "part");

    private Ranking() {}

    /** The images of checked solutions, the most doubtful first. */
    public static List<Image> of(SolvedFiles files) {
        List<Image> ranking = new ArrayList<>();
        files.forEach((problem, claim, margins) -> ranking.add(ranked(problem, claim, margins)));
        ranking.sort(Comparator.comparingLong(Image::order).thenComparing(Image::image));
        return ranking;
    }

    private static Image ranked(Problem problem, Claim claim, List<Margin> margins) {
        String name = "the solution of problem " + Excerpt.quoted(problem.id());
        if (margins.isEmpty() && !claim.poses().isEmpty()) {
            throw new BadInputException(
                    name + " has no margins; solve the problem with --margins bound or --margins exact");
        }
        Verdict verdict = Checker.check(problem, claim);
        if (!verdict.accepted()) {
            throw new BadInputException(
                    name + " is not ranked, its check failed: " + VerifyCommand.words(problem, verdict));
        }
        return Image.of(problem, margins);
    }

    /**
     * An image and its least margin.
     *
     * @param image the problem's id
     * @param least null where nothing is in doubt: there are no people, or pins leave no other grouping
     * @param part of the joint that the margin is of; null where it is of a person, or there is none
     */
    public record Image(
            String image, @Nullable Margin least, @Nullable String part) {
        static Image of(Problem problem, List<Margin> margins) {
            Margin least = margins.stream()
                    .filter(margin -> !margin.fixed())
                    .min(Comparator.comparingLong(Margin::atLeast))
                    .orElse(null);
            String part = least == null || least.joint().isEmpty()
                    ? null
                    : problem.anatomy().parts().get(problem.part(least.joint().getAsInt()));
            return new Image(problem.id(), least, part);
        }

        /** By column; what is not known is left out. */
        private Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("image", image);
            if (least != null) {
                fields.put("margin", Micro.decimal(least.atLeast()));
                fields.put("known", known(least));
                fields.put("pose", least.pose());
                least.joint().ifPresent(detection -> fields.put("detection", detection));
            }
            if (part != null) {
                fields.put("part", part);
            }
            return fields;
        }

        /** How well a margin is known. */
        private static String known(Margin margin) {
            return margin.exact() ? "exact" : "at least";
        }

        /** By which images are sorted: the least margin, and what has none behind all others. */
        long order() {
            return least == null ? Long.MAX_VALUE : least.atLeast();
        }
    }

    /** Forms in which a ranking is written. */
    public enum Form {
        /** A table for people. */
        TEXT {
            @Override
            String text(List<Image> ranking) {
                int wide = ranking.stream()
                        .mapToInt(image -> image.image().length())
                        .max()
                        .orElse(0);
                String row = "%-" + Math.max(wide, 5) + "s  %12s  %-8s  %s%n";
                StringBuilder table = new StringBuilder(String.format(row, "image", "margin", "", "of"));
                for (Image image : ranking) {
                    Margin least = image.least();
                    table.append(
                            least == null
                                    ? String.format(row, image.image(), "-", "", "nobody in doubt")
                                    : String.format(
                                            row,
                                            image.image(),
                                            Micro.toString(least.atLeast()),
                                            Image.known(least),
                                            what(image, least)));
                }
                return table.toString();
            }

            private String what(Image image, Margin least) {
                return image.part() == null
                        ? "pose " + least.pose() + " as a whole"
                        : image.part() + " (detection " + least.joint().orElseThrow() + ") of pose " + least.pose();
            }
        },
        /** A table for spreadsheets. */
        CSV {
            @Override
            String text(List<Image> ranking) {
                StringBuilder table = new StringBuilder(String.join(",", COLUMNS)).append('\n');
                for (Image image : ranking) {
                    Map<String, Object> fields = image.fields();
                    table.append(COLUMNS.stream()
                                    .map(column -> CELLS.quoted(String.valueOf(fields.getOrDefault(column, ""))))
                                    .collect(Collectors.joining(",")))
                            .append('\n');
                }
                return table.toString();
            }
        },
        /** One object per line, for programs. */
        JSON {
            @Override
            String text(List<Image> ranking) {
                return ranking.stream()
                        .map(image -> Json.text(image.fields()) + "\n")
                        .collect(Collectors.joining());
            }
        };

        /** The ranking in this form, in the order of the list. */
        abstract String text(List<Image> ranking);
    }
}
