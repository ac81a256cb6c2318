package dev.jointly.track.choose;

import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerProgram.Column;
import dev.jointly.lp.IntegerProgram.Row;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.track.PricedGrouping;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The integer program. x(i): person i is in a track. w(i, j): j follows i. y(g): grouping g is chosen. Births and deaths are
 * no columns: a person whom no link enters is born, so x(i) pays both, and a link pays back the death of its first
 * and the birth of its second person.
 *
 * <ul>
 *   <li>links that enter i, and links that leave i: sum of w &lt;= x(i)
 *   <li>a frame with a choice: sum of y(g) = 1
 *   <li>an optional person: x(i) &lt;= sum of y(g) over the groupings that have i; the multiplier of i is the price of this row
 * </ul>
 *
 * <p>If the y are integral, the rest is a network, so x and w may be continuous.
 *
 * <p>Not thread-safe.
 */
final class ChoiceProgram {
    /** Costs are given to the engine in units, as whole multiples of a power of two near a millionth. */
    private static final int BITS = 20;

    private final Membership membership;
    private final IntegerProgram program = new IntegerProgram();
    private final List<int[]> groupings = new ArrayList<>();
    private final int people;
    private int firstPaying;

    ChoiceProgram(TrackProblem problem, Membership membership) {
        this.membership = membership;
        people = problem.people().size();
        for (TrackPerson person : problem.people()) {
            long alone = Math.addExact(person.birth(), person.death());
            add(Math.subtractExact(alone, person.reward()), false);
        }
        List<List<Integer>> enter = lists(people);
        List<List<Integer>> leave = lists(people);
        for (TrackLink link : problem.links()) {
            long saved = Math.addExact(
                    problem.people().get(link.from()).death(),
                    problem.people().get(link.to()).birth());
            int column = add(Math.subtractExact(link.cost(), saved), false);
            leave.get(link.from()).add(column);
            enter.get(link.to()).add(column);
        }
        for (int i = 0; i < people; i++) {
            addAtMost(enter.get(i), i);
            addAtMost(leave.get(i), i);
        }
        problem.choices().forEach(choice -> addChoice(choice.groupings()));
        addOptional();
    }

    private static List<List<Integer>> lists(int size) {
        return IntStream.range(0, size)
                .<List<Integer>>mapToObj(i -> new ArrayList<>())
                .toList();
    }

    private int add(long micro, boolean integer) {
        return program.addColumn(new Column(Math.scalb((double) micro, -BITS), 0, 1, integer));
    }

    /** {@code sum of some <= other}. */
    private void addAtMost(List<Integer> some, int other) {
        if (!some.isEmpty()) {
            int[] columns = IntStream.concat(some.stream().mapToInt(Integer::intValue), IntStream.of(other))
                    .toArray();
            double[] values = new double[columns.length];
            Arrays.fill(values, 1);
            values[some.size()] = -1;
            program.atMost(0, columns, values);
        }
    }

    private void addChoice(List<PricedGrouping> all) {
        int[] columns =
                all.stream().mapToInt(grouping -> add(grouping.price(), true)).toArray();
        double[] ones = new double[columns.length];
        Arrays.fill(ones, 1);
        program.addRow(1, 1, columns, ones);
        groupings.add(columns);
    }

    private void addOptional() {
        firstPaying = program.rows().size();
        List<List<Integer>> having = lists(people);
        for (int c = 0; c < groupings.size(); c++) {
            for (int g = 0; g < groupings.get(c).length; g++) {
                int column = groupings.get(c)[g];
                membership.groups().get(c).get(g).forEach(person -> having.get(person)
                        .add(column));
            }
        }
        for (int person : membership.optional()) {
            int[] columns = IntStream.concat(
                            IntStream.of(person), having.get(person).stream().mapToInt(Integer::intValue))
                    .toArray();
            double[] values = new double[columns.length];
            Arrays.fill(values, -1);
            values[0] = 1;
            program.atMost(0, columns, values);
        }
    }

    IntegerProgram program() {
        return program;
    }

    /** Adds the relaxation to an empty model. */
    void fill(LpModel model) {
        for (Column column : program.columns()) {
            model.addColumn(column.cost(), column.lower(), column.upper(), new int[0], new double[0]);
        }
        for (Row row : program.rows()) {
            model.addRow(row.lower(), row.upper(), row.columns(), row.values());
        }
    }

    /** Whether a result has a number for everything. */
    boolean fits(LpResult result) {
        return result.optimal()
                && result.fits(program.columns().size(), program.rows().size())
                && result.finite();
    }

    /** Whether a result has a point. */
    boolean fits(IntegerResult result) {
        return result.values().length == program.columns().size();
    }

    /** For each choice, the grouping with the largest value. */
    List<Integer> chosen(IntToDoubleFunction values) {
        List<Integer> chosen = new ArrayList<>();
        for (int[] columns : groupings) {
            int best = 0;
            for (int g = 1; g < columns.length; g++) {
                best = values.applyAsDouble(columns[g]) > values.applyAsDouble(columns[best]) ? g : best;
            }
            chosen.add(best);
        }
        return chosen;
    }

    /** The prices of the rows of optional people, rounded; 0 for all others. */
    long[] multipliers(LpResult result) {
        long[] multipliers = new long[people];
        for (int k = 0; k < membership.optional().size(); k++) {
            double price = Math.scalb(-result.dual(firstPaying + k), BITS);
            multipliers[membership.optional().get(k)] = Math.max(0, Math.round(price));
        }
        return multipliers;
    }
}
