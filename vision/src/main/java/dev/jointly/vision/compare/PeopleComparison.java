package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.export.Csv;
import dev.jointly.vision.compare.ComparedFrame.Gravest;
import dev.jointly.vision.draw.ContactSheet;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The people of two files, compared joint by joint in the frames that both have.
 *
 * @param parts that both files have, in the order of the first
 * @param unmatched parts of each file that the other does not have
 * @param frames in both files
 * @param tolerance how many pixels apart two joints are in the same place
 */
public record PeopleComparison(
        List<String> parts,
        Map<String, List<String>> unmatched,
        FrameKeys keys,
        List<ComparedFrame> frames,
        double tolerance) {
    private static final Csv CELLS = new Csv(false);
    private static final int NAMED = 5;

    /** A few lines. */
    public String summary() {
        int same = count(Gravest.SAME);
        List<String> lines = new ArrayList<>();
        lines.add(frames(frames.size()) + " in both, matched by " + keys.way() + ": " + same + " the same, "
                + (frames.size() - same) + " different");
        only("A", keys.onlyA(), lines);
        only("B", keys.onlyB(), lines);
        lines.add("frames by their gravest difference: " + count(Gravest.SWAPPED) + " swapped, "
                + count(Gravest.MISSING) + " missing, " + count(Gravest.MOVED) + " moved");
        lines.add(Arrays.stream(JointVerdict.values())
                .map(verdict -> sum(one -> one.count(verdict)) + " " + verdict.words())
                .collect(Collectors.joining(
                        ", ",
                        "joints: ",
                        " (same: at most " + plain(tolerance) + (tolerance == 1 ? " pixel" : " pixels") + " apart)")));
        lines.add("people: " + sum(ComparedFrame::samePeople) + " same, " + sum(ComparedFrame::changedPeople)
                + " changed, " + sum(ComparedFrame::peopleOnlyA) + " only in A, " + sum(ComparedFrame::peopleOnlyB)
                + " only in B");
        List<ComparedFrame> most = most();
        most.stream().limit(NAMED).forEach(one -> lines.add("  " + one.name() + ": " + one.words()));
        if (most.size() > NAMED) {
            lines.add("  and " + (most.size() - NAMED) + " more");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    private static String frames(int count) {
        return count + (count == 1 ? " frame" : " frames");
    }

    private static void only(String side, List<Truth> frames, List<String> lines) {
        if (!frames.isEmpty()) {
            lines.add(frames(frames.size()) + " only in " + side + ", not compared: "
                    + Excerpt.some(frames.stream().map(Truth::id).toList()));
        }
    }

    private int count(Gravest gravest) {
        return (int) frames.stream().filter(one -> one.gravest() == gravest).count();
    }

    private int sum(ToIntFunction<ComparedFrame> count) {
        return frames.stream().mapToInt(count).sum();
    }

    /** Frames that differ, the most different first. */
    public List<ComparedFrame> most() {
        return frames.stream()
                .filter(one -> !one.same())
                .sorted(ComparedFrame.MOST_DIFFERENT)
                .toList();
    }

    /** One row per frame, those of one file only at the end. */
    public String csv() {
        StringBuilder table = new StringBuilder("frame,verdict,difference,same,moved,swapped,only_a,only_b,"
                + "people_same,people_changed,people_only_a,people_only_b\n");
        for (ComparedFrame one : frames) {
            table.append(CELLS.quoted(one.name()))
                    .append(',')
                    .append(one.gravest().name().toLowerCase(Locale.ROOT));
            IntStream verdicts = Arrays.stream(JointVerdict.values()).mapToInt(one::count);
            IntStream people =
                    IntStream.of(one.samePeople(), one.changedPeople(), one.peopleOnlyA(), one.peopleOnlyB());
            IntStream.concat(IntStream.concat(IntStream.of(one.difference()), verdicts), people)
                    .forEach(count -> table.append(',').append(count));
            table.append('\n');
        }
        keys.onlyA().forEach(frame -> table.append(CELLS.quoted(frame.id())).append(",only in A,,,,,,,,,,\n"));
        keys.onlyB().forEach(frame -> table.append(CELLS.quoted(frame.id())).append(",only in B,,,,,,,,,,\n"));
        return table.toString();
    }

    /** Compares two files, matching parts by name, and frames by id, file name or number. */
    public static PeopleComparison of(PeopleFile a, PeopleFile b, double tolerance) {
        PeopleFile first = a.namedAs(b);
        PeopleFile second = b.namedAs(first);
        List<String> common =
                first.parts().stream().filter(second.parts()::contains).toList();
        if (common.isEmpty()) {
            throw new BadInputException("found no part in both " + a.file() + " (" + Excerpt.some(first.parts())
                    + ") and " + b.file() + " (" + Excerpt.some(second.parts()) + "); parts are matched by name");
        }
        Map<String, List<String>> unmatched = new LinkedHashMap<>();
        Stream.of(first, second).forEach(file -> {
            List<String> others =
                    file.parts().stream().filter(part -> !common.contains(part)).toList();
            if (!others.isEmpty()) {
                unmatched.put(file.file(), others);
            }
        });
        first = first.within(common);
        second = second.within(common);
        FrameKeys keys = FrameKeys.of(first, second);
        if (keys.both().isEmpty()) {
            throw new BadInputException("found no frame in both " + a.file() + " (" + names(first) + ") and " + b.file()
                    + " (" + names(second) + "), neither by id nor by file name nor by frame number");
        }
        FrameComparison comparison = new FrameComparison(tolerance);
        List<ComparedFrame> frames = keys.both().stream()
                .map(frame -> comparison.compare(frame.a(), frame.b()))
                .toList();
        return new PeopleComparison(common, unmatched, keys, frames, tolerance);
    }

    private static String names(PeopleFile file) {
        return file.frames().isEmpty()
                ? "no frames"
                : Excerpt.some(file.frames().stream()
                        .limit(3)
                        .map(frame -> Excerpt.quoted(frame.id()))
                        .toList());
    }

    /**
     * Draws frames, A beside B.
     *
     * @param names of the two files
     * @param sections frames under their headings
     * @param images folder with the images of the frames; null for a plain ground
     * @param video whose frames they are, in place of images; null for none
     */
    public BufferedImage sheet(
            List<String> names,
            Map<String, List<ComparedFrame>> sections,
            @Nullable String images,
            @Nullable String video)
            throws IOException {
        NearestParts nearest = new NearestParts(parts);
        frames.forEach(one -> {
            nearest.add(one.a());
            nearest.add(one.b());
        });
        List<Truth> shown = sections.values().stream()
                .flatMap(List::stream)
                .map(ComparedFrame::a)
                .toList();
        FrameImages pictures = video == null ? new FrameImages(images) : FrameImages.ofVideo(Path.of(video), shown);
        ComparedDrawings drawings = new ComparedDrawings(nearest.anatomy(), pictures);
        List<ContactSheet.Section> drawn = new ArrayList<>();
        sections.forEach((heading, some) -> drawn.add(new ContactSheet.Section(
                heading + (some.isEmpty() ? ": none" : ""),
                some.stream().map(drawings::pair).toList())));
        return new ContactSheet(
                        List.of(
                                "A: " + names.get(0) + "     B: " + names.get(1),
                                "The same person has the same colour. Circled: swapped, the same place but another"
                                        + " person. Hollow: moved, or missing in the other. Grey dots: joints of the other file."),
                        drawn)
                .image();
    }

    /** The numbers of frames of one video, in the order given, each once, as a JSON array. */
    public static String numbers(Stream<ComparedFrame> frames) {
        Set<String> clips = new HashSet<>();
        Set<Integer> numbers = new LinkedHashSet<>();
        frames.forEach(one -> {
            FrameNumber frame = FrameNumber.of(one.name())
                    .orElseThrow(() -> new BadInputException("frame " + Excerpt.quoted(one.name())
                            + " has no number at the end, which --frames-to-label needs"));
            clips.add(frame.clip());
            numbers.add(frame.number());
        });
        if (clips.size() > 1) {
            throw new BadInputException("--frames-to-label is for the frames of one video but these are of "
                    + Excerpt.some(clips.stream().sorted().map(Excerpt::quoted).toList()));
        }
        return numbers + "\n";
    }
}
