package dev.jointly.lp.highs;

import com.sun.jna.Pointer;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.WorkLimit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends one run early: at its deadline, or once it has done its work. HiGHS asks it at every iteration of a linear program
 * and at every step of an integer program, on the calling thread, having been given one thread.
 */
final class Watch {
    private static final ThreadLocal<@Nullable Watch> CURRENT = new ThreadLocal<>();

    /** Shared by all models and held for ever: native code keeps its address. */
    static final Highs.Interrupt INTERRUPT = (type, message, out, in, data) -> {
        Watch watch = CURRENT.get();
        if (in != 0 && watch != null) {
            // HiGHS keeps the flag from one run to the next, so it must be taken back too
            new Pointer(in).setInt(0, watch.mustStop(out) ? 1 : 0);
        }
    };

    private final Deadline deadline;
    private final WorkLimit limit;
    private long steps;
    private boolean workDone;

    Watch(Deadline deadline) {
        this(deadline, WorkLimit.NONE);
    }

    /** @param limit for integer programs only */
    Watch(Deadline deadline, WorkLimit limit) {
        this.deadline = deadline;
        this.limit = limit;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Whether it was the limit of work that ended the run. */
    boolean workDone() {
        return workDone;
    }

    /** Whatever is run meanwhile asks this one. */
    <T> T over(Supplier<T> run) {
        Watch outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return run.get();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /**
     * Steps are counted here, one a question. Iterations are counted by HiGHS, those of a dive only at its end.
     *
     * @param out address of what HiGHS tells about its progress
     */
    private boolean mustStop(long out) {
        if (!limit.equals(WorkLimit.NONE)) {
            steps++;
            workDone = workDone || steps > limit.steps() || iterations(out) >= limit.simplexIterations();
        }
        return workDone || deadline.passed();
    }

    private static long iterations(long out) {
        long address = out == 0 ? 0 : Highs.getCallbackDataOutItem(out, "mip_total_lp_iterations");
        return address == 0 ? 0 : new Pointer(address).getLong(0);
    }
}
