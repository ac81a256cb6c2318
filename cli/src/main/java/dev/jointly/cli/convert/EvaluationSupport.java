package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.SolveFunction;
import dev.jointly.io.AnatomyJson;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Shared by fitting and evaluating. */
final class EvaluationSupport {
    private EvaluationSupport() {}

    /** The anatomy of a file that has one, with other major parts if any are named. */
    static Anatomy anatomy(Path file, List<String> majors) {
        Anatomy anatomy = AnatomyJson.ofFile(file);
        if (majors.isEmpty()) {
            return anatomy;
        }
        List<Integer> leads = majors.stream().map(anatomy::partNamed).toList();
        return new Anatomy(anatomy.name(), anatomy.parts(), leads, anatomy.limbs());
    }

    /** Poses of a problem; Ctrl-C ends the program, for half an evaluation is of no use. */
    static Function<Problem, List<Pose>> solver(SolveFunction solving, Duration limit, double gap) {
        Settings settings =
                Settings.defaults().withMethod(Method.PCG).withTimeLimit(limit).withGap(gap);
        return problem ->
                solving.solve(problem, settings, event -> {}, () -> false).poses();
    }
}
