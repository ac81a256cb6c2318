package dev.jointly.example;

import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.export.JointsCsv;
import dev.jointly.io.export.Solved;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the detections of DeepLabCut, groups each frame, and writes problems, solutions and a table of all joints. */
public final class ReadingFiles {
    private ReadingFiles() {}

    /**
     * Groups the frames of a file.
     *
     * @param args DeepLabCut's _full.pickle, the most animals in a frame, and a folder for the results
     */
    public static void main(String[] args) throws IOException {
        List<Evidence> frames =
                DlcFile.read(args[0], InputStream.nullInputStream()).frames();
        int most = Integer.parseInt(args[1]);
        Path folder = Files.createDirectories(Path.of(args[2]));
        CostModel costs = CostModel.defaults(AnatomyChoice.of("mouse", frames, List.of()), Measure.DEEPLABCUT);
        Solver solver = new Solver(new HighsEngine());

        try (OutputStream problems = Files.newOutputStream(folder.resolve("problems.ndjson"));
                OutputStream solutions = Files.newOutputStream(folder.resolve("solutions.ndjson"));
                OutputStream table = Files.newOutputStream(folder.resolve("joints.csv"));
                JointsCsv joints = new JointsCsv(table)) {
            for (Evidence frame : frames) {
                Problem problem = costs.problem(frame).withAtMost(most);
                Solution solution = solver.solve(problem, Settings.defaults());
                ProblemWriter.write(problem, Layout.LINE, problems);
                SolutionWriter.write(solution, problem, Layout.LINE, solutions);
                joints.add(Solved.of(problem, solution));
                System.out.println(frame.id() + ": " + solution.poses().size() + " animals, " + solution.status());
            }
        }
    }
}
