package dev.jointly.solve.option;

import java.util.Arrays;
import java.util.Optional;

/**
 * A number that tunes the solver. None changes what is proven, only how soon and how tightly. Costs are in units here, not
 * micro-units. {@code dev/options.md} is generated from this table.
 */
public enum SolveOption {
    REDUCED_COST_TOLERANCE(1e-8, 1e-12, 1e-2, "cost", "a column is added if its reduced cost is below minus this"),
    ROW_VIOLATION_TOLERANCE(1e-8, 1e-12, 1e-2, "cost", "a Benders row is added if it is violated by more than this"),
    BUNDLE_STEPS(25, 0, 10_000, "steps", "steps of the proximal bundle method before each LP; 0 leaves all to the LPs"),
    LOCAL_PRICING_WORK(
            1 << 24, 0, 1 << 30, "pairs", "work limit of one exact pricing of the local assignments of a detection"),
    HEURISTIC_STEPS(100, 0, 1_000_000, "nodes", "work limit of one restricted-master heuristic"),
    HEURISTIC_ITERATIONS(
            2_000, 0, 1_000_000_000, "pivots", "work limit of one restricted-master heuristic, over all its LPs"),
    HEURISTIC_NODES(
            16, 1, 1_000_000, "nodes", "tree size at the first restricted-master heuristic; the next at four times it"),
    MAX_COLUMNS(50_000, 2, 100_000_000, "columns", "columns that a component keeps between nodes"),
    BRANCHING_CANDIDATES(4, 0, 1_000, "decisions", "branching decisions that strong branching scores in a node"),
    BRANCHING_PIVOTS(10, 0, 1_000_000, "pivots", "work limit of each of the two LPs that score a decision"),
    CUT_ROUNDS(40, 0, 1_000, "rounds", "rounds of cuts in the root of a tree; 0 switches cuts off"),
    CUT_DEPTH(3, 0, 5_000, "levels", "largest depth of a node that has a round of cuts"),
    CUTS_PER_ROUND(10, 1, 10_000, "cuts", "cuts added in one round");

    private final double defaultValue;
    private final double min;
    private final double max;
    private final String unit;
    private final String description;

    SolveOption(double defaultValue, double min, double max, String unit, String description) {
        this.defaultValue = defaultValue;
        this.min = min;
        this.max = max;
        this.unit = unit;
        this.description = description;
    }

    public double defaultValue() {
        return defaultValue;
    }

    public double min() {
        return min;
    }

    public double max() {
        return max;
    }

    /** What the value counts. */
    public String unit() {
        return unit;
    }

    /** What it does, in one sentence. */
    public String description() {
        return description;
    }

    /** Whether values are integers. */
    public boolean integer() {
        return defaultValue == Math.rint(defaultValue);
    }

    /** The name in messages and documents, such as {@code cutRounds}. */
    public String label() {
        StringBuilder label = new StringBuilder();
        boolean capital = false;
        for (char letter : name().toCharArray()) {
            if (letter != '_') {
                label.append(capital ? letter : Character.toLowerCase(letter));
            }
            capital = letter == '_';
        }
        return label.toString();
    }

    public static Optional<SolveOption> labelled(String label) {
        return Arrays.stream(values())
                .filter(option -> option.label().equals(label))
                .findFirst();
    }

    /** A number as people write it. */
    public String shown(double value) {
        return integer() ? Long.toString((long) value) : Double.toString(value);
    }

    void require(double value) {
        boolean fits = value >= min && value <= max && (!integer() || value == Math.rint(value));
        if (!fits) {
            throw new IllegalArgumentException(label() + " is " + (value == Math.rint(value) ? shown(value) : value)
                    + " but must be " + (integer() ? "an integer " : "") + "from " + shown(min) + " to "
                    + shown(max));
        }
    }
}
