package dev.jointly.cli.solve;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.SharedOption;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.vision.cost.RightGrouping;
import dev.jointly.vision.explain.Explanation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly explain}. */
@Command(
        name = "explain",
        description =
                "Given the right answer, says why it was not found: the detector missed joints, or the right grouping is"
                        + " impossible or costs more than the one found.",
        footer = {
            "",
            "Exit code: 0 explained, 2 a file cannot be read, 3 undecided.",
            "Example: jointly explain street.problem.json --truth person_keypoints.json"
        })
public final class ExplainCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<List<String>> problems = SharedOption.problemFiles();

    @ArgGroup(multiplicity = "1")
    Right right = new Right();

    /** The right answer, in one of two forms. */
    static final class Right {
        @Option(names = "--truth", paramLabel = "FILE", description = "Labels in COCO's format, found by image name.")
        @Nullable
        String labels;

        @Option(
                names = "--right",
                paramLabel = "SOLUTION",
                description = "Solution files with the right poses over the same detections, found by id.")
        @Nullable
        String solution;
    }

    @Option(
            names = "--tolerance",
            paramLabel = "T",
            description =
                    "With --truth: how far a detection may be from its joint, in units of the person's size, the root"
                            + " of its area. Default: 0.2.")
    double tolerance = 0.2;

    @Mixin
    SolverOptions solver = new SolverOptions();

    @Override
    public Integer call() {
        Map<String, Function<Problem, Explanation>> known = right.labels != null
                ? byLabels(right.labels)
                : bySolutions(Objects.requireNonNull(right.solution, "picocli requires one of the two"));
        Inputs inputs =
                Inputs.of(problems.value(), Inputs.Kind.PROBLEM, console().in());
        boolean decided = true;
        int explained = 0;
        signal().begin();
        try {
            for (String file : inputs.files()) {
                try (ProblemReader reader = ProblemReader.open(file, console().in())) {
                    while (reader.hasNext() && !signal().stopped()) {
                        Problem problem = reader.next();
                        Function<Problem, Explanation> answer = known.get(problem.id());
                        if (answer != null) {
                            decided &= explain(answer.apply(problem));
                            explained++;
                        }
                    }
                }
            }
        } finally {
            signal().end();
        }
        if (explained == 0) {
            throw new BadInputException((right.labels == null ? right.solution : right.labels)
                    + ": has none of the images of " + String.join(", ", problems.value())
                    + "; problems and labels are matched by id, the image's name without extension");
        }
        return decided ? Exit.DONE : Exit.UNDECIDED;
    }

    private RightGrouping matched(Problem problem, Truth truth) {
        try {
            return RightGrouping.of(problem, truth, tolerance);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("problem \"" + problem.id() + "\": " + e.getMessage(), e);
        }
    }

    private boolean explain(Explanation explanation) {
        Session session = solving().session(explanation.problem(), solver.settings(1));
        Explanation.Words words = explanation.words(session, signal()::stopped);
        console().print(words.lines().stream().map(line -> line + "\n").collect(Collectors.joining()));
        return words.decided();
    }

    /** What explains the problem of each image with labels. */
    private Map<String, Function<Problem, Explanation>> byLabels(String file) {
        Map<String, Function<Problem, Explanation>> known = new HashMap<>();
        for (Truth truth : CocoReader.read(file, console().in())) {
            known.put(truth.id(), problem -> Explanation.of(problem, matched(problem, truth)));
        }
        return known;
    }

    /** What explains each problem that was solved by hand. */
    private Map<String, Function<Problem, Explanation>> bySolutions(String place) {
        Map<String, Function<Problem, Explanation>> known = new HashMap<>();
        for (String file :
                Inputs.of(List.of(place), Inputs.Kind.SOLUTION, console().in()).files()) {
            try (ClaimReader reader = ClaimReader.open(file, console().in())) {
                while (reader.hasNext()) {
                    ClaimDocument solution = reader.next();
                    String id = solution.problemId()
                            .orElseThrow(() -> new BadInputException(
                                    file + ": /problem: found nothing but expected the id of a problem"));
                    known.put(id, problem -> {
                        Problem limited = solution.problem(problem);
                        return Explanation.of(limited, solution.claim(limited));
                    });
                }
            }
        }
        return known;
    }
}
