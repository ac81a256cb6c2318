package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.solve.price.LocalPricer.SearchBudget;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SearchBudgetTest {
    @Test
    void isSpentWhenAllTheWorkIsDone() {
        SearchBudget budget = new SearchBudget(10, () -> false);
        budget.spend(4);
        assertThat(budget.spent()).isFalse();
        budget.spend(5);
        assertThat(budget.spent()).isFalse();
        budget.spend(1);
        assertThat(budget.spent()).isTrue();
        budget.restart();
        assertThat(budget.spent()).isFalse();
    }

    @Test
    void withoutAnyWorkItIsSpentAtOnce() {
        assertThat(new SearchBudget(0, () -> false).spent()).isTrue();
    }

    @Test
    void asksNowAndThenWhetherToStop() {
        AtomicInteger questions = new AtomicInteger();
        SearchBudget budget = new SearchBudget(Long.MAX_VALUE, () -> questions.incrementAndGet() < 0);
        int steps = 1 << 20;
        for (int i = 0; i < steps; i++) {
            assertThat(budget.spent()).isFalse();
            budget.spend(1);
        }
        assertThat(questions.get()).as("questions in %d steps", steps).isBetween(10, 20);
    }

    @Test
    void stopsOnceItIsToldTo() {
        AtomicInteger questions = new AtomicInteger();
        SearchBudget budget = new SearchBudget(Long.MAX_VALUE, () -> questions.incrementAndGet() == 2);
        assertThat(budget.spent()).as("the first answer is no").isFalse();
        budget.spend(1 << 20);
        assertThat(budget.spent()).as("the second is yes").isTrue();
        assertThat(budget.spent()).as("and that stays so").isTrue();
        budget.restart();
        assertThat(budget.spent()).as("until another search").isFalse();
    }
}
