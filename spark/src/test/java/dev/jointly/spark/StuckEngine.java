package dev.jointly.spark;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import dev.jointly.generate.Crowding;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.ForwardingEngine;
import dev.jointly.lp.ForwardingModel;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpEngineProvider;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * HiGHS with a bug: it does not return from a linear program with an extreme cost. It sits in a system call, where no
 * interrupt reaches it, until the test releases it.
 */
final class StuckEngine extends ForwardingEngine {
    static final String NAME = "stuck";

    /** Below the cost of any ordinary column. */
    private static final double STUCK_EVERYWHERE = -5_000;

    private static final double STUCK_HERE = -500_000;

    /** In a process where no test has begun, such as a child, it is false. */
    private static boolean begun;

    private static Pipe pipe = new Pipe();

    private StuckEngine(LpEngine engine) {
        super(engine);
    }

    /** By its service file, in child processes too. */
    public static final class Provider implements LpEngineProvider {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public boolean available() {
            return true;
        }

        @Override
        public LpEngine create() {
            return new StuckEngine(new HighsEngine());
        }
    }

    @Override
    public LpModel newModel() {
        return new Model(super.newModel());
    }

    private static final class Model extends ForwardingModel {
        private double least;

        Model(LpModel model) {
            super(model);
        }

        @Override
        public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
            least = Math.min(least, cost);
            return super.addColumn(cost, lower, upper, rows, values);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            if (least < STUCK_HERE ? begun() : least < STUCK_EVERYWHERE) {
                pipe().readUntilClosed();
            }
            return super.solve(simplex, deadline);
        }
    }

    /** A problem that no process solves. */
    static Problem hopeless(String id) {
        return cheaper(id, 10_000);
    }

    /** A problem that is solved by child processes, but not by one where a test has begun. */
    static Problem stuckHere(String id) {
        return cheaper(id, 1_000_000);
    }

    private static Problem cheaper(String id, double by) {
        // not every problem takes a linear program
        Problem made = Made.problem("p7", 2, Crowding.CROWDED);
        return new Problem(
                id,
                made.image(),
                made.anatomy(),
                made.poseCost(),
                made.detections().stream()
                        .map(d -> new Detection(d.part(), d.x(), d.y(), d.score(), d.cost() - Micro.of(by)))
                        .toList(),
                made.pairs(),
                made.pins());
    }

    static synchronized void begin() {
        begun = true;
        pipe = new Pipe();
    }

    private static synchronized boolean begun() {
        return begun;
    }

    private static synchronized Pipe pipe() {
        return pipe;
    }

    /** Lets all stuck calls of this process return. */
    static synchronized void release() {
        pipe.close();
    }

    /** One of the operating system's, which nobody writes to. */
    private static final class Pipe {
        private final int[] ends = new int[2];
        private final AtomicBoolean open = new AtomicBoolean(true);

        Pipe() {
            call("pipe", (Object) ends);
        }

        void readUntilClosed() {
            try (Memory room = new Memory(1)) {
                call("read", ends[0], room, 1L);
            }
        }

        void close() {
            if (open.getAndSet(false)) {
                call("close", ends[1]);
            }
        }

        private static void call(String function, Object... arguments) {
            int code = Function.getFunction("c", function).invokeInt(arguments);
            if (code != 0) {
                throw new IllegalStateException(function + " returned " + code);
            }
        }
    }
}
