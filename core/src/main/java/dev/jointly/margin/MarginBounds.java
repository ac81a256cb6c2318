package dev.jointly.margin;

import dev.jointly.certify.Checker;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lower bounds on all margins of a solution, from the prices of its proof and without solving anything.
 *
 * <p>Any solution costs what the prices prove, plus the reduced costs of its columns, plus lambda1 of each detection that it
 * leaves unused. Under a pin that breaks up a pose, its detections must go elsewhere: into other columns, at these columns'
 * reduced costs, or nowhere, at the price lambda1. The least of it, detection by detection, is what {@link PriceDescent}
 * adds up: it lowers lambda1 of one detection after the other as far as no column gets a negative reduced cost, and each
 * such step raises the bound by as much.
 */
public final class MarginBounds {
    private final Problem problem;
    private final Solution solution;
    private final PriceDescent descent;
    /** By tree of the proof: the bound without that tree, in micro-units; worked out where it is needed. */
    private final Map<Integer, Long> withoutTree = new HashMap<>();

    private MarginBounds(Problem problem, Solution solution) {
        this.problem = problem;
        this.solution = solution;
        descent = new PriceDescent(problem, solution.proof());
    }

    /** The same without a limit. */
    public static List<Margin> of(Problem problem, Solution solution) {
        return of(problem, solution, () -> false);
    }

    /**
     * Margins of the person and of every joint but the lead, pose by pose. Where the solution is not proven optimal, those
     * of which nothing can be proven are left out.
     *
     * @param stopped once it returns true, the other poses are left out too
     */
    public static List<Margin> of(Problem problem, Solution solution, BooleanSupplier stopped) {
        MarginBounds bounds = new MarginBounds(problem, solution);
        List<Margin> margins = new ArrayList<>();
        for (int i = 0; i < solution.poses().size() && !stopped.getAsBoolean(); i++) {
            margins.addAll(bounds.ofPose(i));
        }
        return margins;
    }

    private List<Margin> ofPose(int i) {
        Pose pose = solution.poses().get(i);
        int lead = pose.lead(problem.anatomy());
        List<Margin> margins = new ArrayList<>();
        Margin person = person(i, pose);
        for (int d : pose.detections()) {
            if (d != lead) {
                Margin joint = joint(i, pose, d);
                margins.add(joint);
                person = joint.atLeast() > person.atLeast() ? ofPerson(person, joint) : person;
            }
        }
        margins.add(0, person);
        margins.removeIf(margin -> margin.atLeast() == 0 && solution.lowerBound() < solution.objective());
        return margins;
    }

    /** Without the person the joint is not in its pose: what proves the margin of the joint proves that of the person. */
    private static Margin ofPerson(Margin person, Margin joint) {
        MarginClaim claim = new MarginClaim(
                person.claim().pins(), joint.atLeast(), joint.claim().prices(), null);
        return new Margin(person.pose(), person.joint(), claim, person.atMost(), person.fixed());
    }

    private Margin person(int i, Pose pose) {
        List<Pin> pins = pose.detections().stream().<Pin>map(Pin.Skip::new).toList();
        return margin(i, OptionalInt.empty(), pins, descent.skipping(pose.detections()));
    }

    private Margin joint(int i, Pose pose, int d) {
        int lead = pose.lead(problem.anatomy());
        List<Integer> order = Stream.concat(
                        Stream.of(d, lead), pose.detections().stream().filter(e -> e != d && e != lead))
                .toList();
        return margin(i, OptionalInt.of(d), List.of(new Pin.Apart(lead, d)), descent.apart(lead, d, order));
    }

    private Margin margin(int pose, OptionalInt joint, List<Pin> pins, PriceDescent.Lowered lowered) {
        int tree = tree(solution.poses().get(pose).lead(problem.anatomy()));
        long before = tree < 0 ? solution.lowerBound() : withoutTree.computeIfAbsent(tree, this::boundWithout);
        long atLeast = Math.subtractExact(lowered.bound(before), solution.objective());
        MarginClaim claim = atLeast > 0
                ? new MarginClaim(pins, atLeast, tree < 0 ? lowered.prices() : settingAside(tree, lowered), null)
                : new MarginClaim(pins, 0, List.of(), null);
        return new Margin(pose, joint, claim, OptionalLong.empty(), false);
    }

    /** A tree is set aside where one of its detections has another base price; where none has, one gets its own again. */
    private List<MarginClaim.Price> settingAside(int tree, PriceDescent.Lowered lowered) {
        if (!lowered.prices().isEmpty()) {
            return lowered.prices();
        }
        Proof proof = solution.proof();
        int first = proof.trees().get(tree).detections()[0];
        return List.of(new MarginClaim.Price(first, proof.lambda1()[first], proof.lambda3()[first]));
    }

    /** What the base prices of a tree's detections prove in place of the tree: a pose is part of one component, and so of one tree. */
    private long boundWithout(int tree) {
        Proof proof = solution.proof();
        List<Proof.Tree> others = new ArrayList<>(proof.trees());
        others.remove(tree);
        return Checker.lowerBound(
                problem, new Proof(proof.scaleBits(), proof.lambda1(), proof.lambda3(), proof.posePrice(), others));
    }

    private int tree(int d) {
        List<Proof.Tree> trees = solution.proof().trees();
        return IntStream.range(0, trees.size())
                .filter(j -> Arrays.binarySearch(trees.get(j).detections(), d) >= 0)
                .findFirst()
                .orElse(-1);
    }
}
