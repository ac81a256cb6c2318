package dev.jointly.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.pose.Person;
import dev.jointly.problem.Image;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TaskAnswerTest {
    private static final Image IMAGE = new Image("a.png", 100, 100);

    private static Person person(OptionalDouble own, OptionalDouble joint) {
        return new Person(0, new TreeMap<>(Map.of(0, new Person.Joint(1, 1, 0.7, joint))), own);
    }

    private static double score(Person... people) {
        return new TaskAnswer(IMAGE, List.of("neck"), List.of(people), List.of()).score();
    }

    @Test
    void theScoreOfATaskIsThatOfItsLeastMargin() {
        Person sure = person(OptionalDouble.of(9), OptionalDouble.of(4));
        assertThat(score(sure)).isEqualTo(0.8);
        assertThat(score(sure, person(OptionalDouble.of(1), OptionalDouble.of(3))))
                .isEqualTo(0.5);
        assertThat(score(sure, person(OptionalDouble.of(0), OptionalDouble.of(3))))
                .isZero();
    }

    @Test
    void nobodyIsNoDoubtAndAFailureComesFirst() {
        assertThat(score()).isEqualTo(1);
        assertThat(TaskAnswer.failed("no such image").score()).isZero();
    }
}
