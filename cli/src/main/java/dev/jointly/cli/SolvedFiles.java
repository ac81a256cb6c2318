package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** The solutions of files, each with its problem, one after another; a bad one does not keep the others from being taken. */
record SolvedFiles(Inputs solutions, ProblemShelf problems, FileTally tally, InputStream standardInput)
        implements AutoCloseable {
    /**
     * Opens them.
     *
     * @param files solution files, as given on the command line
     * @param problems where their problems are
     */
    static SolvedFiles open(List<String> files, String problems, Console console) {
        if (problems.equals("-") && files.contains("-")) {
            throw new BadInputException("standard input cannot be both the problems and a solution");
        }
        Inputs known = Inputs.of(List.of(problems), Inputs.Kind.PROBLEM, console.in());
        Inputs solutions = Inputs.of(files, Inputs.Kind.SOLUTION, console.in());
        FileTally tally = new FileTally(solutions, console::say);
        return new SolvedFiles(
                solutions, new ProblemShelf(known, console.in(), tally::failBeside), tally, console.in());
    }

    /** Takes a solution, none of which is trusted. */
    interface Taker {
        /**
         * Takes one.
         *
         * @param margins those of the claim, with what they are about
         */
        void take(Problem problem, Claim claim, List<Margin> margins) throws IOException;
    }

    void forEach(Taker taker) throws IOException {
        for (String file : solutions.files()) {
            try (ClaimReader claims = ClaimReader.open(file, standardInput)) {
                while (claims.hasNext()) {
                    ClaimDocument claim = claims.next();
                    try {
                        Problem problem = claim.problem(problems.take(claim.problemId()));
                        taker.take(problem, claim.claim(problem), claim.margins());
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

    /** The exit code, after telling which files were left out. */
    int exitCode() {
        tally.tellIfIncomplete();
        return tally.allGood() ? Exit.DONE : Exit.NO;
    }

    @Override
    public void close() {
        problems.close();
    }
}
