package dev.jointly.lp.highs;

import dev.jointly.lp.LpStatus;
import dev.jointly.lp.SparseLines;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One native HiGHS object: owns it, frees it once, checks every status and every length. Not for several threads. */
final class Handle implements AutoCloseable {
    private static final int OPTIMAL = 7;
    private static final int INFEASIBLE = 8;
    private static final int UNBOUNDED = 10;
    private static final int TIME_LIMIT = 13;
    private static final int ITERATION_LIMIT = 14;
    private static final int INTERRUPTED = 17;

    private final int interruptType;
    private long address;
    private boolean callbackSet;

    /**
     * @param interruptType the callback by which a run can be ended from outside
     * @param options sets those of its own; if one is refused nothing stays behind
     */
    Handle(int interruptType, Consumer<Handle> options) {
        this.interruptType = interruptType;
        address = Highs.create();
        if (address == 0) {
            throw new IllegalStateException("HiGHS could not create a model; is there enough memory?");
        }
        try {
            option("output_flag", false);
            option("log_to_console", false);
            // its scheduler is per thread, and destroying a model under another number of threads has crashed
            option("threads", 1);
            options.accept(this);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    boolean closed() {
        return address == 0;
    }

    private long address() {
        if (address == 0) {
            throw new IllegalStateException("the model is closed");
        }
        return address;
    }

    @Override
    public void close() {
        long freed = address;
        address = 0;
        if (freed != 0) {
            Highs.destroy(freed);
        }
    }

    void option(String name, boolean value) {
        check(Highs.setBoolOptionValue(address(), name, value ? 1 : 0), name);
    }

    void option(String name, int value) {
        check(Highs.setIntOptionValue(address(), name, value), name);
    }

    void option(String name, double value) {
        check(Highs.setDoubleOptionValue(address(), name, value), name);
    }

    void option(String name, String value) {
        check(Highs.setStringOptionValue(address(), name, value), name);
    }

    void addColumns(SparseLines lines, int from, int to) {
        int[] index = lines.indices(from, to);
        check(
                Highs.addCols(
                        address(),
                        to - from,
                        lines.costs(from, to),
                        lines.lowers(from, to),
                        lines.uppers(from, to),
                        index.length,
                        lines.starts(from, to),
                        index,
                        lines.values(from, to)),
                "addCols");
    }

    void addRows(SparseLines lines, int from, int to) {
        int[] index = lines.indices(from, to);
        check(
                Highs.addRows(
                        address(),
                        to - from,
                        lines.lowers(from, to),
                        lines.uppers(from, to),
                        index.length,
                        lines.starts(from, to),
                        index,
                        lines.values(from, to)),
                "addRows");
    }

    /** Passes an integer program, its matrix by rows. */
    void pass(SparseLines columns, SparseLines rows, int[] integrality) {
        int n = columns.size();
        int m = rows.size();
        requireLength("integrality", integrality.length, n);
        int[] index = rows.indices(0, m);
        check(
                Highs.passMip(
                        address(),
                        n,
                        m,
                        index.length,
                        Highs.ROW_WISE,
                        Highs.MINIMISE,
                        0,
                        columns.costs(0, n),
                        columns.lowers(0, n),
                        columns.uppers(0, n),
                        rows.lowers(0, m),
                        rows.uppers(0, m),
                        rows.starts(0, m),
                        index,
                        rows.values(0, m),
                        integrality),
                "passMip");
    }

    void columnCost(int column, double cost) {
        check(Highs.changeColCost(address(), column, cost), "changeColCost");
    }

    void columnBounds(int column, double lower, double upper) {
        check(Highs.changeColBounds(address(), column, lower, upper), "changeColBounds");
    }

    void rowBounds(int row, double lower, double upper) {
        check(Highs.changeRowBounds(address(), row, lower, upper), "changeRowBounds");
    }

    /** The most iterations of a run of the simplex method; those within an integer program do not heed it. */
    void iterationLimit(long iterations) {
        option("simplex_iteration_limit", (int) Math.min(iterations, Integer.MAX_VALUE));
    }

    /** Forgets basis and solution but not the model. */
    void clearSolver() {
        check(Highs.clearSolver(address()), "clearSolver");
    }

    /** Runs for so many seconds and no longer, whatever the deadline's other signals say. */
    LpStatus run(double seconds) {
        option("time_limit", seconds);
        // the clock runs on from one run to the next
        check(Highs.zeroAllClocks(address()), "zeroAllClocks");
        int returned = Highs.run(address());
        return returned == Highs.ERROR ? LpStatus.FAILED : status();
    }

    /** Runs until the watch says stop, asking it again and again on the way. */
    LpStatus runWatched(Watch watch) {
        double seconds = watch.deadline().remainingSeconds();
        if (seconds <= 0) {
            return LpStatus.TIME_LIMIT;
        }
        if (!callbackSet) {
            check(Highs.setCallback(address(), Watch.INTERRUPT, null), "setCallback");
            callbackSet = true;
        }
        check(Highs.startCallback(address(), interruptType), "startCallback");
        try {
            LpStatus status = watch.over(() -> run(seconds));
            return status == LpStatus.TIME_LIMIT && watch.workDone() ? LpStatus.WORK_LIMIT : status;
        } finally {
            check(Highs.stopCallback(address(), interruptType), "stopCallback");
        }
    }

    /** Fixes columns at zero, runs for so many iterations, and puts bounds and basis back. */
    double objectiveWithout(int[] columns, int iterations, double seconds) {
        int[] columnStatus = new int[Highs.getNumCol(address())];
        int[] rowStatus = new int[Highs.getNumRow(address())];
        check(Highs.getBasis(address(), columnStatus, rowStatus), "getBasis");
        double[] zeros = new double[columns.length];
        double[] lower = new double[columns.length];
        double[] upper = new double[columns.length];
        check(
                Highs.getColsBySet(
                        address(),
                        columns.length,
                        columns,
                        new int[1],
                        new double[columns.length],
                        lower,
                        upper,
                        new int[1],
                        null,
                        null,
                        null),
                "getColsBySet");
        check(Highs.changeColsBoundsBySet(address(), columns.length, columns, zeros, zeros), "changeColsBoundsBySet");
        iterationLimit(iterations);
        try {
            LpStatus status = run(seconds);
            return status == LpStatus.OPTIMAL || status == LpStatus.WORK_LIMIT ? objective() : Double.NaN;
        } finally {
            iterationLimit(Integer.MAX_VALUE);
            check(
                    Highs.changeColsBoundsBySet(address(), columns.length, columns, lower, upper),
                    "changeColsBoundsBySet");
            check(Highs.setBasis(address(), columnStatus, rowStatus), "setBasis");
        }
    }

    private LpStatus status() {
        return switch (Highs.getModelStatus(address())) {
            case OPTIMAL -> LpStatus.OPTIMAL;
            case INFEASIBLE -> LpStatus.INFEASIBLE;
            case UNBOUNDED -> LpStatus.UNBOUNDED;
            case TIME_LIMIT, INTERRUPTED -> LpStatus.TIME_LIMIT;
            case ITERATION_LIMIT -> LpStatus.WORK_LIMIT;
            default -> LpStatus.FAILED;
        };
    }

    double objective() {
        return Highs.getObjectiveValue(address());
    }

    int intInfo(String name) {
        int[] value = new int[1];
        check(Highs.getIntInfoValue(address(), name, value), name);
        return value[0];
    }

    long longInfo(String name) {
        long[] value = new long[1];
        check(Highs.getInt64InfoValue(address(), name, value), name);
        return value[0];
    }

    double doubleInfo(String name) {
        double[] value = new double[1];
        check(Highs.getDoubleInfoValue(address(), name, value), name);
        return value[0];
    }

    /** Fills the arrays; HiGHS writes as many numbers as it has columns and rows, whatever their lengths. */
    void solution(double[] values, double @Nullable [] reducedCosts, double @Nullable [] duals) {
        int columns = Highs.getNumCol(address());
        int rows = Highs.getNumRow(address());
        requireLength("values", values.length, columns);
        requireLength("reduced costs", reducedCosts == null ? columns : reducedCosts.length, columns);
        requireLength("duals", duals == null ? rows : duals.length, rows);
        check(Highs.getSolution(address(), values, reducedCosts, null, duals), "getSolution");
    }

    private static void requireLength(String what, int length, int expected) {
        if (length != expected) {
            throw new IllegalStateException("array for " + what + " has " + length + " elements, HiGHS " + expected);
        }
    }

    private static void check(int status, String call) {
        if (status == Highs.ERROR) {
            throw new IllegalStateException("HiGHS refused " + call);
        }
    }
}
