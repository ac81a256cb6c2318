package dev.jointly.solve.option;

import java.util.Arrays;
import java.util.Optional;

/**
 * A number that tunes the solver. None changes what is proven, only how soon and how tightly. Costs are in units here, not
 * micro-units. {@code docs/options.md} is generated from this table.
 */
public enum SolveOption {
    REDUCED_COST_TOLERANCE(1e-6, 1e-12, 1e-2, "a column is added if its reduced cost is below minus this"),
    ROW_VIOLATION_TOLERANCE(1e-6, 1e-12, 1e-2, "a Benders row is added if it is violated by more than this"),
    TIGHT_TOLERANCE(1e-8, 1e-12, 1e-2, "replaces both if only they could separate the bound from an exact proof"),
    ROW_BIAS(
            1e-5,
            0,
            1e-2,
            "added to the right-hand sides of a sub-problem so that its duals stay small; larger biases stop at wrong"
                    + " values"),
    ROW_GRID_BITS(10, 0, 20, "Benders rows are rounded to 2^-this micro-units"),
    LAMBDA_GRID_BITS(20, 0, 30, "prices are rounded to 2^-this micro-units, or coarser if costs are huge"),

    ROOT_SUBGRADIENT_STEPS(150, 0, 10_000, "steps of subgradient ascent before the first LP"),
    SUBGRADIENT_STEPS_PER_ROUND(10, 0, 10_000, "steps of subgradient ascent after each LP that added columns"),
    SUBGRADIENT_MOMENTUM(0.3, 0, 0.99, "share of the previous direction that is kept in the next one"),
    SUBGRADIENT_PATIENCE(4, 1, 10_000, "steps without a better bound before the step length is halved"),
    ASCENT_COLUMN_SHARE(
            8, 1, 1_000_000, "columns met during the ascent are kept up to a reduced cost of the gap divided by this"),

    STABILIZATION(0.3, 0.01, 1, "columns are priced this far on the way from the best prices to the LP's (Wentges)"),
    LOCAL_PRICING_WORK(1 << 24, 0, 1 << 30, "pairs that one exact pricing of local assignments may examine"),

    CONSTRUCTION_LOCAL_SET(
            8, 1, 1_000_000, "first poses are constructed if a host has this many candidates for local detections"),
    HEURISTIC_STEPS(100, 0, 1_000_000, "steps of branch and bound of one restricted-master heuristic"),
    HEURISTIC_ITERATIONS(2_000, 0, 1_000_000_000, "simplex iterations of one restricted-master heuristic"),
    HEURISTIC_NODES(
            16, 1, 1_000_000, "nodes before the first restricted-master heuristic, then four times as many, and so on"),

    NODE_COLUMN_SHARE(4, 1, 1_000_000, "a node starts with columns up to a reduced cost of the gap divided by this"),
    MOST_COLUMNS(50_000, 2, 100_000_000, "columns a component keeps"),
    CROWDED_COLUMNS(
            2_000, 0, 100_000_000, "an LP with more columns is rebuilt if too few of them are in use (`crowdedRatio`)"),
    CROWDED_RATIO(8, 1, 1_000_000, "too few columns are in use if they are fewer than one in this many"),
    SPARE_ROWS(50, 0, 1_000_000, "Benders rows, besides twice the binding ones, before a master is rebuilt"),

    BRANCHING_CANDIDATES(4, 0, 1_000, "decisions scored by strong branching in a node"),
    BRANCHING_PIVOTS(10, 0, 1_000_000, "dual pivots for each of the two LPs of a decision"),
    BRANCHING_LEAST_RISE(1e-4, 1e-9, 1, "least increase of an LP in strong branching; smaller ones count as this"),
    PENALTY_PER_GAP(16, 1, 1_000, "cost of an artificial column, in gaps of the root"),
    PENALTIES_PER_PRICE(
            4, 1, 1_000, "of these costs, how many are no more than the highest price, where the gap allows it"),

    DIVE_RISE(0.01, 0, 1, "a dive before the first cut ends when the bound has risen by this share of the gap"),
    CUT_ROUNDS(40, 0, 1_000, "rounds of cuts in a node; 0 switches cuts off"),
    CUT_DEPTH(3, 0, 5_000, "largest depth of a node in which cuts are separated, in one round"),
    CUT_PROGRESS(
            0.05, 0, 1, "share of the remaining gap that `cutPatience` rounds must close for more rounds to follow"),
    CUT_PATIENCE(5, 1, 1_000, "number of rounds over which `cutProgress` is measured"),
    CUTS_PER_ROUND(10, 1, 10_000, "cuts added in one round"),
    CUTS_PER_DETECTION(5, 1, 10_000, "cuts added in one round that contain the same detection"),
    IDLE_CUT_ROUNDS(1, 1, 1_000, "rounds without a price after which a cut is retired"),
    ELIMINATION_ORDERS(10, 0, 1_000, "orders of columns in which rows are eliminated modulo 2 to separate cuts"),
    CUT_VIOLATION(0.02, 1e-4, 0.5, "least violation of a cut that is added"),
    OPEN_CUTS(12, 0, 12, "cuts that can tax one lead's skeletons, or detections taxed beside one host");

    private final double usual;
    private final double least;
    private final double most;
    private final String meaning;

    SolveOption(double usual, double least, double most, String meaning) {
        this.usual = usual;
        this.least = least;
        this.most = most;
        this.meaning = meaning;
    }

    /** The default. */
    public double usual() {
        return usual;
    }

    public double least() {
        return least;
    }

    public double most() {
        return most;
    }

    public String meaning() {
        return meaning;
    }

    /** Whether values are integers. */
    public boolean integer() {
        return usual == Math.rint(usual);
    }

    /** The name in messages and documents, such as {@code rowBias}. */
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
        boolean fits = value >= least && value <= most && (!integer() || value == Math.rint(value));
        if (!fits) {
            throw new IllegalArgumentException(label() + " is " + (value == Math.rint(value) ? shown(value) : value)
                    + " but must be " + (integer() ? "an integer " : "") + "from " + shown(least) + " to "
                    + shown(most));
        }
    }
}
