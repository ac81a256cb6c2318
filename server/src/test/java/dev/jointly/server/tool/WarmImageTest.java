package dev.jointly.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Person;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.SolveService.Posed;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WarmImageTest {
    private static final Mark WRIST_IS_RIGHT = Mark.SamePerson.of(95, 55, 155, 65);
    private static final Mark NO_WRIST = new Mark.NotThis(100, 60);

    private final Solver solver = new Solver(new HighsEngine());
    private final WarmImage warm = new WarmImage();
    private int looks;

    private Solution solve(Problem problem) {
        return solver.solve(problem, Settings.defaults());
    }

    private Posed look() {
        looks++;
        Problem problem = WristScene.problem();
        return new Posed(problem, solve(problem));
    }

    private Grouping group(Mark... marks) {
        return warm.group(image -> List.of(marks), this::look, this::solve, Duration.ofMinutes(1));
    }

    /** Number of the person by the number of a detection. */
    private static Map<Integer, Integer> owners(Grouping grouping) {
        Map<Integer, Integer> owners = new TreeMap<>();
        for (int i = 0; i < grouping.people().size(); i++) {
            int id = grouping.people().get(i);
            grouping.solution().poses().get(i).global().values().forEach(d -> owners.put(d, id));
        }
        return owners;
    }

    @Test
    void aMarkMovesAJointAndEverybodyStaysWhoTheyAre() {
        Map<Integer, Integer> before = owners(group());
        assertThat(before.get(WristScene.WRIST)).isEqualTo(before.get(WristScene.LEFT_NECK));
        Map<Integer, Integer> after = owners(group(WRIST_IS_RIGHT));
        assertThat(after.get(WristScene.WRIST)).isEqualTo(before.get(WristScene.RIGHT_NECK));
        assertThat(after.get(WristScene.LEFT_HEAD)).isEqualTo(before.get(WristScene.LEFT_HEAD));
        assertThat(after.get(WristScene.RIGHT_HEAD)).isEqualTo(before.get(WristScene.RIGHT_HEAD));
        assertThat(owners(group())).as("without the mark").isEqualTo(before);
        assertThat(looks).as("times the network ran").isEqualTo(1);
    }

    @Test
    void marksThatCannotAllHoldLeaveThePeopleAsTheyWere() {
        Map<Integer, Integer> before = owners(group(WRIST_IS_RIGHT));
        Grouping stuck = group(WRIST_IS_RIGHT, NO_WRIST);
        assertThat(owners(stuck)).isEqualTo(before);
        assertThat(stuck.hints())
                .singleElement()
                .asString()
                .startsWith("These marks cannot all hold: ")
                .contains("neck at (150, 60) together with wrist at (100, 60)")
                .contains("not using wrist at (100, 60)");
        Grouping free = group(NO_WRIST);
        assertThat(free.hints()).isEmpty();
        assertThat(owners(free)).doesNotContainKey(WristScene.WRIST).containsKey(WristScene.LEFT_HEAD);
    }

    @Test
    void anImageThatCannotBeReadIsAskedForAgain() {
        assertThatThrownBy(() -> warm.group(
                        image -> List.of(),
                        () -> {
                            throw new BadInputException("not today");
                        },
                        this::solve,
                        Duration.ofMinutes(1)))
                .hasMessage("not today");
        assertThat(group().people()).hasSize(2);
    }

    @Test
    void oneRequestAtATimeAndThoseThatWaitTooLongAreTurnedAway() {
        warm.group(
                image -> {
                    // while this request is under way, another thread asks
                    CompletableFuture<Grouping> other = CompletableFuture.supplyAsync(
                            () -> warm.group(size -> List.of(), this::look, this::solve, Duration.ZERO));
                    assertThatThrownBy(other::join)
                            .hasCauseInstanceOf(HttpProblem.class)
                            .hasMessageContaining("other requests for this image are under way");
                    return List.of();
                },
                this::look,
                this::solve,
                Duration.ofMinutes(1));
        assertThat(group().people()).hasSize(2);
    }

    @Test
    void peopleWithTheirJoints() {
        List<Person> people = group().people(ToolMargins.UNKNOWN);
        Person left = people.stream()
                .filter(person -> person.joints().size() == 3)
                .findFirst()
                .orElseThrow();
        assertThat(left.box()).containsExactly(50, 30, 50, 30);
        assertThat(left.score()).isEqualTo(0.5);
        int wrist = WristScene.problem().anatomy().partNamed("wrist");
        assertThat(left.joints().get(wrist)).isNotNull().satisfies(joint -> assertThat(joint.x())
                .isEqualTo(100));
    }

    @Test
    void weakPeopleAreLeftOutUnlessAMarkIsAboutThem() {
        // a probability that grows with the joints: 3 are enough, 2 are not
        PersonScore calibration = new PersonScore(-2.5, 0, 1, 0, 0, 0, 0.5);
        Posed posed = new Posed(WristScene.problem().withPersonScore(calibration), solve(WristScene.problem()));
        Grouping free = warm.group(image -> List.of(), () -> posed, this::solve, Duration.ofMinutes(1));
        assertThat(free.people(ToolMargins.UNKNOWN)).singleElement().satisfies(person -> assertThat(person.joints())
                .hasSize(3));
        Mark right = Mark.SamePerson.of(150, 60, 150, 30);
        Grouping marked = warm.group(image -> List.of(right), () -> posed, this::solve, Duration.ofMinutes(1));
        assertThat(marked.people(ToolMargins.UNKNOWN)).hasSize(2);
    }

    @Test
    void scoresFollowMargins() {
        assertThat(ToolMargins.score(0)).isZero();
        assertThat(ToolMargins.score(-1e-9)).isZero();
        assertThat(ToolMargins.score(1)).isEqualTo(0.5);
        assertThat(ToolMargins.score(3)).isEqualTo(0.75);
        assertThat(ToolMargins.score(Double.POSITIVE_INFINITY)).isEqualTo(1);
    }
}
