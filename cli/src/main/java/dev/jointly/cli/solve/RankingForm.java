package dev.jointly.cli.solve;

import dev.jointly.io.JsonText;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Micro;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Forms in which a ranking is written. */
public enum RankingForm {
    /** A table for people. */
    TEXT {
        @Override
        String text(List<RankedImage> ranking) {
            int wide = ranking.stream()
                    .mapToInt(image -> image.image().length())
                    .max()
                    .orElse(0);
            String row = "%-" + Math.max(wide, 5) + "s  %12s  %-8s  %s%n";
            StringBuilder table = new StringBuilder(String.format(row, "image", "margin", "", "of"));
            for (RankedImage image : ranking) {
                Margin least = image.least();
                table.append(
                        least == null
                                ? String.format(row, image.image(), "-", "", "nobody in doubt")
                                : String.format(
                                        row,
                                        image.image(),
                                        Micro.toString(least.atLeast()),
                                        known(least),
                                        what(image, least)));
            }
            return table.toString();
        }

        private String what(RankedImage image, Margin least) {
            return image.part() == null
                    ? "pose " + least.pose() + " as a whole"
                    : image.part() + " (detection " + least.joint().orElseThrow() + ") of pose " + least.pose();
        }
    },
    /** A table for spreadsheets. */
    CSV {
        @Override
        String text(List<RankedImage> ranking) {
            StringBuilder table = new StringBuilder("image,margin,known,pose,detection,part\n");
            for (RankedImage image : ranking) {
                Margin least = image.least();
                table.append(quoted(image.image())).append(',');
                if (least == null) {
                    table.append(",,,,\n");
                    continue;
                }
                table.append(Micro.toString(least.atLeast())).append(',').append(known(least));
                table.append(',').append(least.pose()).append(',');
                if (least.joint().isPresent()) {
                    table.append(least.joint().getAsInt());
                }
                table.append(',').append(image.part() == null ? "" : quoted(image.part()));
                table.append('\n');
            }
            return table.toString();
        }
    },
    /** One object per line, for programs. */
    JSON {
        @Override
        String text(List<RankedImage> ranking) {
            StringBuilder lines = new StringBuilder();
            for (RankedImage image : ranking) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("image", image.image());
                Margin least = image.least();
                if (least != null) {
                    fields.put("margin", Micro.decimal(least.atLeast()));
                    fields.put("known", known(least));
                    fields.put("pose", least.pose());
                    least.joint().ifPresent(detection -> fields.put("detection", detection));
                    if (image.part() != null) {
                        fields.put("part", image.part());
                    }
                }
                lines.append(JsonText.object(fields)).append('\n');
            }
            return lines.toString();
        }
    };

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The ranking in this form, in the order of the list. */
    abstract String text(List<RankedImage> ranking);

    /** A cell of a table. */
    public static String quoted(String text) {
        return text.matches("[^,\"\\r\\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }

    /** How well a margin is known. */
    static String known(Margin margin) {
        return margin.exact() ? "exact" : "at least";
    }
}
