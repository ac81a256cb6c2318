package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.LpEngines;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Solver;
import dev.jointly.vision.net.ModelStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Problem problem = Generator.generate("two", 2, Crowding.EASY, 1);

    @Test
    void whereTheRoomIsTakenTheOneUnusedForLongestEnds() {
        Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));
        long two = 2L * (Sessions.WARM_BYTES + Answers.json(problem).length);
        try (SolveService solves = new SolveService(
                        solver::solve,
                        new Detectors(new ModelStore(Path.of("nowhere")), ModelStore.SHIPPED, 1),
                        ServerLimits.defaults());
                Sessions sessions = new Sessions(
                        solves, (of, settings) -> new Session(solver, of, settings), new SteppedTime(), two)) {
            RepairSession first = sessions.begin(problem);
            RepairSession second = sessions.begin(problem);
            RepairSession third = sessions.begin(problem);
            sessions.keep(first);
            sessions.keep(second);
            assertThat(sessions.find(first.id())).isSameAs(first);
            sessions.keep(third);
            assertThatThrownBy(() -> sessions.find(second.id())).hasMessageContaining("no session has this id");
            assertThat(sessions.find(first.id())).isSameAs(first);
            assertThat(sessions.size()).isEqualTo(2);
            sessions.end(first.id());
            sessions.keep(second);
            assertThat(sessions.size()).isEqualTo(2);
        }
    }
}
