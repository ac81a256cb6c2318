package dev.jointly.cli.convert;

import dev.jointly.cli.Console;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.Ranking;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.io.Excerpt;
import dev.jointly.io.ProblemReader;
import dev.jointly.vision.compare.ComparedFrame;
import dev.jointly.vision.compare.PeopleComparison;
import dev.jointly.vision.compare.PeopleFile;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoTools;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the people of two files and writes what was asked for.
 *
 * @param problems of solutions; null if not needed
 * @param video of the frames; null for none
 */
record FileComparison(
        Console console,
        Outputs outputs,
        String a,
        String b,
        @Nullable String problems,
        @Nullable String video) {

    /**
     * Which frames are shown.
     *
     * @param most so many of those that differ most
     * @param doubtful so many of those where A is most doubtful
     * @param images folder with the images of the frames; null for a plain ground
     */
    record Frames(int most, int doubtful, @Nullable String images) {}

    /** The files that are wanted: a table, a drawing, numbers of frames. */
    record Results(
            @Nullable String csv,
            @Nullable String sheet,
            @Nullable String framesToLabel) {}

    void run(double tolerance, Frames wanted, Results results) throws IOException {
        List<String> order = problems == null ? List.of() : parts(problems);
        PeopleComparison comparison =
                PeopleComparison.of(PeopleFile.read(a, order), PeopleFile.read(b, order), tolerance);
        comparison
                .unmatched()
                .forEach((file, others) ->
                        console.say("not compared: parts that only " + file + " has: " + Excerpt.some(others)));
        Map<String, List<ComparedFrame>> shown = new LinkedHashMap<>();
        shown.put(
                "Frames that differ most",
                comparison.most().stream().limit(wanted.most()).toList());
        if (wanted.doubtful() > 0) {
            shown.put("Most doubtful frames of A", doubted(comparison, wanted.doubtful()));
        }
        if (results.sheet() != null) {
            List<String> names = Stream.of(a, b)
                    .map(name -> String.valueOf(Path.of(name).getFileName()))
                    .toList();
            BufferedImage sheet = comparison.sheet(names, shown, wanted.images(), video);
            outputs.write(results.sheet(), console, out -> DrawingFormat.png(sheet, out));
        }
        if (results.framesToLabel() != null) {
            String numbers = PeopleComparison.numbers(shown.values().stream().flatMap(List::stream));
            outputs.write(results.framesToLabel(), console, numbers);
        }
        if (results.csv() != null) {
            outputs.write(results.csv(), console, comparison.csv());
        }
        if (!"-".equals(results.csv())) {
            console.print(comparison.summary());
        }
    }

    /** Refuses a file to compare with, or a video, before the other file is made. */
    void requireReadable() {
        PeopleFile.read(b, List.of());
        if (video != null) {
            VideoProbe.probe(VideoTools.ofPath(), Path.of(video));
        }
    }

    private List<String> parts(String place) {
        String file = Inputs.of(List.of(place), Inputs.Kind.PROBLEM, console.in())
                .files()
                .get(0);
        try (ProblemReader reader = ProblemReader.open(file, console.in())) {
            return reader.next().anatomy().parts();
        }
    }

    private List<ComparedFrame> doubted(PeopleComparison comparison, int doubtful) {
        Map<String, ComparedFrame> frames = new HashMap<>();
        comparison.frames().forEach(frame -> frames.put(frame.a().id(), frame));
        try (SolvedFiles files = SolvedFiles.open(List.of(a), problems, console)) {
            return Ranking.of(files).stream()
                    .filter(image -> image.least() != null && frames.containsKey(image.image()))
                    .limit(doubtful)
                    .map(image -> frames.get(image.image()))
                    .toList();
        }
    }
}
