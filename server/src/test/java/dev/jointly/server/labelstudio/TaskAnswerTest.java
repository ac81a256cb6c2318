package dev.jointly.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Image;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TaskAnswerTest {
    private static final Image IMAGE = new Image("a.png", 100, 100);

    private static ToolPerson person(OptionalDouble own, OptionalDouble joint) {
        return new ToolPerson(0, List.of(new ToolJoint(0, "neck", 1, 1, 0.7, joint)), own);
    }

    private static double score(ToolPerson... people) {
        return new TaskAnswer(IMAGE, List.of(people), List.of()).score();
    }

    @Test
    void theScoreOfATaskIsThatOfItsLeastMargin() {
        ToolPerson sure = person(OptionalDouble.of(9), OptionalDouble.of(4));
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
