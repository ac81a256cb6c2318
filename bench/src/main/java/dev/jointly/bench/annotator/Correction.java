package dev.jointly.bench.annotator;

import dev.jointly.bench.annotator.Mistake.Misplaced;
import dev.jointly.bench.annotator.Mistake.Missing;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The pin by which an annotator corrects a mistake, with the gestures of the page: drag a detection onto a joint of its person
 * ({@code together}), drag it off ({@code skip}), take it apart from a person ({@code apart}), or use a detection that nobody has
 * ({@code use}).
 */
final class Correction {
    private final Problem problem;
    private final Target target;
    private final Judgement seen;

    Correction(Problem problem, Target target, Judgement seen) {
        this.problem = problem;
        this.target = target;
        this.seen = seen;
    }

    /** The first choice that is not among the pins already; empty if there is none. */
    Optional<Pin> of(Mistake mistake, List<Pin> pins) {
        return choices(mistake, pins).stream()
                .filter(pin -> !pins.contains(pin))
                .findFirst();
    }

    private List<Pin> choices(Mistake mistake, List<Pin> pins) {
        if (mistake instanceof Misplaced joint) {
            return misplaced(joint);
        }
        return missing((Missing) mistake, pins);
    }

    private List<Pin> misplaced(Misplaced joint) {
        int d = joint.detection();
        int owner = target.owners().of(d);
        if (owner < 0 || !seen.missing().contains(new Missing(owner, problem.part(d)))) {
            return List.of(new Pin.Skip(d));
        }
        OptionalInt home = home(owner);
        if (home.isPresent()) {
            return List.of(new Pin.Together(d, home.getAsInt()));
        }
        List<Pin> choices = new ArrayList<>(newPerson(owner));
        seen.anchor(joint.pose()).ifPresent(other -> choices.add(new Pin.Apart(d, other)));
        return choices;
    }

    private List<Pin> missing(Missing joint, List<Pin> pins) {
        OptionalInt home = home(joint.person());
        return home.isEmpty()
                ? newPerson(joint.person())
                : detections(joint)
                        .filter(d -> !pins.contains(new Pin.Skip(d)))
                        .<Pin>mapToObj(d -> new Pin.Together(d, home.getAsInt()))
                        .toList();
    }

    /** The joint of a person onto which others are dragged; empty where the person has no pose. */
    private OptionalInt home(int person) {
        return seen.pose(person).map(seen::anchor).orElse(OptionalInt.empty());
    }

    /** A person who is not there begins with the lead: taken apart from the pose that has it, or else used. */
    private List<Pin> newPerson(int person) {
        int lead = target.lead(problem.anatomy(), person).orElseThrow();
        List<Pin> choices = new ArrayList<>();
        seen.poseWith(lead)
                .map(seen::anchor)
                .ifPresent(anchor -> anchor.ifPresent(other -> choices.add(new Pin.Apart(lead, other))));
        choices.add(new Pin.Use(lead));
        return choices;
    }

    /** Of a joint: the one wanted, then its duplicates. */
    private IntStream detections(Missing joint) {
        int wanted = target.people().get(joint.person()).getOrDefault(joint.part(), -1);
        return IntStream.concat(
                IntStream.of(wanted),
                IntStream.range(0, problem.size())
                        .filter(d -> d != wanted
                                && problem.part(d) == joint.part()
                                && target.owners().of(d) == joint.person()));
    }
}
