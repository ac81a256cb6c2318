package dev.jointly.bench.annotator;

import dev.jointly.bench.annotator.Mistake.Misplaced;
import dev.jointly.bench.annotator.Mistake.Missing;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.eval.Assignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is wrong with poses, compared with the people wanted. Poses are matched with labelled people, one to one, so that as
 * many joints as possible are the person's own. A joint is misplaced if its pose is not its owner's; so is a detection of nobody in the
 * pose of a labelled person. A joint is missing if no detection of it is in the person's pose. Only joints that are drawn, the
 * global detections, can be misplaced; a local detection suffices for a joint to be there.
 */
final class Judgement {
    private final Problem problem;
    private final Target target;
    private final List<Pose> poses;
    /** By pose: whose it is, or {@link TrueOwners#NOBODY}. */
    private final int[] person;

    private final List<Misplaced> misplaced = new ArrayList<>();
    private final List<Missing> missing = new ArrayList<>();

    Judgement(Problem problem, Target target, List<Pose> poses) {
        this.problem = problem;
        this.target = target;
        this.poses = poses;
        person = matched();
        for (int i = 0; i < person.length; i++) {
            for (int d : poses.get(i).global().values()) {
                if (misplaced(d, person[i])) {
                    misplaced.add(new Misplaced(d, i));
                }
            }
        }
        for (int g = 0; g < target.people().size(); g++) {
            for (int part : target.people().get(g).keySet()) {
                if (!has(g, part)) {
                    missing.add(new Missing(g, part));
                }
            }
        }
    }

    private int[] matched() {
        double[][] own = poses.stream().map(this::joints).toArray(double[][]::new);
        int[] match = Assignment.largest(own, target.people().size());
        for (int i = 0; i < match.length; i++) {
            if (match[i] >= 0 && own[i][match[i]] == 0) {
                match[i] = TrueOwners.NOBODY;
            }
        }
        return match;
    }

    /** By person: how many joints of a pose are the person's. */
    private double[] joints(Pose pose) {
        double[] joints = new double[target.people().size()];
        for (int d : pose.global().values()) {
            int owner = target.owners().of(d);
            if (owner >= 0) {
                joints[owner]++;
            }
        }
        return joints;
    }

    private boolean misplaced(int d, int whose) {
        int owner = target.owners().of(d);
        if (owner == TrueOwners.NOBODY) {
            return target.unmatched() == Unmatched.EVERYWHERE
                    || (target.unmatched() == Unmatched.LABELLED && whose >= 0);
        }
        return owner >= 0 && owner != whose;
    }

    private boolean has(int g, int part) {
        return pose(g).stream()
                .flatMap(i -> poses.get(i).detections().stream())
                .anyMatch(d -> target.owners().of(d) == g && problem.part(d) == part);
    }

    boolean right() {
        return misplaced.isEmpty() && missing.isEmpty();
    }

    List<Misplaced> misplaced() {
        return misplaced;
    }

    List<Missing> missing() {
        return missing;
    }

    List<Mistake> mistakes() {
        return Stream.<Mistake>concat(misplaced.stream(), missing.stream()).toList();
    }

    /** Detections that are misplaced, and those of missing joints. */
    Set<Integer> wrong() {
        Set<Integer> wrong = new HashSet<>();
        misplaced.forEach(joint -> wrong.add(joint.detection()));
        IntStream.range(0, problem.size())
                .filter(d -> missing.contains(new Missing(target.owners().of(d), problem.part(d))))
                .forEach(wrong::add);
        return wrong;
    }

    /** The pose of a person. */
    Optional<Integer> pose(int g) {
        return IntStream.range(0, person.length)
                .filter(i -> person[i] == g)
                .boxed()
                .findFirst();
    }

    /** The pose that has a detection, as one of its joints or as a duplicate. */
    Optional<Integer> poseWith(int d) {
        return IntStream.range(0, person.length)
                .filter(i -> poses.get(i).detections().contains(d))
                .boxed()
                .findFirst();
    }

    /** A joint by which a pose is taken hold of: one of its person's own, the lead if that is one. */
    OptionalInt anchor(int pose) {
        int whose = person[pose];
        int lead = poses.get(pose).lead(problem.anatomy());
        return IntStream.concat(
                        IntStream.of(lead),
                        poses.get(pose).global().values().stream()
                                .mapToInt(d -> d)
                                .sorted())
                .filter(d -> whose >= 0 && target.owners().of(d) == whose)
                .findFirst();
    }

    /**
     * The fewest clicks by hand, without solving again. A click moves a detection into its person, in place of the joint of that part
     * which was there, or takes a joint away.
     */
    int byHand() {
        Set<Integer> done = new HashSet<>();
        for (Missing joint : missing) {
            misplaced.stream()
                    .map(Misplaced::detection)
                    .filter(d -> target.owners().of(d) == joint.person() && problem.part(d) == joint.part())
                    .findFirst()
                    .ifPresent(done::add);
            pose(joint.person())
                    .map(i -> poses.get(i).global().get(joint.part()))
                    .ifPresent(done::add);
        }
        long others = misplaced.stream()
                .filter(wrong -> !done.contains(wrong.detection()))
                .count();
        return Math.toIntExact(missing.size() + others);
    }

    /** How many places, a part of a pose or of a person without one, are empty or filled wrongly. */
    int pointByPoint() {
        Set<Misplaced> wrong = new HashSet<>(misplaced);
        long empty = missing.stream()
                .filter(joint -> pose(joint.person())
                        .map(i -> new Misplaced(poses.get(i).global().getOrDefault(joint.part(), -1), i))
                        .filter(wrong::contains)
                        .isEmpty())
                .count();
        return Math.toIntExact(misplaced.size() + empty);
    }

    @Override
    public String toString() {
        return misplaced + " " + missing + " of people " + Arrays.toString(person);
    }
}
