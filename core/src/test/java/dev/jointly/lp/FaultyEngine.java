package dev.jointly.lp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An engine that returns wrong results now and then, on a seeded schedule: what a solver must survive without ever
 * publishing a wrong proof. The real engine always does its work first, so a fault never disturbs what follows.
 */
public final class FaultyEngine implements LpEngine {
    /** What can go wrong. Each applies to linear programs, to integer programs, or to both. */
    public enum Fault {
        FAILED,
        INFEASIBLE,
        UNBOUNDED,
        /** Out of the blue, with no point. */
        TIME_LIMIT,
        SOLVE_THROWS,
        NEW_MODEL_THROWS,
        /** OPTIMAL, with numbers that are all 0 or random. */
        GARBAGE,
        NAN_DUALS,
        /** Relative noise of 1e-6 to 1e-2, and tiny duals of the wrong sign. */
        NOISY_DUALS,
        WRONG_VALUES,
        WRONG_SIZES,
        /** A fractional value of an integer column, claimed optimal. */
        FRACTIONAL_POINT,
        /** Random ends of the columns' ranges, claimed optimal at a better objective. */
        INFEASIBLE_POINT,
        /** OPTIMAL without a point. */
        NO_POINT,
        GUESS_THROWS,
        GUESS_NAN,
        /** The strong-branching estimate: infinite, far below the optimum, or any number. */
        GUESS_NONSENSE;

        private static final Set<Fault> ENDINGS =
                EnumSet.of(FAILED, INFEASIBLE, UNBOUNDED, TIME_LIMIT, SOLVE_THROWS, GARBAGE, WRONG_SIZES);
        private static final Set<Fault> LINEAR = with(ENDINGS, NAN_DUALS, NOISY_DUALS, WRONG_VALUES);
        private static final Set<Fault> INTEGER = with(ENDINGS, FRACTIONAL_POINT, INFEASIBLE_POINT, NO_POINT);

        private static final Set<Fault> GUESSES = EnumSet.of(GUESS_THROWS, GUESS_NAN, GUESS_NONSENSE);

        private static Set<Fault> with(Set<Fault> some, Fault... more) {
            EnumSet<Fault> all = EnumSet.copyOf(some);
            all.addAll(Arrays.asList(more));
            return all;
        }

        /** Those a careful caller notices from the result alone. */
        public static EnumSet<Fault> evident() {
            return EnumSet.of(FAILED, INFEASIBLE, UNBOUNDED, SOLVE_THROWS, NEW_MODEL_THROWS, NAN_DUALS, WRONG_SIZES);
        }
    }

    private final LpEngine real;
    private final Random random;
    private final double probability;
    private final EnumSet<Fault> faults;
    private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);

    /** @param probability of a fault at each call where one of {@code faults} applies */
    public FaultyEngine(LpEngine real, long seed, double probability, EnumSet<Fault> faults) {
        this.real = real;
        // neighbouring seeds begin alike
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.probability = probability;
        this.faults = EnumSet.copyOf(faults);
    }

    /** How often each fault was injected so far, so that a test can see that it tested something. */
    public synchronized Map<Fault, Integer> injected() {
        return new EnumMap<>(injected);
    }

    @Override
    public String name() {
        return "faulty " + real.name();
    }

    @Override
    public LpModel newModel() {
        if (draw(EnumSet.of(Fault.NEW_MODEL_THROWS)) != null) {
            throw new IllegalStateException("injected: no model");
        }
        return new FaultyModel(real.newModel());
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        IntegerResult result = real.solve(program, limit, deadline);
        Fault fault = draw(Fault.INTEGER);
        return fault == null ? result : spoil(result, program, fault);
    }

    private synchronized @Nullable Fault draw(Set<Fault> applicable) {
        List<Fault> possible = new ArrayList<>(faults);
        possible.retainAll(applicable);
        if (possible.isEmpty() || random.nextDouble() >= probability) {
            return null;
        }
        Fault fault = possible.get(random.nextInt(possible.size()));
        injected.merge(fault, 1, Integer::sum);
        return fault;
    }

    private synchronized LpResult spoil(LpResult result, int columns, int rows, Fault fault) {
        switch (fault) {
            case FAILED, INFEASIBLE, UNBOUNDED, TIME_LIMIT -> {
                return LpResult.without(LpStatus.valueOf(fault.name()));
            }
            case SOLVE_THROWS -> throw new IllegalStateException("injected: solve");
            default -> {
                if (!result.optimal()) {
                    return result;
                }
            }
        }
        double objective = result.objective();
        double[] values = new double[columns];
        double[] reducedCosts = new double[columns];
        double[] duals = new double[rows];
        Arrays.setAll(values, result::value);
        Arrays.setAll(reducedCosts, result::reducedCost);
        Arrays.setAll(duals, result::dual);
        switch (fault) {
            case NAN_DUALS ->
                duals[random.nextInt(rows)] = random.nextBoolean() ? Double.NaN : Double.NEGATIVE_INFINITY;
            case NOISY_DUALS -> addNoise(duals);
            case WRONG_VALUES -> {
                for (int i = 0; i < columns; i++) {
                    values[i] = random.nextInt(3) == 0 ? random.nextDouble() : values[i] * random.nextDouble();
                }
            }
            case WRONG_SIZES -> duals = Arrays.copyOf(duals, rows + 1);
            case GARBAGE -> {
                double scale = random.nextBoolean() ? 0 : 10;
                objective = scale * random.nextGaussian();
                for (double[] numbers : List.of(values, reducedCosts, duals)) {
                    Arrays.setAll(numbers, i -> scale * random.nextGaussian());
                }
            }
            default -> throw new AssertionError(fault);
        }
        return new LpResult(LpStatus.OPTIMAL, objective, values, duals, reducedCosts, result.iterations());
    }

    private synchronized double spoil(double guess, Fault fault) {
        double[] nonsense = {
            Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1e300, 1e300, -guess, random.nextGaussian()
        };
        return switch (fault) {
            case GUESS_THROWS -> throw new IllegalStateException("injected: guess");
            case GUESS_NAN -> Double.NaN;
            case GUESS_NONSENSE -> nonsense[random.nextInt(nonsense.length)];
            default -> throw new AssertionError(fault);
        };
    }

    private void addNoise(double[] duals) {
        double scale = Math.pow(10, -6 + 4 * random.nextDouble());
        for (int i = 0; i < duals.length; i++) {
            duals[i] = Math.abs(duals[i]) < 1e-6
                    ? (random.nextBoolean() ? -duals[i] : 1e-7 * random.nextGaussian())
                    : duals[i] * (1 + scale * random.nextGaussian());
        }
    }

    private synchronized IntegerResult spoil(IntegerResult result, IntegerProgram program, Fault fault) {
        List<IntegerProgram.Column> columns = program.columns();
        double[] values = Arrays.copyOf(result.values(), columns.size());
        return switch (fault) {
            case FAILED, INFEASIBLE, UNBOUNDED, TIME_LIMIT -> IntegerResult.without(LpStatus.valueOf(fault.name()));
            case SOLVE_THROWS -> throw new IllegalStateException("injected: integer solve");
            case NO_POINT -> optimal(result.objective(), new double[0]);
            case WRONG_SIZES -> optimal(result.objective(), Arrays.copyOf(values, columns.size() + 1));
            case FRACTIONAL_POINT -> {
                for (int i = random.nextInt(2); i < values.length; i += 2) {
                    values[i] = columns.get(i).integer() ? 0.5 : values[i];
                }
                yield optimal(result.objective(), values);
            }
            case INFEASIBLE_POINT -> {
                for (int i = 0; i < values.length; i++) {
                    double end = random.nextInt(3) > 0
                            ? columns.get(i).upper()
                            : columns.get(i).lower();
                    values[i] = Double.isFinite(end) ? end : 0;
                }
                yield optimal(result.objective() - 1, values);
            }
            case GARBAGE -> {
                double scale = random.nextBoolean() ? 0 : 10;
                Arrays.setAll(values, i -> scale * random.nextGaussian());
                yield optimal(scale * random.nextGaussian(), values);
            }
            default -> throw new AssertionError(fault);
        };
    }

    private static IntegerResult optimal(double objective, double[] values) {
        return new IntegerResult(LpStatus.OPTIMAL, objective, objective, values, 1, 1);
    }

    private final class FaultyModel extends ForwardingModel {
        FaultyModel(LpModel model) {
            super(model);
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            LpResult result = super.solve(simplex, deadline);
            EnumSet<Fault> applicable = EnumSet.copyOf(Fault.LINEAR);
            if (rows() == 0) {
                applicable.removeAll(EnumSet.of(Fault.NAN_DUALS, Fault.NOISY_DUALS));
            }
            Fault fault = draw(applicable);
            return fault == null ? result : spoil(result, columns(), rows(), fault);
        }

        @Override
        public double objectiveWithout(int[] columns, int pivots) {
            double guess = super.objectiveWithout(columns, pivots);
            Fault fault = draw(Fault.GUESSES);
            return fault == null ? guess : spoil(guess, fault);
        }
    }
}
