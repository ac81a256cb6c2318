package dev.jointly.bench;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench videos}: compares with DeepLabCut's own assemblies. */
@Command(
        name = "videos",
        description =
                "Groups the frames of videos, with the costs of `jointly import dlc`, and compares with DeepLabCut's own"
                        + " assemblies of the same candidates.",
        footer = {
            "",
            "\"strongest\" keeps only as many of our animals as DeepLabCut has at most, which is configured with their number."
        })
final class VideosCommand implements Callable<Integer> {
    private static final int MOST_DIFFERING = 5;

    @Option(
            names = "--videos",
            paramLabel = "NAME",
            split = ",",
            description = "NAME_full.pickle and NAME_assemblies.pickle in $JOINTLY_DATA/deeplabcut."
                    + " Default: trimouse,montblanc.")
    List<String> videos = new ArrayList<>(List.of("trimouse", "montblanc"));

    @Option(names = "--plot", paramLabel = "FILE", description = "Draws frame by frame what was placed, as PNG.")
    @Nullable
    Path plot;

    @Override
    public Integer call() throws IOException {
        String data = System.getenv("JOINTLY_DATA");
        if (data == null) {
            throw new IllegalArgumentException("JOINTLY_DATA must name the folder with real data");
        }
        TextTable table = new TextTable(
                "video",
                "frames",
                "proven",
                "animals theirs",
                "ours",
                "frames with equal number",
                "joints theirs",
                "ours",
                "same",
                "other animal",
                "only theirs",
                "only ours");
        TextTable most = new TextTable(
                "differs most", "frame", "animals theirs", "ours", "other animal", "only theirs", "only ours");
        VideoPlot chart = new VideoPlot();
        for (String video : videos) {
            String stem = Path.of(data, "deeplabcut", video).toString();
            Grouped grouped = grouped(stem);
            add(table, video, grouped.frames(), grouped.proven());
            add(table, video + ", strongest", grouped.strongest(), grouped.proven());
            grouped.strongest().stream()
                    .sorted(Comparator.comparingInt(VideoFrame::differing).reversed())
                    .limit(MOST_DIFFERING)
                    .forEach(frame -> most.add(
                            video + ", strongest",
                            "" + frame.number(),
                            "" + frame.theirAnimals(),
                            "" + frame.ourAnimals(),
                            "" + frame.moved(),
                            "" + frame.onlyTheirs(),
                            "" + frame.onlyOurs()));
            chart.add(video, grouped.frames(), grouped.strongest());
        }
        table.print(System.out);
        most.print(System.out);
        if (plot != null) {
            chart.save(plot);
        }
        return 0;
    }

    private static void add(TextTable table, String name, List<VideoFrame> frames, int proven) {
        table.add(
                name,
                "" + frames.size(),
                "" + proven,
                "" + sum(frames, VideoFrame::theirAnimals),
                "" + sum(frames, VideoFrame::ourAnimals),
                "" + sum(frames, frame -> frame.theirAnimals() == frame.ourAnimals() ? 1 : 0),
                "" + sum(frames, VideoFrame::theirJoints),
                "" + sum(frames, VideoFrame::ourJoints),
                "" + sum(frames, VideoFrame::same),
                "" + sum(frames, VideoFrame::moved),
                "" + sum(frames, VideoFrame::onlyTheirs),
                "" + sum(frames, VideoFrame::onlyOurs));
    }

    /**
     * A video.
     *
     * @param strongest the same with only as many of our animals as DeepLabCut has at most in any frame, which is
     *     configured with their number
     * @param proven how many of our solutions are proven optimal
     */
    private record Grouped(List<VideoFrame> frames, List<VideoFrame> strongest, int proven) {}

    private static Grouped grouped(String stem) {
        DlcFile file = DlcFile.read(stem + "_full.pickle", InputStream.nullInputStream());
        DlcAssemblies theirs = DlcAssemblies.read(stem + "_assemblies.pickle", InputStream.nullInputStream());
        int most = theirs.frames().values().stream().mapToInt(List::size).max().orElse(0);
        Anatomy anatomy = AnatomyChoice.of("deeplabcut", file.frames(), List.of());
        CostModel model = CostModel.defaults(anatomy, Measure.DEEPLABCUT);
        Solver solver = new Solver(new HighsEngine());
        List<VideoFrame> frames = new ArrayList<>();
        List<VideoFrame> strongest = new ArrayList<>();
        int proven = 0;
        for (Evidence frame : file.frames()) {
            int number = Integer.parseInt(frame.id().replaceAll("\\D", ""));
            Problem problem = model.problem(AnatomyChoice.within(anatomy, frame));
            Solution solution = solver.solve(problem, Settings.defaults());
            proven += solution.status() == Solution.Status.OPTIMAL ? 1 : 0;
            List<DlcAssemblies.Animal> animals = theirs.frames().getOrDefault(number, List.of());
            List<Pose> ranked = solution.poses().stream()
                    .sorted(Comparator.comparingDouble(
                            pose -> -Strength.of(problem, pose.global().values())))
                    .toList();
            frames.add(VideoFrame.of(number, animals, file.parts(), problem, ranked));
            List<Pose> few = ranked.subList(0, Math.min(most, ranked.size()));
            strongest.add(VideoFrame.of(number, animals, file.parts(), problem, few));
        }
        return new Grouped(frames, strongest, proven);
    }

    private static int sum(List<VideoFrame> frames, ToIntFunction<VideoFrame> what) {
        return frames.stream().mapToInt(what).sum();
    }
}
