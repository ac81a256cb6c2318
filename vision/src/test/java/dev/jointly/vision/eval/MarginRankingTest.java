package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.eval.RankedPeople.Found;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Whether margins rank people better than their strength does, on training images by models that have not seen them:
 * {@code -Dlane=full -Dtest=MarginRankingTest -Djointly.tables=true}. They do not ({@code docs/evaluation.md}).
 */
@Tag("slow")
class MarginRankingTest {
    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void marginsAsRankings() {
        RankedPeople people = RankedPeople.ofTrain();
        Map<String, ToDoubleFunction<Found>> rankings = new LinkedHashMap<>();
        rankings.put("strength", Found::strength);
        rankings.put("margin of the person", Found::person);
        rankings.put("least margin of a joint", Found::least);
        rankings.put("mean margin of the joints", Found::mean);
        rankings.put("strength x (1 + least)^0.1", one -> one.strength() * Math.pow(1 + one.least(), 0.1));
        rankings.put("strength x (1 + least)^0.25", one -> one.strength() * Math.pow(1 + one.least(), 0.25));
        rankings.put("strength x (1 + person)^0.1", one -> one.strength() * Math.pow(1 + one.person(), 0.1));
        rankings.put("strength x (1 + person)^0.25", one -> one.strength() * Math.pow(1 + one.person(), 0.25));
        rankings.put("strength x (1 + mean)^0.25", one -> one.strength() * Math.pow(1 + one.mean(), 0.25));
        rankings.put("strength x share of joints above 3", one -> one.strength() * one.sure(3));
        Comparison comparison = new Comparison(1);
        rankings.forEach((name, ranking) -> comparison.add(name, people.ranked(ranking)));
        for (String name : rankings.keySet()) {
            Interval gain = comparison.difference(name, "strength", Figure.AP);
            System.out.printf(
                    Locale.ROOT,
                    "%-36s AP %.2f, minus strength %+.2f [%+.2f, %+.2f]%n",
                    name,
                    comparison.value(name, Figure.AP),
                    gain.value(),
                    gain.low(),
                    gain.high());
        }
        assertThat(people.found().stream().mapToInt(List::size).sum()).isPositive();
    }
}
