package dev.jointly.bench.annotator;

import dev.jointly.bench.annotator.Mistake.Misplaced;
import dev.jointly.bench.annotator.Mistake.Missing;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Follows the page's "next doubt": joints with a margin below {@value DoubtfulJoints#BELOW}, the smallest first, until one is
 * misplaced. Where no doubtful joint is misplaced, the annotator finds a mistake without help: the misplaced joint with the
 * least margin, a lead having that of its person; then a person who is missing, then a missing joint, the cheapest detection
 * first.
 */
final class NextDoubt implements Annotator {
    private final Target target;
    private final boolean exact;

    /**
     * @param exact whether margins are exact where they are small, or bounds
     */
    NextDoubt(Target target, boolean exact) {
        this.target = target;
        this.exact = exact;
    }

    @Override
    public Choice next(Shown shown, List<Mistake> open) {
        Map<Integer, Misplaced> wrong = new HashMap<>();
        for (Mistake mistake : open) {
            if (mistake instanceof Misplaced joint) {
                wrong.put(joint.detection(), joint);
            }
        }
        List<Integer> looks = new ArrayList<>();
        DoubtfulJoints doubts = new DoubtfulJoints(shown, exact);
        for (OptionalInt d = doubts.next(); d.isPresent(); d = doubts.next()) {
            looks.add(d.getAsInt());
            Misplaced joint = wrong.get(d.getAsInt());
            if (joint != null) {
                return new Choice(joint, looks, true);
            }
        }
        Mistake found = wrong.isEmpty() ? missing(shown.answer().problem(), open) : leastMargin(doubts, wrong);
        looks.add(found instanceof Misplaced joint ? joint.detection() : detection((Missing) found));
        return new Choice(found, looks, false);
    }

    private static Misplaced leastMargin(DoubtfulJoints doubts, Map<Integer, Misplaced> wrong) {
        return wrong.values().stream()
                .min(Comparator.comparingLong((Misplaced joint) -> doubts.margin(joint.detection()))
                        .thenComparingInt(Misplaced::detection))
                .orElseThrow();
    }

    private Missing missing(Problem problem, List<Mistake> open) {
        List<Missing> missing = open.stream()
                .filter(Missing.class::isInstance)
                .map(Missing.class::cast)
                .toList();
        return missing.stream()
                .min(Comparator.comparing((Missing joint) -> !nothingOf(joint.person(), missing))
                        .thenComparingLong(joint -> problem.cost(detection(joint)))
                        .thenComparingInt(Missing::person)
                        .thenComparingInt(Missing::part))
                .orElseThrow();
    }

    private boolean nothingOf(int person, List<Missing> missing) {
        return target.people().get(person).size()
                == missing.stream().filter(joint -> joint.person() == person).count();
    }

    private int detection(Missing joint) {
        return target.people().get(joint.person()).getOrDefault(joint.part(), -1);
    }
}
