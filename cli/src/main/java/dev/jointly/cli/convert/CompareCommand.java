package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.RankCommand;
import dev.jointly.cli.solve.RankedImage;
import dev.jointly.cli.solve.SolvedFiles;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.ProblemReader;
import dev.jointly.vision.draw.ContactSheet;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.eval.FrameComparison;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoTools;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jointly compare}. */
@Command(
        name = "compare",
        description =
                "Compares two sets of people for the same frames, joint by joint: same, moved, swapped or missing.",
        footer = {
            "",
            "A and B are solutions, _assemblies.pickle or tables (CollectedData_*.csv or .h5, dlc-csv) of DeepLabCut, or COCO's"
                    + " annotations, recognised by content. docs/doubts.md has the rules.",
            "Exit code: 0 whether they differ or not, 2 a file cannot be read or compared.",
            "Example: jointly compare s.ndjson m_assemblies.pickle --problems p.ndjson --sheet differ.png"
        })
public final class CompareCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "A file with people, plain or .gz.")
    String a = "";

    @Parameters(index = "1", paramLabel = "B", description = "Another one for the same frames.")
    String b = "";

    @Option(
            names = {"--problem", "--problems"},
            paramLabel = "PROBLEMS",
            description =
                    "The problems of solutions: for --doubtful, and for the order of parts if the other file has no"
                            + " names. A file, folder, pattern or @FILE.")
    @Nullable
    String problems;

    @Option(
            names = "--tolerance",
            paramLabel = "PIXELS",
            description = "Joints at most so far apart are in the same place. Default: 1.")
    double tolerance = 1;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write a table with one row per frame; - is standard" + " output, in place of the summary.")
    @Nullable
    String csv;

    @Option(
            names = "--sheet",
            paramLabel = "FILE.png",
            description = "Draw the frames that differ most, and those of --doubtful, A beside B.")
    @Nullable
    String sheet;

    @Option(
            names = {"--image", "--images"},
            paramLabel = "DIR",
            description = "Folder with the images of the frames, for --sheet. Default: a plain ground.")
    @Nullable
    String images;

    @Option(
            names = "--video",
            paramLabel = "CLIP",
            description = "The video of the frames, found by their numbers, for --sheet. Needs ffmpeg.")
    @Nullable
    String video;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "So many of the frames that differ most, for --sheet and --frames-to-label. Default: 12.")
    int top = 12;

    @Option(
            names = "--doubtful",
            paramLabel = "N",
            description =
                    "Also the N most doubtful frames of A, which are solutions with margins; needs --problems. Default: 0.")
    int doubtful;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(
            names = "--frames-to-label",
            paramLabel = "FILE.json",
            description = "Write the numbers of these frames as a JSON array, for DeepLabCut and SLEAP; docs/doubts.md"
                    + " shows how they take it.")
    @Nullable
    String framesToLabel;

    public CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        check();
        List<String> order = problems == null ? List.of() : parts(problems);
        PeopleFile first = PeopleFile.read(a, order);
        PeopleFile second = PeopleFile.read(b, order);
        first = first.namedAs(second);
        second = second.namedAs(first);
        List<String> parts = commonParts(first, second);
        first = first.within(parts);
        second = second.within(parts);
        FrameKeys keys = FrameKeys.of(first, second);
        if (keys.both().isEmpty()) {
            throw new BadInputException("found no frame in both " + a + " (" + names(first) + ") and " + b + " ("
                    + names(second) + "), neither by id nor by file name nor by frame number");
        }
        FrameComparison comparison = new FrameComparison(tolerance);
        List<ComparedFrame> frames = keys.both().stream()
                .map(frame -> new ComparedFrame(frame, comparison.compare(frame.a(), frame.b())))
                .toList();
        CompareReport report = new CompareReport(keys, frames, tolerance);
        List<ComparedFrame> differing = report.most().stream().limit(top).toList();
        List<ComparedFrame> doubted = doubtful == 0 ? List.of() : doubted(frames);
        if (sheet != null) {
            draw(parts, frames, differing, doubted);
        }
        if (framesToLabel != null) {
            outputs.write(framesToLabel, numbers(differing, doubted), console);
        }
        if (csv != null) {
            outputs.write(csv, report.csv(), console);
        }
        if (csv == null || !csv.equals("-")) {
            console.print(report.summary());
        }
        return Exit.DONE;
    }

    /** Refuses a file to compare with, or a video, before the other file is made. */
    void requireReadable() {
        check();
        PeopleFile.read(b, List.of());
        if (video != null) {
            VideoProbe.probe(VideoTools.ofPath(), Path.of(video));
        }
    }

    private void check() {
        if (!(tolerance >= 0 && tolerance <= 1e9)) {
            throw wrong("--tolerance is " + tolerance + " but must be a number of pixels from 0 to 1e9");
        }
        if (top < 0 || doubtful < 0) {
            throw wrong("--top and --doubtful are numbers of frames, from 0");
        }
        if (doubtful > 0 && problems == null) {
            throw wrong("--doubtful needs --problems, with which the margins of A are checked");
        }
        if ((images != null || video != null) && sheet == null) {
            throw wrong("--images and --video need --sheet FILE.png");
        }
        if (images != null && video != null) {
            throw wrong("--images cannot be combined with --video");
        }
        if (sheet != null && !sheet.endsWith(".png")) {
            throw wrong("--sheet is '" + sheet + "' but must end in .png");
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

    /** Parts that both have, in the order of the first; the others are named on standard error. */
    private List<String> commonParts(PeopleFile first, PeopleFile second) {
        List<String> common =
                first.parts().stream().filter(second.parts()::contains).toList();
        if (common.isEmpty()) {
            throw new BadInputException("found no part in both " + a + " (" + Console.some(first.parts()) + ") and " + b
                    + " (" + Console.some(second.parts()) + "); parts are matched by name");
        }
        Stream.of(first, second).forEach(file -> {
            List<String> others =
                    file.parts().stream().filter(part -> !common.contains(part)).toList();
            if (!others.isEmpty()) {
                console.say("not compared: parts that only " + file.file() + " has: " + Console.some(others));
            }
        });
        return common;
    }

    private static String names(PeopleFile file) {
        return file.frames().isEmpty()
                ? "no frames"
                : Console.some(file.frames().stream()
                        .limit(3)
                        .map(frame -> Excerpt.quoted(frame.id()))
                        .toList());
    }

    private List<ComparedFrame> doubted(List<ComparedFrame> frames) throws IOException {
        List<RankedImage> ranking;
        try (SolvedFiles files = SolvedFiles.open(List.of(a), String.valueOf(problems), console)) {
            ranking = RankCommand.ranking(files);
        }
        List<ComparedFrame> doubted = new ArrayList<>();
        for (RankedImage image : ranking) {
            if (image.least() != null && doubted.size() < doubtful) {
                frames.stream()
                        .filter(one -> one.a().id().equals(image.image()))
                        .forEach(doubted::add);
            }
        }
        return doubted;
    }

    private void draw(
            List<String> parts, List<ComparedFrame> frames, List<ComparedFrame> differing, List<ComparedFrame> doubted)
            throws IOException {
        NearestParts nearest = new NearestParts(parts);
        frames.forEach(one -> {
            nearest.add(one.a());
            nearest.add(one.b());
        });
        List<Truth> shown = Stream.concat(differing.stream(), doubted.stream())
                .map(ComparedFrame::a)
                .toList();
        FrameImages pictures = video == null ? new FrameImages(images) : FrameImages.ofVideo(Path.of(video), shown);
        ComparedDrawings drawings = new ComparedDrawings(nearest.anatomy(), pictures);
        List<ContactSheet.Section> sections = new ArrayList<>();
        sections.add(section("Frames that differ most", differing, drawings));
        if (doubtful > 0) {
            sections.add(section("Most doubtful frames of A", doubted, drawings));
        }
        ContactSheet all = new ContactSheet(
                List.of(
                        "A: " + Path.of(a).getFileName() + "     B: "
                                + Path.of(b).getFileName(),
                        "The same person has the same colour. Circled: swapped, the same place but another person."
                                + " Hollow: moved, or missing in the other. Grey dots: joints of the other file."),
                sections);
        try (OutputFile file = outputs.create(Path.of(String.valueOf(sheet)))) {
            DrawingFormat.png(all.image(), file.stream());
            file.commit();
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(String.valueOf(sheet), e);
        }
    }

    private static ContactSheet.Section section(String heading, List<ComparedFrame> frames, ComparedDrawings drawings) {
        return new ContactSheet.Section(
                heading + (frames.isEmpty() ? ": none" : ""),
                frames.stream().map(drawings::pair).toList());
    }

    /** The numbers of frames, in the order given, each once. */
    private static String numbers(List<ComparedFrame> differing, List<ComparedFrame> doubted) {
        Set<String> clips = new HashSet<>();
        Set<Integer> numbers = new LinkedHashSet<>();
        Stream.concat(differing.stream(), doubted.stream()).forEach(one -> {
            FrameNumber frame = FrameNumber.of(one.name())
                    .orElseThrow(() -> new BadInputException("frame " + Excerpt.quoted(one.name())
                            + " has no number at the end, which --frames-to-label needs"));
            clips.add(frame.clip());
            numbers.add(frame.number());
        });
        if (clips.size() > 1) {
            throw new BadInputException("--frames-to-label is for the frames of one video but these are of "
                    + Console.some(clips.stream().sorted().map(Excerpt::quoted).toList()));
        }
        return numbers + "\n";
    }

    private RuntimeException wrong(String message) {
        return spec == null
                ? new IllegalArgumentException(message)
                : new ParameterException(spec.commandLine(), message);
    }

    /** Lines to draw people with whose limbs no file names: the tree of the parts that are nearest to each other. */
    static final class NearestParts {
        private final List<String> parts;
        private final double[][] distances;
        private final int[][] seen;

        NearestParts(List<String> parts) {
            this.parts = List.copyOf(parts);
            this.distances = new double[parts.size()][parts.size()];
            this.seen = new int[parts.size()][parts.size()];
        }

        /** Learns from the people of a frame. */
        void add(Truth frame) {
            for (Person person : frame.people()) {
                List<Joint> joints = person.joints();
                for (int p = 0; p < joints.size(); p++) {
                    for (int q = 0; q < joints.size(); q++) {
                        Joint a = joints.get(p);
                        Joint b = joints.get(q);
                        if (p != q && a.mark() != Mark.ABSENT && b.mark() != Mark.ABSENT) {
                            distances[p][q] += Math.hypot(a.x() - b.x(), a.y() - b.y());
                            seen[p][q]++;
                        }
                    }
                }
            }
        }

        /** The tree with the least sum of mean distances. */
        Anatomy anatomy() {
            int size = parts.size();
            int[] nearest = new int[size];
            double[] distance = new double[size];
            Arrays.fill(distance, Double.POSITIVE_INFINITY);
            boolean[] joined = new boolean[size];
            SortedSet<Anatomy.Limb> limbs = new TreeSet<>();
            int next = 0;
            for (int step = 0; step < size; step++) {
                int part = next;
                joined[part] = true;
                if (step > 0) {
                    limbs.add(new Anatomy.Limb(part, nearest[part]));
                }
                next = -1;
                for (int other = 0; other < size; other++) {
                    if (joined[other]) {
                        continue;
                    }
                    double mean =
                            seen[part][other] == 0 ? Double.MAX_VALUE : distances[part][other] / seen[part][other];
                    if (mean < distance[other]) {
                        distance[other] = mean;
                        nearest[other] = part;
                    }
                    if (next < 0 || distance[other] < distance[next]) {
                        next = other;
                    }
                }
            }
            return new Anatomy("nearest", parts, List.of(0), List.copyOf(limbs));
        }
    }
}
