package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.solve.price.ParityTables.Chain;
import dev.jointly.solve.price.ParityTables.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tables against maps. */
class ParityTablesTest {
    /** What a state costs, and the detections that do. */
    private record Choice(long cost, List<Integer> detections) {}

    @Test
    void keepsTheCheapestOfEachStateButForWhatIsNeverBetter() {
        int[] dropped = new int[1];
        forEachCase((tables, tax, random) -> {
            Table absent = table(random, tax.length, 0);
            Table[] present = {table(random, tax.length, 10), table(random, tax.length, 20)};
            Map<Integer, Choice> expected = new HashMap<>();
            for (Table table : List.of(absent, present[0], present[1])) {
                offer(expected, table, 0);
            }
            dropped[0] += expected.size();
            keepUndominated(expected, tax);
            dropped[0] -= expected.size();
            assertThat(choices(tables.least(absent, present))).isEqualTo(expected);
        });
        assertThat(dropped[0]).as("states that are never better").isGreaterThan(Trials.enough(100, 100));
    }

    @Test
    void addsWhatAnOfferCostsOnTop() {
        forEachCase((tables, tax, random) -> {
            Map<Integer, Choice> expected = new HashMap<>();
            for (int i = 0; i < 3; i++) {
                Table table = table(random, tax.length, 10 * i);
                long extra = random.nextInt(-1_000_000, 1_000_000);
                tables.offer(table, extra);
                offer(expected, table, extra);
            }
            keepUndominated(expected, tax);
            assertThat(choices(tables.taken())).isEqualTo(expected);
            assertThat(tables.taken().size()).as("all of it was taken").isZero();
        });
    }

    /** The sum of both, and the tax of each cut that is odd in both and so even in the sum. */
    @Test
    void putsEachTogetherWithEach() {
        forEachCase((tables, tax, random) -> {
            Table some = table(random, tax.length, 0);
            Table others = table(random, tax.length, 10);
            Map<Integer, Choice> expected = new HashMap<>();
            choices(some).forEach((a, one) -> choices(others).forEach((b, other) -> {
                List<Integer> both = new ArrayList<>(one.detections);
                both.addAll(other.detections);
                keepCheaper(expected, a ^ b, new Choice(one.cost + other.cost + tax[a & b], both));
            }));
            keepUndominated(expected, tax);
            assertThat(choices(tables.combined(some, others))).isEqualTo(expected);
        });
    }

    /** What costs as much as another, and has a cut more that may be taxed, is never better. */
    @Test
    void ofTwoThatCostTheSameTheOneOpenToFewerTaxesIsKept() {
        ParityTables tables = new ParityTables(new long[] {0, 7});
        for (int first = 0; first < 2; first++) {
            tables.offer(ParityTables.one(first, 5, 3), 0);
            tables.offer(ParityTables.one(1 - first, 5, 4), 0);
            assertThat(tables.taken().state()).containsExactly(0);
        }
    }

    private interface Body {
        void check(ParityTables tables, long[] tax, Random random);
    }

    private static void forEachCase(Body body) {
        for (long seed : Trials.seeds(1, 200)) {
            Random random = new Random(seed);
            int cuts = random.nextInt(4);
            long[] price = random.longs(cuts, 1, 1_000_000).toArray();
            long[] tax = new long[1 << cuts];
            Arrays.setAll(tax, set -> IntStream.range(0, cuts)
                    .filter(t -> (set >> t & 1) == 1)
                    .mapToLong(t -> price[t])
                    .sum());
            ParityTables tables = new ParityTables(tax);
            // the second must not find what the first left behind
            body.check(tables, tax, random);
            body.check(tables, tax, random);
        }
    }

    /** Some states, each with a detection of its own or none. */
    private static Table table(Random random, int states, int firstDetection) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, states).boxed().toList());
        Collections.shuffle(all, random);
        int size = 1 + random.nextInt(states);
        int[] state = new int[size];
        long[] cost = new long[size];
        @Nullable Chain[] chain = new Chain[size];
        for (int i = 0; i < size; i++) {
            state[i] = all.get(i);
            cost[i] = random.nextInt(-2_000_000, 2_000_000);
            chain[i] = random.nextInt(3) == 0 ? null : new Chain(firstDetection + i, null, null);
        }
        return new Table(state, cost, chain);
    }

    private static Map<Integer, Choice> choices(Table table) {
        Map<Integer, Choice> choices = new HashMap<>();
        offer(choices, table, 0);
        assertThat(choices).as("each state once").hasSize(table.size());
        return choices;
    }

    private static void offer(Map<Integer, Choice> choices, Table table, long extra) {
        for (int i = 0; i < table.size(); i++) {
            List<Integer> detections = Arrays.stream(ParityTables.detections(table.chain()[i]))
                    .boxed()
                    .toList();
            keepCheaper(choices, table.state()[i], new Choice(table.cost()[i] + extra, detections));
        }
    }

    private static void keepCheaper(Map<Integer, Choice> choices, int state, Choice choice) {
        choices.merge(state, choice, (a, b) -> a.cost <= b.cost ? a : b);
    }

    /** Drops a state if another is cheaper even with all taxes that only the other is open to. */
    private static void keepUndominated(Map<Integer, Choice> choices, long[] tax) {
        Map<Integer, Choice> all = Map.copyOf(choices);
        choices.keySet().removeIf(state -> all.keySet().stream()
                .anyMatch(other -> other != (int) state && cost(all, other) + tax[other & ~state] <= cost(all, state)));
    }

    private static long cost(Map<Integer, Choice> choices, int state) {
        Choice choice = choices.get(state);
        return choice == null ? Long.MAX_VALUE : choice.cost;
    }
}
