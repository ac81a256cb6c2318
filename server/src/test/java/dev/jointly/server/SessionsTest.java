package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.LpEngines;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private final Problem problem = Generator.generate("two", 2, Crowding.EASY, 1);

    private final Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));
    private final SolveService solves =
            new SolveService(solver::solve, RunningServer.noDetectors(), ServerLimits.defaults());

    @AfterEach
    void close() {
        solves.close();
    }

    private Sessions sessions(long bytes) {
        return new Sessions(solves, (of, settings) -> new Session(solver, of, settings), new SteppedTime(), bytes);
    }

    @Test
    void whereTheRoomIsTakenTheOneUnusedForLongestEnds() {
        long one;
        try (Sessions unlimited = sessions(Long.MAX_VALUE)) {
            one = unlimited.begin(problem).bytes();
        }
        try (Sessions sessions = sessions(2 * one)) {
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

    @Test
    void pinsAndAddedDetectionsTakeRoomToo() {
        long room = 10_000_000;
        try (Sessions sessions = sessions(room)) {
            RepairSession first = sessions.begin(problem);
            sessions.keep(first);
            RepairSession second = sessions.begin(problem);
            sessions.keep(second);
            // a pin takes at least its own object, which is 16 bytes, in a list of references of 4
            int pins = (int) room / 20;
            second.repin(before -> Collections.nCopies(pins, new Pin.Skip(0)), Duration.ofMinutes(1), () -> false);
            assertThat(sessions.size()).isEqualTo(1);
            assertThat(sessions.find(second.id())).isSameAs(second);
            long before = second.bytes();
            int lead = second.answer().solution().poses().get(0).lead(problem.anatomy());
            second.add(new MissedJoint("lwrist", 1, 1, lead, 1_000_000), Duration.ofMinutes(1), () -> false);
            assertThat(second.bytes()).isGreaterThan(before);
        }
    }
}
