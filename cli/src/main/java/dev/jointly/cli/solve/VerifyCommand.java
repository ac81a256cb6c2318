package dev.jointly.cli.solve;

import dev.jointly.certify.AnytimeCheck;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.solve.VerifyMany.EntryChain;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.DocumentLines;
import dev.jointly.io.DocumentLines.Entry;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jointly verify}: what a solution says, checked without the solver. */
@Command(
        name = "verify",
        description =
                "Checks a solution against its problem, in exact arithmetic and without a solver: recomputes the cost of the"
                        + " people, and the lower bound from the certificate.",
        footer = {
            "",
            "Files of several documents (NDJSON) and folders are checked pair by pair. Solutions must be in the order of the"
                    + " problems; those of two folders are.",
            "Exit code: 0 everything claimed is true, 1 something is not, 2 a file cannot be read,"
                    + " 3 undecided within the time limit."
        })
public final class VerifyCommand extends JointlyCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "PROBLEM",
            description =
                    "Problem file, folder, pattern in quotes, or @FILE with one path per line; - is standard input.")
    String problemFile = "";

    @Parameters(
            index = "1",
            paramLabel = "SOLUTION",
            description = "Solution file, folder, pattern or @FILE, as for PROBLEM.")
    String solutionFile = "";

    @Mixin
    SharedOption<Duration> timeLimit = SharedOption.timeLimit(
            Duration.ofSeconds(60),
            "Time limit for each solution, such as 300s, 500ms, 2m or 1h. A certificate that takes longer is UNDECIDED."
                    + " Default: 60s.");

    @Mixin
    PeopleLimit people = new PeopleLimit(0);

    @Override
    public Integer call() {
        if (problemFile.equals("-") && solutionFile.equals("-")) {
            throw new BadInputException("standard input cannot be both the problem and the solution");
        }
        Inputs problemFiles =
                Inputs.of(List.of(problemFile), Inputs.Kind.PROBLEM, console().in());
        Inputs solutionFiles =
                Inputs.of(List.of(solutionFile), Inputs.Kind.SOLUTION, console().in());
        boolean many = problemFiles.many() || solutionFiles.many();
        Set<String> stems =
                problemFiles.files().stream().map(Inputs.Kind.PROBLEM::stem).collect(Collectors.toSet());
        try (EntryChain<Problem> problems = new EntryChain<>(
                        problemFiles,
                        many,
                        Inputs.Kind.PROBLEM,
                        stem -> true,
                        problem -> Optional.of(problem.id()),
                        file -> DocumentLines.open(file, console().in(), "id", ProblemReader::asGiven));
                EntryChain<ClaimDocument> claims = new EntryChain<>(
                        solutionFiles,
                        many,
                        Inputs.Kind.SOLUTION,
                        stems::contains,
                        ClaimDocument::problemId,
                        file -> DocumentLines.open(file, console().in(), "problem", ClaimReader::of))) {
            Entry<Problem> problem = problems.next();
            Entry<ClaimDocument> claim = claims.next();
            if (!many && !problems.hasNext() && !claims.hasNext()) {
                return one(present(problem), present(claim));
            }
            return new VerifyMany(this, problems, claims).run(problem, claim);
        }
    }

    private static <T> T present(Entry<T> entry) {
        T document = entry.document();
        if (document == null) {
            throw entry.failure() == null ? new BadInputException(entry.place()) : entry.failure();
        }
        return document;
    }

    private int one(Problem given, ClaimDocument document) {
        Problem problem = people.of(given);
        Claim claim = document.claim(problem);
        Verdict verdict = check(problem, claim);
        print("proven lower bound   " + bound(verdict));
        print("recomputed objective " + Micro.toString(verdict.objective()));
        if (verdict.accepted() && !claim.margins().isEmpty()) {
            print("confirmed margins    " + claim.margins().size());
        }
        print(words(problem, verdict));
        return switch (verdict.kind()) {
            case PROVEN_OPTIMAL, BOUNDED -> Exit.DONE;
            case REJECTED -> Exit.NO;
            case UNDECIDED -> Exit.UNDECIDED;
        };
    }

    Verdict check(Problem problem, Claim claim) {
        long start = System.nanoTime();
        return AnytimeCheck.of(
                problem,
                claim,
                () -> System.nanoTime() - start >= timeLimit.value().toNanos());
    }

    /** @param problem as it was asked: with the limit on the number of people, which is part of what is proven */
    static String words(Problem problem, Verdict verdict) {
        String limit = problem.maxPoses().isEmpty()
                ? ""
                : " for at most " + PlainWords.people(problem.maxPoses().getAsInt());
        return switch (verdict.kind()) {
            case PROVEN_OPTIMAL -> "PROVEN OPTIMAL" + limit;
            case BOUNDED ->
                "BOUNDED" + limit + " (gap "
                        + PlainWords.percent(Solution.gap(verdict.objective(), verdict.lowerBound())) + ")";
            case REJECTED -> "REJECTED: " + String.join("; ", verdict.reasons());
            case UNDECIDED -> "UNDECIDED: " + String.join("; ", verdict.reasons()) + " (see --time-limit)";
        };
    }

    static String bound(Verdict verdict) {
        return verdict.lowerBound() == Long.MIN_VALUE ? "none" : Micro.toString(verdict.lowerBound());
    }

    void print(String line) {
        console().print(line + "\n");
    }
}
