package dev.jointly.cli.solve;

import dev.jointly.certify.Claim;
import dev.jointly.cli.Console;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.cli.report.FileTally;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.export.Solved;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import java.io.InputStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The solutions of files, each with its problem, one after another; a bad one does not keep the others from being taken. */
public record SolvedFiles(Inputs solutions, @Nullable ProblemIndex problems, FileTally tally, InputStream standardInput)
        implements AutoCloseable {
    /**
     * Opens them.
     *
     * @param files solution files, as given on the command line
     * @param problems where their problems are; null to take what the solutions say of them
     */
    public static SolvedFiles open(List<String> files, @Nullable String problems, Console console) {
        InputStream in = console.in();
        if ("-".equals(problems) && files.contains("-")) {
            throw new BadInputException("standard input cannot be both the problems and a solution");
        }
        Inputs known = problems == null ? null : Inputs.of(List.of(problems), Inputs.Kind.PROBLEM, in);
        Inputs solutions = Inputs.of(files, Inputs.Kind.SOLUTION, in);
        FileTally tally = new FileTally(solutions, console::say);
        ProblemIndex index = known == null ? null : new ProblemIndex(known, in, tally::failBeside);
        return new SolvedFiles(solutions, index, tally, in);
    }

    /** Takes a solution, none of which is trusted. */
    public interface Taker {
        /**
         * Takes one.
         *
         * @param margins those of the claim, with what they are about
         */
        void take(Problem problem, Claim claim, List<Margin> margins);
    }

    public void forEach(Taker taker) {
        for (String file : solutions.files()) {
            try (ClaimReader claims = problems == null
                    ? ClaimReader.openWithoutProblems(file, standardInput)
                    : ClaimReader.open(file, standardInput)) {
                while (claims.hasNext()) {
                    ClaimDocument claim = claims.next();
                    try {
                        take(claim, taker);
                    } catch (BadInputException e) {
                        // the next solution of the file may do
                        tally.fail(file, e);
                    }
                }
            } catch (BadInputException e) {
                tally.fail(file, e);
            }
            tally.endOfFile();
        }
    }

    private void take(ClaimDocument document, Taker taker) {
        Problem problem = problems == null ? document.problem() : document.problem(problems.take(document.problemId()));
        Claim claim = document.claim(problem);
        if (problems != null) {
            Solved.requireSame(problem, claim);
        }
        taker.take(problem, claim, document.margins());
    }

    /** The exit code, after telling which files were left out. */
    public int exitCode() {
        tally.tellIfIncomplete();
        return tally.allGood() ? Exit.DONE : Exit.NO;
    }

    @Override
    public void close() {
        if (problems != null) {
            problems.close();
        }
    }

    /** Problems of files by id. In the order of the files one is in memory at a time; what is passed over waits. */
    static final class ProblemIndex implements AutoCloseable {
        private final Inputs inputs;
        private final Iterator<String> files;
        private final InputStream standardInput;
        private final Consumer<BadInputException> failed;
        private final Map<String, Problem> waiting = new LinkedHashMap<>();
        private @Nullable ProblemReader reader;

        /** @param failed hears of bad files, of which the rest is left out, where there are many */
        ProblemIndex(Inputs inputs, InputStream standardInput, Consumer<BadInputException> failed) {
            this.inputs = inputs;
            this.files = inputs.files().iterator();
            this.standardInput = standardInput;
            this.failed = failed;
        }

        /** The problem with an id, or the next one where the id is not known; each is handed out once. */
        Problem take(Optional<String> id) {
            if (id.isPresent()) {
                Problem waited = waiting.remove(id.get());
                if (waited != null) {
                    return waited;
                }
            }
            for (Problem problem = next(); problem != null; problem = next()) {
                if (id.isEmpty() || id.get().equals(problem.id())) {
                    return problem;
                }
                waiting.put(problem.id(), problem);
            }
            String place = inputs.files().size() == 1
                    ? InputFile.name(inputs.files().get(0))
                    : inputs.files().size() + " problem files";
            throw new BadInputException(place + ": found no problem "
                    + id.map(name -> Excerpt.quoted(name) + ", or it was solved twice")
                            .orElse("for the last solution"));
        }

        private @Nullable Problem next() {
            while (true) {
                try {
                    if (reader != null && reader.hasNext()) {
                        return reader.next();
                    }
                    close();
                    if (!files.hasNext()) {
                        return null;
                    }
                    reader = ProblemReader.open(files.next(), standardInput);
                } catch (BadInputException e) {
                    if (!inputs.many()) {
                        throw e;
                    }
                    close();
                    failed.accept(e);
                }
            }
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
                reader = null;
            }
        }
    }
}
