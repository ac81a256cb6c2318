package consumer;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.deepcut.DeepCutReader;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A program of somebody else, with jointly on the module path. Prints one line for each thing it did. */
public final class ConsumerProgram {
    private ConsumerProgram() {}

    /** @param args an HDF5 file of DeepCut with two part classes */
    public static void main(String[] args) throws IOException {
        Module core = Solver.class.getModule();
        System.out.println("modules " + core.getName() + " " + ProblemReader.class.getModule().getName());

        Problem problem = read(Generator.generate("crowd", 3, Crowding.ADVERSARIAL, 1));
        System.out.println("read " + problem.id());

        Solver solver = new Solver(new HighsEngine());
        List<SolveEvent> events = new ArrayList<>();
        Solution solution = solver.solve(problem, Settings.defaults(), events::add, () -> false);
        System.out.println("solved " + solution.status());
        System.out.println("heard " + events.get(0).getClass().getSimpleName() + ", "
                + events.stream().filter(event -> event instanceof SolveEvent.Iteration).count() + " iterations, "
                + events.get(events.size() - 1).getClass().getSimpleName());

        // without these steps the first iteration is far from the end
        SolveOptions slow = SolveOptions.defaults().with(SolveOption.BUNDLE_STEPS, 0);
        AtomicBoolean stopped = new AtomicBoolean();
        Solution cancelled = solver.solve(
                problem,
                Settings.defaults().withOptions(slow),
                event -> stopped.compareAndSet(false, event instanceof SolveEvent.Iteration),
                stopped::get);
        System.out.println("cancelled " + cancelled.status() + ", bound "
                + (cancelled.lowerBound() <= solution.objective() && solution.objective() <= cancelled.objective()
                        ? "valid"
                        : "wrong"));

        System.out.println("verified " + verdict(problem, claim(problem, solution)));
        System.out.println("verified the cancelled one " + verdict(problem, claim(problem, cancelled)));
        Claim claim = claim(problem, solution);
        System.out.println("verified a bound that is too high " + verdict(problem, withHigherBound(claim)));

        System.out.println("hdf5 " + DeepCutReader.read(args[0], List.of("neck", "head")).candidates().size());
        System.out.println("internal " + (core.isExported("dev.jointly.solve.master") ? "exported" : "not exported"));
    }

    private static Problem read(Problem problem) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProblemWriter.write(problem, Layout.LINE, out);
        try (ProblemReader reader = ProblemReader.of("memory", new ByteArrayInputStream(out.toByteArray()))) {
            return reader.next();
        }
    }

    private static Claim claim(Problem problem, Solution solution) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SolutionWriter.write(solution, problem, Layout.LINE, out);
        try (ClaimReader reader = ClaimReader.of("memory", new ByteArrayInputStream(out.toByteArray()))) {
            return reader.next().claim(problem);
        }
    }

    private static Claim withHigherBound(Claim claim) {
        return new Claim(
                claim.problemSha256(),
                claim.claimsOptimal(),
                claim.objective(),
                claim.lowerBound() + 1,
                claim.requestedGap(),
                claim.poses(),
                claim.proof());
    }

    private static Verdict.Kind verdict(Problem problem, Claim claim) {
        return Checker.check(problem, claim).kind();
    }
}
