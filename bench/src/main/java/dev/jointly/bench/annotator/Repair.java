package dev.jointly.bench.annotator;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * An annotator at work on one image: corrects a mistake by a pin, lets the solver group everything again, and goes on until
 * the image is right.
 */
public final class Repair {
    /** An image that takes more is given up. */
    public static final int MOST_CLICKS = 200;

    private final Solver solver;
    private final Problem problem;
    private final Target target;
    private final Settings settings;

    /**
     * @param settings the time limit is for each solve
     */
    public Repair(Solver solver, Problem problem, Target target, Settings settings) {
        this.solver = solver;
        this.problem = problem;
        this.target = target;
        this.settings = settings;
    }

    /**
     * What is wrong with the first answer.
     *
     * @param byHand clicks without solving again, by the same gestures: a detection moves from one person to another
     * @param pointByPoint the same where each person has points of their own, as in most tools: a joint of somebody else is removed here
     *     and placed there
     */
    public record First(int people, int misplaced, int missing, int byHand, int pointByPoint) {}

    /**
     * How it went.
     *
     * @param right whether the image was right in the end
     * @param clicks pins, and undone pins
     * @param looks joints that were looked at; as on the page, some again after each solve
     * @param newLooks the same without those that had been looked at before
     * @param doubtfulClicks clicks on joints that "next doubt" showed
     * @param laterClicks clicks on joints that were not wrong at first, but became so by solving again
     * @param refused pins that cannot hold together with those before
     * @param undecided pins under which no people were found in time
     * @param solves with the first one
     * @param notProven solves that hit the limit
     * @param pins in the end
     */
    public record Outcome(
            boolean right,
            int clicks,
            int looks,
            int newLooks,
            int doubtfulClicks,
            int laterClicks,
            int refused,
            int undecided,
            int solves,
            int notProven,
            List<Pin> pins) {
        public Outcome {
            pins = List.copyOf(pins);
        }
    }

    /**
     * How somebody works with "next doubt".
     *
     * @param exact whether margins below the threshold are found by solving, as on the page; otherwise they are bounds
     * @param confirms whether joints that were looked at and are right get a pin, without a click; the page does not do so
     */
    public record Habits(boolean exact, boolean confirms) {}

    /** The first answer, before anything is corrected. */
    public First first() {
        Solution solution =
                new Session(solver, problem, settings).solve(List.of()).solution();
        Judgement seen = new Judgement(problem, target, solution.poses());
        return new First(
                solution.poses().size(),
                seen.misplaced().size(),
                seen.missing().size(),
                seen.byHand(),
                seen.pointByPoint());
    }

    /** With "next doubt". */
    public Outcome byNextDoubt(Habits habits) {
        return new Run(new NextDoubt(target, habits.exact()), habits.confirms()).outcome();
    }

    /** Mistakes in random order. */
    public Outcome inAnyOrder(long seed) {
        return new Run(new AnyOrder(seed), false).outcome();
    }

    private final class Run {
        private final Annotator annotator;
        private final boolean confirms;
        private final Session session = new Session(solver, problem, settings);
        private final List<Pin> pins = new ArrayList<>();
        private final Set<Pin> impossible = new HashSet<>();
        private final Set<Integer> known = new HashSet<>();
        private int clicks;
        private int looks;
        private int doubtfulClicks;
        private int laterClicks;
        private int refused;
        private int undecided;
        private int solves;
        private int notProven;

        Run(Annotator annotator, boolean confirms) {
            this.annotator = annotator;
            this.confirms = confirms;
        }

        Outcome outcome() {
            Session.Answer answer = solve();
            Set<Integer> wrongAtFirst =
                    new Judgement(problem, target, answer.solution().poses()).wrong();
            boolean right = false;
            while (clicks < MOST_CLICKS) {
                Judgement seen =
                        new Judgement(problem, target, answer.solution().poses());
                right = seen.right();
                Function<Mistake, List<Pin>> remedy = remedies(seen);
                List<Mistake> open = seen.mistakes().stream()
                        .filter(mistake -> !remedy.apply(mistake).isEmpty())
                        .toList();
                if (right || open.isEmpty()) {
                    break;
                }
                Annotator.Choice choice = annotator.next(new Shown(session, List.copyOf(pins), answer), open);
                looks += choice.looks().size();
                known.addAll(choice.looks());
                doubtfulClicks += choice.doubtful() ? 1 : 0;
                if (confirms) {
                    choice.looks().forEach(d -> confirm(d, seen));
                }
                Pin pin = remedy.apply(choice.mistake()).get(0);
                laterClicks += wrongAtFirst.contains(pin.detections()[0]) ? 0 : 1;
                answer = pinned(pin, answer);
            }
            return new Outcome(
                    right,
                    clicks,
                    looks,
                    known.size(),
                    doubtfulClicks,
                    laterClicks,
                    refused,
                    undecided,
                    solves,
                    notProven,
                    pins);
        }

        private Function<Mistake, List<Pin>> remedies(Judgement seen) {
            Correction correction = new Correction(problem, target, seen);
            List<Pin> tried = new ArrayList<>(pins);
            tried.addAll(impossible);
            return mistake -> correction.of(mistake, tried).map(List::of).orElse(List.of());
        }

        /** A joint in its own person's pose stays there. */
        private void confirm(int d, Judgement seen) {
            seen.poseWith(d)
                    .map(seen::anchor)
                    .ifPresent(anchor -> anchor.ifPresent(other -> {
                        Pin pin = new Pin.Together(d, other);
                        if (d != other
                                && target.owners().of(d) == target.owners().of(other)
                                && !pins.contains(pin)
                                && !impossible.contains(pin)) {
                            pins.add(pin);
                        }
                    }));
        }

        /** The next answer; a pin that is refused is undone, which is a click too. */
        private Session.Answer pinned(Pin pin, Session.Answer before) {
            clicks++;
            pins.add(pin);
            try {
                return solve();
            } catch (PinsException e) {
                clicks++;
                pins.remove(pin);
                impossible.add(pin);
                if (e.conflict().isEmpty()) {
                    undecided++;
                } else {
                    refused++;
                }
                return before;
            }
        }

        private Session.Answer solve() {
            solves++;
            Session.Answer answer = session.solve(List.copyOf(pins));
            notProven += answer.solution().status() == Solution.Status.OPTIMAL ? 0 : 1;
            return answer;
        }
    }
}
