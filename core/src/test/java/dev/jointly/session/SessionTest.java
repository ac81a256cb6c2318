package dev.jointly.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** What came before makes no difference to an answer, but for the numbers of the people. */
class SessionTest {
    private final Solver solver = new Solver(new HighsEngine());

    /** One session per problem; each set of pins is judged by brute force. */
    @Test
    void anyPinsInAnyOrderGiveTheOptimum() {
        int impossible = 0;
        int changes = 0;
        for (long seed : Trials.seeds(1, 30, 300)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = TinyProblems.sometimesLimited(
                    seed % 4 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors), seed);
            Session session = new Session(solver, problem, Settings.defaults());
            for (int i = 0; i < 6; i++) {
                List<Pin> pins = i == 3
                        ? List.of()
                        : TinyProblems.pinned(problem, 100 * seed + i).pins();
                OptionalLong optimum = BruteForce.optimumIfFeasible(problem.withPins(pins));
                try {
                    Solution solution = session.solve(pins).solution();
                    assertThat(optimum).as(problem.id()).hasValue(solution.objective());
                    assertThat(solution.status()).as(problem.id()).isEqualTo(Solution.Status.OPTIMAL);
                    assertThat(solution.check()).as(problem.id()).isEqualTo(Solution.Check.PASSED);
                    changes++;
                } catch (PinsException e) {
                    assertThat(optimum).as(problem.id()).isEmpty();
                    impossible++;
                }
            }
        }
        assertThat(changes).isPositive();
        assertThat(impossible).isPositive();
    }

    @Test
    void pinsAddedAndRemovedEndInTheAnswerFromScratch() {
        Problem problem = Generator.generate("crowd", 5, Crowding.CROWDED, 3);
        Session session = new Session(solver, problem, Settings.defaults());
        Random random = new Random(1);
        List<Pin> pins = new ArrayList<>();
        Solution seen = session.solve(List.of()).solution();
        int added = 0;
        for (int i = 0; i < Trials.count(12, 200); i++) {
            if (!pins.isEmpty() && random.nextInt(3) == 0) {
                pins.remove(random.nextInt(pins.size()));
            } else {
                Pose pose = seen.poses().get(random.nextInt(seen.poses().size()));
                List<Integer> joints = pose.detections();
                int d = joints.get(random.nextInt(joints.size()));
                int lead = pose.lead(problem.anatomy());
                pins.add(d == lead ? new Pin.Use(d) : random.nextBoolean() ? new Pin.Apart(lead, d) : new Pin.Skip(d));
                added++;
            }
            try {
                seen = session.solve(pins).solution();
            } catch (PinsException e) {
                pins.remove(pins.size() - 1);
            }
        }
        Solution last = session.solve(pins).solution();
        Solution scratch =
                new Session(solver, problem, Settings.defaults()).solve(pins).solution();
        assertThat(last.objective()).isEqualTo(scratch.objective());
        assertThat(new HashSet<>(last.poses())).isEqualTo(new HashSet<>(scratch.poses()));
        assertThat(added).isGreaterThan(Trials.count(5, 10));
    }

    @Test
    void impossiblePinsLeaveTheSessionAsItWas() {
        Problem problem = Generator.generate("crowd", 4, Crowding.CROWDED, 7);
        Session session = new Session(solver, problem, Settings.defaults());
        Session.Answer before = session.solve(List.of());
        List<Pin> impossible = List.of(new Pin.Use(0), new Pin.Skip(0));
        assertThatThrownBy(() -> session.solve(impossible)).isInstanceOf(PinsException.class);
        Session.Answer after = session.solve(List.of());
        assertThat(after.solution().poses()).isEqualTo(before.solution().poses());
        assertThat(after.people()).isEqualTo(before.people());
    }

    @Test
    void whoIsNotConcernedKeepsTheNumber() {
        Problem problem = Generator.generate("easy", 4, Crowding.EASY, 1);
        Session session = new Session(solver, problem, Settings.defaults());
        Session.Answer before = session.solve(List.of());
        Pose first = before.solution().poses().get(0);
        Session.Answer after = session.solve(
                first.detections().stream().<Pin>map(Pin.Skip::new).toList());
        for (int i = 0; i < after.people().size(); i++) {
            int was = before.solution().poses().indexOf(after.solution().poses().get(i));
            if (was >= 0) {
                assertThat(after.people().get(i)).isEqualTo(before.people().get(was));
            }
        }
        assertThat(after.solution().poses()).doesNotContain(first).isNotEmpty();
    }

    /** Work is counted in allocated bytes: every column against every pin took gigabytes. */
    @Test
    void aStoppedChangeOfPinsTakesWorkInProportionToThePins() throws Exception {
        int size = 120;
        List<Detection> detections = Collections.nCopies(size, new Detection(0, null, null, null, -2_000_000));
        Anatomy anatomy = new Anatomy("one part", List.of("p"), List.of(0), List.of());
        PairCosts pairs = new PairCosts.Builder().build(size, false);
        Problem problem = new Problem("equals", null, anatomy, 1_000_000, detections, pairs, List.of());
        Session session = new Session(solver, problem, Settings.defaults());
        AtomicInteger events = new AtomicInteger();
        session.solve(List.of(), event -> events.incrementAndGet(), () -> events.get() > 15);
        List<Pin> pins = new ArrayList<>();
        for (int i = 0; i < 7_000; i++) {
            pins.add(new Pin.Apart(i % size, (i % size + 1 + i / size) % size));
        }
        long before = allocated();
        Session.Answer answer = session.solve(pins, event -> {}, () -> true);
        long bytesPerPin = (allocated() - before) / pins.size();
        assertThat(answer.solution().check()).isNotEqualTo(Solution.Check.OFF);
        assertThat(bytesPerPin).isLessThan(8_000);
    }

    /** By this thread, since it started. */
    private static long allocated() throws JMException {
        return (long) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                        "getThreadAllocatedBytes",
                        new Object[] {Thread.currentThread().getId()},
                        new String[] {"long"});
    }
}
