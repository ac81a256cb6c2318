package dev.jointly.cli.solve;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Console;
import dev.jointly.cli.Outputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly rank}. */
@Command(
        name = "rank",
        description = "Ranks images by ambiguity, most doubtful first: by the least margin of their people and joints.",
        footer = {
            "",
            "The solutions need margins: jointly solve --margins bound, or exact. Each is checked before it is ranked.",
            "Example: jointly rank s.ndjson --problems p.ndjson --top 20"
        })
public final class RankCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "1..*",
            paramLabel = "SOLUTION",
            description =
                    "Solution files, plain or .gz; folders of *.solution.json; patterns in quotes; @FILE with one path"
                            + " per line; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = {"--problem", "--problems"},
            paramLabel = "PROBLEMS",
            required = true,
            description = "Problems that the solutions belong to, found by id: a file, folder, pattern or @FILE.")
    String problems = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Output file. Default: standard output.")
    String output = "-";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Forms.class,
            completionCandidates = Forms.class,
            description = "One of ${COMPLETION-CANDIDATES}; json has one object per line. Default: text.")
    RankingForm form = RankingForm.TEXT;

    @Mixin
    Outputs outputs = new Outputs();

    @Option(names = "--top", paramLabel = "N", description = "Only the N most doubtful images.")
    int top = Integer.MAX_VALUE;

    public RankCommand(Console console) {
        this.console = console;
    }

    /** All forms by name. */
    static final class Forms extends Choice<RankingForm> {
        Forms() {
            super(() -> List.of(RankingForm.values()), RankingForm::label);
        }
    }

    @Override
    public Integer call() {
        try (SolvedFiles files = SolvedFiles.open(solutions, problems, console)) {
            List<RankedImage> ranking = ranking(files);
            outputs.write(output, form.text(ranking.subList(0, Math.max(0, Math.min(top, ranking.size())))), console);
            return files.exitCode();
        } catch (IOException e) {
            throw new CannotWriteException(output, e);
        }
    }

    /** The images of checked solutions, the most doubtful first. */
    public static List<RankedImage> ranking(SolvedFiles files) throws IOException {
        List<RankedImage> ranking = new ArrayList<>();
        files.forEach((problem, claim, margins) -> ranking.add(ranked(problem, claim, margins)));
        ranking.sort(Comparator.comparingLong(RankedImage::order).thenComparing(RankedImage::image));
        return ranking;
    }

    private static RankedImage ranked(Problem problem, Claim claim, List<Margin> margins) {
        String name = "the solution of problem " + Excerpt.quoted(problem.id());
        if (margins.isEmpty() && !claim.poses().isEmpty()) {
            throw new BadInputException(
                    name + " has no margins; solve the problem with --margins bound or --margins exact");
        }
        Verdict verdict = Checker.check(problem, claim);
        if (!verdict.accepted()) {
            throw new BadInputException(
                    name + " is not ranked, its check failed: " + VerifyCommand.words(problem, verdict));
        }
        return RankedImage.of(problem, margins);
    }
}
