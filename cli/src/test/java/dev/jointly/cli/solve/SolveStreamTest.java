package dev.jointly.cli.solve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.ProblemTexts;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.StopSignal;
import dev.jointly.solve.Solution;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many problems at once: in parallel, in their order, not read far ahead, and stopped. */
@Timeout(60)
class SolveStreamTest {
    @Test
    void problemsAreSolvedSideBySideAndAnsweredInOrder() {
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch third = new CountDownLatch(1);
        Program program = new Program((problem, settings, listener, stopped) -> {
            both.countDown();
            await(both);
            switch (problem.id()) {
                case "a" -> await(third); // the third is begun when the second is done, which so overtakes
                case "c" -> third.countDown();
                default -> {}
            }
            return Program.lazy(problem, settings, listener, stopped);
        });
        Run run = program.reading(ProblemTexts.lines("a", "b", "c", "d")).run("solve", "-", "--threads", "2", "--log");
        assertThat(run.code()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("cost 0.0")).map(line -> line.charAt(0)))
                .containsExactly('a', 'b', 'c', 'd');
        assertThat(run.err().lines().toList().get(3)).as("logs do not mix").startsWith("a: 0 people");
    }

    @Test
    void aLongStreamIsNotReadFarAhead() {
        AtomicInteger solved = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicReference<Thread> reading = new AtomicReference<>();
        int far = 20;
        byte[] line = ProblemTexts.lines("a").getBytes(UTF_8);
        InputStream counting = new InputStream() {
            private int given;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0];
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                reading.set(Thread.currentThread());
                int document = given / line.length;
                if (document >= 300) {
                    return -1;
                }
                most.accumulateAndGet(document - solved.get(), Math::max);
                buffer[offset] = line[given++ % line.length];
                return 1;
            }
        };
        Program program = new Program((problem, settings, listener, stopped) -> {
            // whoever reads is given all the time it takes to read too far
            while (Objects.requireNonNull(reading.get()).getState() == Thread.State.RUNNABLE && most.get() < far) {
                Thread.onSpinWait();
            }
            solved.incrementAndGet();
            return Program.lazy(problem, settings, listener, stopped);
        });
        assertThat(program.reading(counting)
                        .run("solve", "-", "-q", "--threads", "2")
                        .out()
                        .lines())
                .hasSize(300);
        assertThat(most.get()).isLessThan(far);
    }

    @Test
    @Timeout(60)
    void othersAreSolvedWhileAHardProblemIsAwaited() {
        CountDownLatch others = new CountDownLatch(2_000);
        Program program = new Program((problem, settings, listener, stopped) -> {
            if (problem.id().equals("hard")) {
                // were they to wait for this one's answer, it would never come
                await(others);
            } else {
                others.countDown();
            }
            return Program.lazy(problem, settings, listener, stopped);
        });
        String lines = ProblemTexts.lines("hard") + ProblemTexts.lines("a").repeat(2_000);
        assertThat(program.reading(new ByteArrayInputStream(lines.getBytes(UTF_8)))
                        .run("solve", "-", "-q", "--threads", "2")
                        .out()
                        .lines())
                .hasSize(2_001);
    }

    @Test
    void aStopKeepsTheCurrentSolutionAndSkipsTheRest() {
        AtomicInteger started = new AtomicInteger();
        StopSignal signal = new StopSignal();
        Program program = new Program(
                (problem, settings, listener, stopped) -> {
                    if (started.incrementAndGet() == 2) {
                        signal.stop();
                    }
                    assertThat(stopped.getAsBoolean()).isEqualTo(started.get() == 2);
                    return Program.lazy(problem, settings, listener, stopped);
                },
                signal);
        Run run = program.reading(ProblemTexts.lines("a", "b", "c", "d", "e")).run("solve", "-", "--prove");
        assertThat(run.out().lines()).hasSize(2);
        assertThat(run.code()).as("not all is proven").isEqualTo(Exit.NO);
    }

    /** A later run goes on after the last answer, so what was solved behind a problem without one is not written. */
    @Test
    void aStopLeavesNoGapBeforeTheLastAnswer() {
        StopSignal signal = new StopSignal();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Program program = new Program(
                (problem, settings, listener, stopped) -> {
                    if (problem.id().equals("b")) {
                        begun.countDown();
                        awaitUninterruptibly(over);
                    }
                    Solution solution = Program.lazy(problem, settings, listener, stopped);
                    if (problem.id().equals("d")) {
                        // one that is begun after the stop would be skipped without a word
                        awaitUninterruptibly(begun);
                        signal.stop();
                    }
                    return solution;
                },
                signal);
        Run run = program.reading(ProblemTexts.lines("a", "b", "c", "d")).run("solve", "-", "--threads", "2");
        over.countDown();
        assertThat(run.out().lines()).singleElement().asString().contains("\"problem\":\"a\"");
        assertThat(run.err()).contains("jointly: stopped before the current problem had a solution");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aStopIsObeyedWhileWaitingForInput() throws Exception {
        PipedOutputStream keyboard = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(keyboard, 1 << 16);
        keyboard.write(ProblemTexts.lines("a", "b").getBytes(UTF_8));
        CountDownLatch waiting = new CountDownLatch(1);
        InputStream watched = new FilterInputStream(in) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                if (available() == 0) {
                    waiting.countDown();
                }
                return super.read(buffer, offset, length);
            }
        };
        CountDownLatch begun = new CountDownLatch(1);
        Program program = new Program((problem, settings, listener, stopped) -> {
                    begun.countDown();
                    return Program.lazy(problem, settings, listener, stopped);
                })
                .reading(watched);
        Deque<Run> results = new ConcurrentLinkedDeque<>();
        Thread main = new Thread(() -> results.add(program.run("solve", "-")));
        main.start();
        await(waiting);
        await(begun);
        assertThat(main.isAlive()).as("more may come").isTrue();
        program.signal.stop();
        main.join();
        assertThat(results).hasSize(1);
        // the first was being solved; whether the second is complete shows only with what follows
        assertThat(results.getFirst().out().lines().count()).isBetween(1L, 2L);
        keyboard.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
