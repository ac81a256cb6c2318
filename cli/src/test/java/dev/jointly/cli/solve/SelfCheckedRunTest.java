package dev.jointly.cli.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.pose.Pose;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the solver says, what the program publishes has passed the checker, or says that it was not asked. */
class SelfCheckedRunTest {
    @TempDir
    Path dir;

    private Run solve(UnaryOperator<Solution> lie, Object... more) throws IOException {
        Path problem = Files.writeString(dir.resolve("a.json"), ProblemTexts.pretty("a", -2));
        Program program = new Program(
                (p, settings, listener, stopped) -> lie.apply(Program.lazy(p, settings, listener, stopped)));
        Object[] words = new Object[4 + more.length];
        words[0] = "solve";
        words[1] = problem;
        words[2] = "-o";
        words[3] = dir.resolve("out.json");
        System.arraycopy(more, 0, words, 4, more.length);
        return program.run(words);
    }

    private String published() throws IOException {
        return Files.readString(dir.resolve("out.json"));
    }

    @Test
    void anHonestAnswerPasses() throws IOException {
        Run run = solve(solution -> solution);
        assertThat(run.code()).isZero();
        assertThat(run.err()).hasLineCount(1);
        assertThat(published()).contains("\"selfCheck\": \"passed\"", "\"lowerBound\": -2.0");
    }

    @Test
    void aBoundThatIsNotProvenIsReplacedLoudly() throws IOException {
        Run run = solve(solution -> with(solution, 0, solution.poses()));
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .startsWith(
                        "jointly: WARNING: problem \"a\": the check confirms a lower bound of -2.0, not 0.0, and the"
                                + " answer says so; this is an error in the solver, please report it\n");
        assertThat(published())
                .contains("\"selfCheck\": \"weakerBound\"", "\"lowerBound\": -2.0", "\"status\": \"bounded\"");
    }

    @Test
    void posesThatAreNotSoArePublishedNowhere() throws IOException {
        TreeMap<Integer, Integer> headAsNeck = new TreeMap<>();
        headAsNeck.put(0, 1);
        Run run = solve(solution -> with(solution, -2_000_000, List.of(new Pose(headAsNeck, new TreeMap<>()))));
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err())
                .startsWith("jointly: the solution of problem \"a\"")
                .contains("not published")
                .hasLineCount(1);
        assertThat(dir.resolve("out.json")).doesNotExist();
    }

    @Test
    void leftOutTheAnswerSaysSo() throws IOException {
        Run run = solve(solution -> solution, "--no-self-check");
        assertThat(run.code()).isZero();
        assertThat(published()).contains("\"selfCheck\": \"off\"");
    }

    private static Solution with(Solution s, long lowerBound, List<Pose> poses) {
        return new Solution(
                s.problemId(),
                s.problemSha256(),
                s.method(),
                lowerBound == s.objective() ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                s.objective(),
                lowerBound,
                s.requestedGap(),
                poses,
                s.proof(),
                s.seconds(),
                s.iterations(),
                s.skeletons(),
                s.localAssignments(),
                s.rows(),
                s.nodes(),
                s.trace(),
                s.check(),
                s.ending());
    }
}
