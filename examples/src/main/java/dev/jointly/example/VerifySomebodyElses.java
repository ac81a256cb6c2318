package dev.jointly.example;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.nio.file.Path;

/** Checks a solution from elsewhere. The checker shares no code with the solver and needs no native library. */
public final class VerifySomebodyElses {
    private VerifySomebodyElses() {}

    /**
     * Prints the verdict, and the reasons if it is not a good one.
     *
     * @param args the file of a problem and the file of a solution
     */
    public static void main(String[] args) {
        try (ClaimReader solutions = ClaimReader.open(Path.of(args[1]))) {
            ClaimDocument solution = solutions.next();
            // with the limit on people that the solution was found under
            Problem problem = solution.problem(ProblemReader.one(Path.of(args[0])));
            Verdict verdict = Checker.check(problem, solution.claim(problem));

            System.out.println(verdict.kind());
            if (verdict.accepted()) {
                System.out.println("objective " + Micro.toString(verdict.objective()));
                System.out.println("proven bound " + Micro.toString(verdict.lowerBound()));
            }
            verdict.reasons().forEach(reason -> System.out.println("because " + reason));
        } catch (BadInputException e) {
            System.out.println("cannot be read: " + e.getMessage());
        }
    }
}
