package dev.jointly.cli;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jointly verify}: what a solution says, checked without the solver. */
@Command(
        name = "verify",
        description = "Checks a solution against its problem, exactly and without any solver: recomputes what the poses"
                + " cost, and the lower bound from the certificate.",
        footer = {
            "",
            "Files of many (NDJSON) are checked pair by pair; solutions must be in the order of the problems.",
            "Exit code: 0 everything claimed is true, 1 something is not, 2 a file cannot be read."
        })
final class VerifyCommand implements Callable<Integer> {
    private final Console console;
    private final Map<Verdict.Kind, Integer> counts = new EnumMap<>(Verdict.Kind.class);
    private int missing;

    @Parameters(index = "0", paramLabel = "PROBLEM", description = "Problem file, plain or .gz; - is standard input.")
    String problemFile = "";

    @Parameters(index = "1", paramLabel = "SOLUTION", description = "Solution file, plain or .gz; - is standard input.")
    String solutionFile = "";

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (problemFile.equals("-") && solutionFile.equals("-")) {
            throw new BadInputException("standard input cannot be both the problem and the solution");
        }
        try (ProblemReader problems = ProblemReader.open(problemFile, console.in());
                ClaimReader claims = ClaimReader.open(solutionFile, console.in())) {
            Problem problem = problems.next();
            ClaimDocument claim = claims.next();
            boolean one = !problems.hasNext() && !claims.hasNext();
            return one ? one(problem, claim) : many(problems, problem, claims, claim);
        }
    }

    private int one(Problem problem, ClaimDocument document) throws IOException {
        Verdict verdict = Checker.check(problem, document.claim(problem));
        print("proven lower bound   " + bound(verdict));
        print("recomputed objective " + Micro.toString(verdict.objective()));
        print(words(verdict));
        return verdict.accepted() ? Exit.DONE : Exit.NO;
    }

    /** Solutions are matched to problems by id, both going forward only, so that neither file has to fit in memory. */
    private int many(ProblemReader problems, Problem first, ClaimReader claims, ClaimDocument firstClaim)
            throws IOException {
        Problem problem = first;
        ClaimDocument claim = firstClaim;
        while (true) {
            String id = claim.problemId().orElse(problem.id());
            while (!problem.id().equals(id)) {
                reportMissing(problem);
                if (!problems.hasNext()) {
                    throw new BadInputException(solutionFile + ": /problem: found \"" + id
                            + "\" but expected the id of a problem in " + problemFile
                            + " (solutions must be in the order of the problems)");
                }
                problem = problems.next();
            }
            report(problem, Checker.check(problem, claim.claim(problem)));
            if (!claims.hasNext()) {
                break;
            }
            claim = claims.next();
            if (!problems.hasNext()) {
                throw new BadInputException(
                        solutionFile + ": holds more solutions than " + problemFile + " has problems");
            }
            problem = problems.next();
        }
        while (problems.hasNext()) {
            reportMissing(problems.next());
        }
        return total();
    }

    private void report(Problem problem, Verdict verdict) throws IOException {
        counts.merge(verdict.kind(), 1, Integer::sum);
        print(problem.id() + ": " + words(verdict) + ", proven lower bound " + bound(verdict)
                + ", recomputed objective " + Micro.toString(verdict.objective()));
    }

    private void reportMissing(Problem problem) throws IOException {
        missing++;
        print(problem.id() + ": NO SOLUTION");
    }

    private int total() throws IOException {
        int rejected = counts.getOrDefault(Verdict.Kind.REJECTED, 0);
        int optimal = counts.getOrDefault(Verdict.Kind.PROVEN_OPTIMAL, 0);
        int bounded = counts.getOrDefault(Verdict.Kind.BOUNDED, 0);
        print("total " + (optimal + bounded + rejected + missing) + ": " + optimal + " proven optimal, " + bounded
                + " bounded, " + rejected + " rejected, " + missing + " without solution");
        return rejected + missing == 0 ? Exit.DONE : Exit.NO;
    }

    private static String words(Verdict verdict) {
        return switch (verdict.kind()) {
            case PROVEN_OPTIMAL -> "PROVEN OPTIMAL";
            case BOUNDED ->
                "BOUNDED (gap " + SolveLog.percent(Solution.gap(verdict.objective(), verdict.lowerBound())) + ")";
            case REJECTED -> "REJECTED: " + String.join("; ", verdict.reasons());
            case UNDECIDED -> "UNDECIDED: " + String.join("; ", verdict.reasons());
        };
    }

    private static String bound(Verdict verdict) {
        return verdict.lowerBound() == Long.MIN_VALUE ? "none" : Micro.toString(verdict.lowerBound());
    }

    private void print(String line) throws IOException {
        try {
            console.out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            console.out().flush();
        } catch (IOException e) {
            throw new CannotWriteException("-", e);
        }
    }
}
