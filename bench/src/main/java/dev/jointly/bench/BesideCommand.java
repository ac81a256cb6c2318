package dev.jointly.bench;

import dev.jointly.bench.measure.TextTable;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceReader;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.eval.GreedyBaseline;
import dev.jointly.vision.eval.GroupedPerson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench beside}: the images of docs/your-network.md. */
@Command(
        name = "beside",
        description =
                "Groups the evidence of `jointly pose --evidence`, by the shipped costs and by greedy parsing as published, and draws"
                        + " both on a plain ground.")
final class BesideCommand implements Callable<Integer> {
    @Parameters(paramLabel = "EVIDENCE", description = "Evidence of openpose-mobilenet, NDJSON.")
    String evidence = "";

    @Option(names = "--ids", paramLabel = "ID", split = ",", description = "Images to draw. Default: all.")
    List<String> ids = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "Draws <id>-ours.svg and <id>-greedy.svg there.")
    @Nullable
    Path folder;

    @Override
    public Integer call() throws IOException {
        CostModel model = ShippedCosts.of("openpose-mobilenet").orElseThrow();
        GreedyBaseline greedy = GreedyBaseline.published(model.anatomy());
        Solver solver = new Solver(new HighsEngine());
        TextTable table = new TextTable("picture | candidates | people ours | greedy | joints ours | greedy | alike");
        try (EvidenceReader reader = EvidenceReader.open(evidence, InputStream.nullInputStream())) {
            while (reader.hasNext()) {
                Evidence seen = reader.next();
                if (!ids.isEmpty() && !ids.contains(seen.id())) {
                    continue;
                }
                Problem problem = model.problem(seen);
                Solution solution = solver.solve(problem, Settings.defaults());
                List<Pose> parsed = greedy.people(seen).stream()
                        .map(body -> new Pose(joints(body, problem), new TreeMap<>()))
                        .toList();
                table.add(
                        seen.id(),
                        problem.size(),
                        solution.poses().size(),
                        parsed.size(),
                        joints(solution.poses()),
                        joints(parsed),
                        alike(solution.poses(), parsed));
                draw(
                        new Overlay(problem, solution.poses(), "Jointly: " + people(shown(problem, solution.poses()))),
                        "ours");
                draw(new Overlay(problem.withPersonScore(null), parsed, "greedy: " + people(parsed)), "greedy");
            }
        }
        table.print(System.out);
        return 0;
    }

    private static SortedMap<Integer, Integer> joints(GroupedPerson body, Problem problem) {
        return Arrays.stream(body.candidate())
                .filter(d -> d != GroupedPerson.NONE)
                .boxed()
                .collect(Collectors.toMap(problem::part, d -> d, (a, b) -> a, TreeMap::new));
    }

    private static int joints(List<Pose> poses) {
        return poses.stream().mapToInt(pose -> pose.global().size()).sum();
    }

    /** People who have the very same joints by both. */
    private static long alike(List<Pose> ours, List<Pose> others) {
        return ours.stream()
                .filter(pose -> others.stream().anyMatch(other -> other.global().equals(pose.global())))
                .count();
    }

    private static List<Pose> shown(Problem problem, List<Pose> poses) {
        return poses.stream()
                .filter(pose -> !Strength.weak(problem, pose.global()))
                .toList();
    }

    private static String people(List<Pose> poses) {
        return poses.size() + (poses.size() == 1 ? " person" : " people");
    }

    private void draw(Overlay overlay, String by) throws IOException {
        if (folder != null) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(overlay.problem().id() + "-" + by + ".svg"), overlay.svg());
        }
    }
}
