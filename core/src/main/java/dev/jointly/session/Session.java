package dev.jointly.session;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import dev.jointly.solve.WarmStart;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One problem, solved again and again while its user adds and removes pins. Each solve starts from what the last one found.
 * It ends in the same optimum as one from scratch; among solutions of equal cost it may choose another. People that stay
 * keep their numbers. Thread-safe: solves wait for each other.
 */
public final class Session {
    private final Solver solver;
    private final Problem problem;
    private final Settings settings;
    private final PersonIds ids;
    private final WarmStart warm = new WarmStart();

    /**
     * Solves nothing yet.
     *
     * @param problem its own pins always hold, beside those of the session
     * @param settings the time limit is for each solve together with its check
     */
    public Session(Solver solver, Problem problem, Settings settings) {
        this(solver, problem, settings, new PersonIds());
    }

    private Session(Solver solver, Problem problem, Settings settings, PersonIds ids) {
        this.solver = solver;
        this.problem = problem;
        this.settings = settings;
        this.ids = ids;
    }

    /**
     * A session with more detections, whose people go on with the numbers of this one's; it starts from scratch.
     *
     * @param grown begins with the detections of this session's problem
     */
    public Session grown(Problem grown) {
        return new Session(solver, grown, settings, ids.copy());
    }

    /**
     * The solution under some pins, checked.
     *
     * @param problem with all pins
     * @param people the number of each pose: who stays keeps it
     * @param warning if the check confirms less than the solver claimed
     */
    public record Answer(Problem problem, Solution solution, List<Integer> people, Optional<String> warning) {}

    /** Without the pins of the session. */
    public Problem problem() {
        return problem;
    }

    /** An estimate of the memory for what the last solve left; does not wait for a solve that runs. */
    public long warmBytes() {
        return warm.bytes();
    }

    /** Solves with these pins in place of those of the last solve. */
    public Answer solve(List<Pin> pins) {
        return solve(pins, event -> {}, () -> false);
    }

    /**
     * The same; a listener hears of the progress, and the solve can be stopped as that of {@link Solver}.
     *
     * @throws dev.jointly.solve.PinsException if the pins cannot all hold; the next solve is not affected
     */
    public synchronized Answer solve(List<Pin> pins, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        Problem pinned = pinned(pins);
        SelfCheck.Checked checked = checked(pinned, listener, stopped);
        Solution solution = checked.solution();
        List<Integer> people = ids.follow(solution.poses(), solution.status() == Solution.Status.OPTIMAL);
        return new Answer(pinned, solution, people, checked.warning());
    }

    /** What the solution would be with these pins: the people of the session stay who they are. */
    public synchronized Solution alternative(List<Pin> pins, BooleanSupplier stopped) {
        return checked(pinned(pins), event -> {}, stopped).solution();
    }

    private Problem pinned(List<Pin> pins) {
        return problem.withPins(
                Stream.concat(problem.pins().stream(), pins.stream()).toList());
    }

    private SelfCheck.Checked checked(Problem pinned, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        return SelfCheck.solve(
                pinned, settings, within -> solver.solve(pinned, within, listener, stopped, warm), stopped);
    }
}
