package stranger;

import dev.jointly.certify.Checker;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.deepcut.DeepCutReader;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.server.JointlyServer;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import io.jhdf.HdfFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/** A third-party program, with its own logging: reads, solves, writes, verifies. Prints a line for each. */
public final class Consumer {
    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private Consumer() {}

    /** @param args the file of a problem, and a folder to write to */
    public static void main(String[] args) throws Exception {
        ServiceLoader.load(SLF4JServiceProvider.class)
                .forEach(provider ->
                        System.out.println("backend " + provider.getClass().getName()));
        System.out.println("server of " + JointlyServer.class.getPackageName());

        var problem = ProblemReader.one(Path.of(args[0]));
        LOG.info("solving {}", problem.id());
        var solution = new Solver(new HighsEngine()).solve(problem, Settings.defaults());
        System.out.println("solved " + solution.status());

        Path file = Path.of(args[1], "solution.json");
        try (var out = Files.newOutputStream(file)) {
            SolutionWriter.write(solution, problem, Layout.PRETTY, out);
        }
        try (var reader = ClaimReader.open(file)) {
            System.out.println("verified "
                    + Checker.check(problem, reader.next().claim(problem)).kind());
        }

        System.out.println("read "
                + DeepCutReader.read(hdf5(args[1]), List.of("neck", "head"))
                        .candidates()
                        .size() + " candidates of HDF5");
    }

    /** A file of two detections, one of which may be either part: three candidates. */
    private static String hdf5(String folder) {
        Path file = Path.of(folder, "two.h5");
        try (var hdf = HdfFile.write(file)) {
            hdf.putDataset("part-class-probabilities", new double[][] {{0.9, 0.01}, {0.3, 0.6}});
            hdf.putDataset("join-probabilities", new double[][] {{0, 1, 0, 1, 0.7}});
        }
        return file.toString();
    }
}
