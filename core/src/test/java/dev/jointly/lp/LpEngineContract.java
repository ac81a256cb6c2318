package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the solver expects of any engine: its models as {@link LpModelContract} describes them, and integer programs. The
 * test of an engine extends this class and names the engine. Expected values are computed by hand, by enumeration, or by
 * the exact simplex.
 */
public abstract class LpEngineContract extends LpModelContract {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** As it is solved without a limit, and with one that is never reached, which takes other ways. */
    private IntegerResult solve(IntegerProgram program) {
        IntegerResult limited = solve(program, new WorkLimit(1_000_000, 1_000_000));
        IntegerResult unlimited = solve(program, WorkLimit.NONE);
        assertThat(limited.status()).isEqualTo(unlimited.status());
        assertThat(limited.hasPoint()).isEqualTo(unlimited.hasPoint());
        if (limited.hasPoint()) {
            assertThat(limited.objective()).isCloseTo(unlimited.objective(), within(1e-7));
            assertThat(limited.bound()).isCloseTo(unlimited.bound(), within(1e-6));
        }
        return unlimited;
    }

    private IntegerResult solve(IntegerProgram program, WorkLimit limit) {
        return engine().solve(program, limit, Deadline.after(Duration.ofSeconds(60)));
    }

    @Test
    void agreesWithEnumeration() {
        agreesWithEnumeration(WorkLimit.NONE);
    }

    @Test
    void agreesWithEnumerationWithinALimitThatIsNotReached() {
        agreesWithEnumeration(new WorkLimit(1_000_000, 1_000_000));
    }

    private void agreesWithEnumeration(WorkLimit limit) {
        int infeasible = 0;
        int runs = 150;
        for (long seed = 0; seed < runs; seed++) {
            Random random = new Random(seed);
            IntegerProgram program = new IntegerProgram();
            int n = 1 + random.nextInt(10);
            for (int j = 0; j < n; j++) {
                program.addBinary(random.nextInt(41) - 20);
            }
            int m = random.nextInt(5);
            for (int i = 0; i < m; i++) {
                double[] values = IntStream.range(0, n)
                        .mapToDouble(j -> random.nextInt(9) - 3)
                        .toArray();
                int[] all = IntStream.range(0, n).toArray();
                double rhs = random.nextInt(8) - 1;
                switch (random.nextInt(4)) {
                    case 0 -> program.addRow(rhs - 2, rhs, all, values);
                    case 1 -> program.addRow(rhs, INFINITY, all, values);
                    default -> program.atMost(rhs, all, values);
                }
            }
            double best = INFINITY;
            for (int set = 0; set < 1 << n; set++) {
                double[] point = new double[n];
                for (int j = 0; j < n; j++) {
                    point[j] = set >> j & 1;
                }
                if (feasible(program, point)) {
                    best = Math.min(best, cost(program, point));
                }
            }
            IntegerResult result = solve(program, limit);
            if (best == INFINITY) {
                infeasible++;
                assertThat(result.status()).as("seed %d", seed).isEqualTo(LpStatus.INFEASIBLE);
                assertThat(result.hasPoint()).as("seed %d", seed).isFalse();
                continue;
            }
            assertThat(result.status()).as("seed %d", seed).isEqualTo(LpStatus.OPTIMAL);
            assertThat(result.objective()).as("seed %d", seed).isCloseTo(best, within(1e-7));
            assertThat(result.bound()).as("seed %d", seed).isCloseTo(best, within(1e-6));
            assertThat(result.values()).as("seed %d", seed).hasSize(n);
            double[] rounded = result.values().clone();
            for (int j = 0; j < n; j++) {
                rounded[j] = Math.rint(rounded[j]);
                assertThat(result.values()[j]).as("seed %d", seed).isCloseTo(rounded[j], within(1e-7));
            }
            assertThat(feasible(program, rounded)).as("seed %d", seed).isTrue();
            assertThat(cost(program, rounded)).as("seed %d", seed).isEqualTo(best);
        }
        assertThat(infeasible).isBetween(1, runs / 2);
    }

    private static boolean feasible(IntegerProgram program, double[] point) {
        return program.rows().stream().allMatch(row -> {
            double activity = 0;
            for (int k = 0; k < row.columns().length; k++) {
                activity += row.values()[k] * point[row.columns()[k]];
            }
            return activity >= row.lower() && activity <= row.upper();
        });
    }

    private static double cost(IntegerProgram program, double[] point) {
        double cost = 0;
        for (int j = 0; j < point.length; j++) {
            cost += program.columns().get(j).cost() * point[j];
        }
        return cost;
    }

    @Test
    void mixesIntegerAndContinuousColumns() {
        IntegerProgram program = new IntegerProgram();
        int integer = program.addColumn(new IntegerProgram.Column(-3, 0, 10, true));
        int other = program.addColumn(new IntegerProgram.Column(-1, 0, 10, false));
        program.atMost(7, new int[] {integer, other}, new double[] {2, 1});
        IntegerResult result = solve(program);
        assertThat(result.objective()).isCloseTo(-10, within(1e-8));
        assertThat(result.values()[integer]).isCloseTo(3, within(1e-8));
        assertThat(result.values()[other]).isCloseTo(1, within(1e-8));
    }

    @Test
    void solvesProgramsWithoutIntegerColumnsToo() {
        IntegerProgram program = new IntegerProgram();
        int x = program.addColumn(new IntegerProgram.Column(-1, 0, INFINITY, false));
        program.atMost(2.5, new int[] {x});
        IntegerResult result = solve(program);
        assertThat(result.objective()).isCloseTo(-2.5, within(1e-9));
        assertThat(result.bound()).isCloseTo(-2.5, within(1e-9));
    }

    @Test
    void tellsUnboundedFromInfeasible() {
        IntegerProgram unbounded = new IntegerProgram();
        int x = unbounded.addColumn(new IntegerProgram.Column(-1, 0, INFINITY, true));
        int y = unbounded.addColumn(new IntegerProgram.Column(0, 0, INFINITY, true));
        unbounded.atMost(1, new int[] {x, y}, new double[] {1, -1});
        assertThat(solve(unbounded).status()).isEqualTo(LpStatus.UNBOUNDED);
        unbounded.atMost(-1, new int[] {x, y});
        assertThat(solve(unbounded).status()).isEqualTo(LpStatus.INFEASIBLE);
    }

    @Test
    void answersProgramsWithoutRowsOrColumns() {
        IntegerProgram program = new IntegerProgram();
        IntegerResult nothing = solve(program);
        assertThat(nothing.status()).isEqualTo(LpStatus.OPTIMAL);
        assertThat(nothing.objective()).isZero();
        program.addColumn(new IntegerProgram.Column(-2, 0, 1.7, true));
        program.addColumn(new IntegerProgram.Column(1, -0.5, 2, true));
        program.addColumn(new IntegerProgram.Column(1, -0.5, 2, false));
        IntegerResult free = solve(program);
        assertThat(free.values()).containsExactly(1, 0, -0.5);
        assertThat(free.objective()).isEqualTo(-2.5);
        IntegerProgram between = new IntegerProgram();
        between.addColumn(new IntegerProgram.Column(1, 0.2, 0.8, true));
        assertThat(solve(between).status()).isEqualTo(LpStatus.INFEASIBLE);
        IntegerProgram rowsOnly = new IntegerProgram();
        rowsOnly.atMost(-1, new int[0]);
        assertThat(solve(rowsOnly).status()).isEqualTo(LpStatus.INFEASIBLE);
    }

    @Test
    void aDeadlineInThePastIsNotEvenTried() {
        Deadline past = Deadline.after(Duration.ZERO);
        assertThat(engine().solve(HardPrograms.marketSplit(2, 10, 1), WorkLimit.NONE, past)
                        .status())
                .isEqualTo(LpStatus.TIME_LIMIT);
        try (LpModel model = engine().newModel()) {
            assertThat(model.solve(LpModel.Simplex.DUAL, past).status()).isEqualTo(LpStatus.TIME_LIMIT);
        }
    }

    @Test
    void withoutAnyWorkThereIsNoAnswer() {
        IntegerResult result = solve(HardPrograms.marketSplit(2, 10, 1), new WorkLimit(0, 0));
        assertThat(result.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(result.hasPoint()).isFalse();
    }

    @Test
    void theSameWorkComesToTheSame() {
        IntegerProgram program = HardPrograms.integerPacking(60, 600, 5);
        IntegerResult first = solve(program, new WorkLimit(40, 2_000));
        IntegerResult second = solve(program, new WorkLimit(40, 2_000));
        assertThat(first.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(first.hasPoint()).isTrue();
        assertThat(second).usingRecursiveComparison().isEqualTo(first);
    }

    @Test
    void hasAName() {
        assertThat(engine().name()).isNotBlank();
    }
}
