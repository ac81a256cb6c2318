package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.pose.Person;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Costs calculated by hand, and what is no link. */
class LinkCostsTest {
    private final LinkCosts costs = new LinkCosts(LinkSettings.DEFAULT.withLongestGap(2));

    /** Body size 50, both joints moved by 5: r = 0.1, 2 ln 1.5 + ln 0.005 = -4.487387. */
    @Test
    void neighboursCostTheirLogLikelihoodRatio() {
        TrackProblem problem = costs.problem(clip(at(0, 0, 0), at(1, 3, 4)));
        assertThat(problem.people())
                .containsExactly(
                        new TrackPerson(0, 0, 2_000_000, 2_000_000, 1_000_000),
                        new TrackPerson(1, 0, 2_000_000, 2_000_000, 1_000_000));
        assertThat(problem.links()).containsExactly(new TrackLink(0, 1, -4_487_387));
    }

    /** The cost above, and 3 times the distance of 3/4, 1/4 from 1/4, 3/4, which is 1/2. */
    @Test
    void identitiesThatDifferCost() {
        LinkCosts weighted = new LinkCosts(LinkSettings.DEFAULT.withIdentity(3));
        List<List<Double>> early = List.of(List.of(0.6, 0.2));
        assertThat(cost(weighted, early, List.of(List.of(0.25, 0.75)))).isEqualTo(-4_487_387 + 1_500_000);
        assertThat(cost(weighted, early, early)).isEqualTo(-4_487_387);
        assertThat(cost(weighted, List.of(List.of(1.0)), List.of(List.of(0.0, 1.0))))
                .isEqualTo(-4_487_387 + 3_000_000);
        assertThat(cost(weighted, early, List.of(List.of()))).isEqualTo(-4_487_387);
        assertThat(cost(weighted, early, List.of(List.of(0.0, 0.0)))).isEqualTo(-4_487_387);
        assertThat(cost(weighted, early, List.of())).isEqualTo(-4_487_387);
        assertThat(cost(costs, early, List.of(List.of(0.25, 0.75))))
                .as("by default")
                .isEqualTo(-4_487_387);
    }

    private static long cost(LinkCosts costs, List<List<Double>> early, List<List<Double>> late) {
        Clip clip = new Clip(List.of(
                new ClipFrame(0, at(0, 0, 0).people(), early),
                new ClipFrame(1, at(1, 3, 4).people(), late)));
        return costs.problem(clip).links().get(0).cost();
    }

    @Test
    void identitiesOfNobodyAndScoresBelowZeroAreRefused() {
        List<Person> one = at(0, 0, 0).people();
        assertThatThrownBy(() -> new ClipFrame(0, one, List.of(List.of(1.0), List.of(1.0))))
                .hasMessage("frame 0 has identities of 2 people for 1");
        for (double score : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new ClipFrame(0, one, List.of(List.of(score))))
                    .hasMessage("scores of identities must be from 0 to 1000000");
        }
        assertThatThrownBy(() -> LinkSettings.DEFAULT.withIdentity(-1)).hasMessageContaining("identity -1.0");
    }

    /** Twice the motion, and one missing frame: 2 ln 1.125 + ln 0.02 + 0.5 = -3.176457. */
    @Test
    void aMissingFrameCosts() {
        assertThat(costs.problem(clip(at(5, 0, 0), at(7, 3, 4))).links())
                .containsExactly(new TrackLink(0, 1, -3_176_457));
    }

    @Test
    void theLongestGapIsALimit() {
        assertThat(costs.problem(clip(at(0, 0, 0), at(3, 0, 0))).links()).hasSize(1);
        assertThat(costs.problem(clip(at(0, 0, 0), at(4, 0, 0))).links()).isEmpty();
        LinkCosts neighboursOnly = new LinkCosts(LinkSettings.DEFAULT.withLongestGap(0));
        assertThat(neighboursOnly.problem(clip(at(0, 0, 0), at(1, 0, 0))).links())
                .hasSize(1);
        assertThat(neighboursOnly.problem(clip(at(0, 0, 0), at(2, 0, 0))).links())
                .isEmpty();
    }

    @Test
    void withoutACommonPartThereIsNoLink() {
        ClipFrame early = new ClipFrame(0, List.of(Person.of(Map.of(0, new Person.Joint(0, 0, 1)))));
        ClipFrame late = new ClipFrame(1, List.of(Person.of(Map.of(1, new Person.Joint(0, 0, 1)))));
        assertThat(costs.problem(new Clip(List.of(early, late))).links()).isEmpty();
    }

    /** Ten joints, nine at rest and one a whole body size away: (9 ln 0.005 + 6) / 10 = -4.168486, not much above -5.298317. */
    @Test
    void oneWrongJointSaysAtMostTheCap() {
        Map<Integer, Person.Joint> early = new HashMap<>();
        for (int part = 0; part < 10; part++) {
            early.put(part, new Person.Joint(10 * part, 0, 1));
        }
        Map<Integer, Person.Joint> late = new HashMap<>(early);
        late.put(5, new Person.Joint(50, 3_000_000, 1));
        LinkCosts farReach = new LinkCosts(new LinkSettings(2, 2, 2, 1, 0.5, 0.000_1, 0.002, 6, 8));
        assertThat(farReach.cost(Person.of(early), Person.of(late), 1)).hasValueCloseTo(-4.168_486, within(1e-6));
    }

    /** The death and the birth that replace a link of 4 units or more cost 4. */
    @Test
    void linksThatNeverPayAreLeftOut() {
        assertThat(costs.problem(clip(at(0, 0, 0), at(1, 500, 0))).links()).isEmpty();
    }

    @Test
    void inputIsRefusedWithItsValue() {
        assertThatThrownBy(() -> clip(at(3, 0, 0), at(3, 0, 0)))
                .hasMessage("frame 3 follows frame 3; sort the frames by number, each number once");
        assertThatThrownBy(() -> new Person.Joint(Double.NaN, 0, 1)).hasMessageContaining("leave out joints");
        assertThatThrownBy(() -> LinkSettings.DEFAULT.withLongestGap(-1)).hasMessageContaining("longestGap -1");
        assertThatThrownBy(() -> new LinkSettings(2, 2, 2, 1, 0.5, Double.NaN, 2, 6, 8))
                .hasMessageContaining("motion NaN");
        List<TrackPerson> people = List.of(new TrackPerson(0, 0, 0, 0, 0), new TrackPerson(1, 0, 0, 0, 0));
        assertThatThrownBy(() -> new TrackProblem(people, List.of(new TrackLink(1, 0, 0))))
                .hasMessageContaining("from an earlier to a later frame");
        assertThatThrownBy(() -> new TrackProblem(people, List.of(new TrackLink(0, 2, 0))))
                .hasMessageContaining("people from 0 to 1");
        assertThatThrownBy(() -> new TrackProblem(people, List.of(new TrackLink(0, 1, 0), new TrackLink(0, 1, 1))))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new TrackProblem(List.of(people.get(1), people.get(0)), List.of()))
                .hasMessageContaining("sort the people");
    }

    private static Clip clip(ClipFrame... frames) {
        return new Clip(List.of(frames));
    }

    /** One person with two joints, 30 and 40 pixels apart. */
    private static ClipFrame at(int frame, double x, double y) {
        return new ClipFrame(
                frame,
                List.of(Person.of(Map.of(0, new Person.Joint(x, y, 1), 1, new Person.Joint(x + 30, y + 40, 1)))));
    }
}
