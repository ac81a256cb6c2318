package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.LpEngines;
import dev.jointly.problem.Pin;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;

class RepairSessionTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @RepeatedTest(50)
    void aChangeTakesTheWorkerFromALookAtTheLastAnswer() throws Exception {
        Detectors none = RunningServer.noDetectors();
        Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));
        Session session = new Session(solver, Generator.generate("two", 2, Crowding.EASY, 3), Settings.defaults());
        try (SolveService solves = new SolveService(
                RunningServer.solver(), none, ServerLimits.defaults().withQueue(1, 4))) {
            RepairSession repair = new RepairSession("r", session, solves, changed -> {});
            repair.repin(pins -> pins, LONG, () -> false);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<String> look =
                    CompletableFuture.supplyAsync(() -> repair.look(LONG, () -> false, budget -> {
                        begun.countDown();
                        while (!budget.over()) {
                            Thread.onSpinWait();
                        }
                        return budget.stopped() ? "ended early" : "ran out of time";
                    }));
            begun.await();
            // the only worker is taken; the change would wait for it in vain
            repair.repin(pins -> List.of(new Pin.Skip(0)), LONG, () -> false);
            assertThat(look.join()).isEqualTo("ended early");
            assertThat(repair.answer().solution().poses())
                    .noneMatch(pose -> pose.detections().contains(0));
        }
    }
}
