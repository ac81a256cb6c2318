package dev.jointly.bench;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.dlc.DlcAssemblies.Animal;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import dev.jointly.vision.eval.EvaluatedImage;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.JointAccuracy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One frame of a video as two programs grouped the same candidates.
 *
 * @param same joints that both have at the same place on the same animal, with animals matched to maximise them
 * @param moved joints that both have at the same place, but on another animal
 */
record VideoFrame(int number, int theirAnimals, int ourAnimals, int theirJoints, int ourJoints, int same, int moved) {
    /** Both took the same candidates, so places agree but for rounding; in units of the body's size. */
    private static final double ROUNDING = 0.01;

    static VideoFrame of(int number, List<Animal> theirs, List<String> parts, Problem problem, List<Pose> ours) {
        Anatomy anatomy = problem.anatomy();
        Truth truth = truth(theirs, parts, anatomy);
        List<Found> found = ours.stream().map(pose -> found(pose, problem)).toList();
        JointAccuracy.Count count = JointAccuracy.judge(new EvaluatedImage(truth, found), ROUNDING);
        return new VideoFrame(
                number,
                truth.people().size(),
                found.size(),
                count.marked(),
                count.found(),
                count.right(),
                shared(truth, found) - count.right());
    }

    int onlyTheirs() {
        return theirJoints - same - moved;
    }

    int onlyOurs() {
        return ourJoints - same - moved;
    }

    int differing() {
        return moved + onlyTheirs() + onlyOurs();
    }

    private static Truth truth(List<Animal> animals, List<String> parts, Anatomy anatomy) {
        int[] own = anatomy.parts().stream().mapToInt(parts::indexOf).toArray();
        List<Person> people = new ArrayList<>();
        for (Animal animal : animals) {
            List<Joint> joints = Arrays.stream(own)
                    .mapToObj(part -> part < animal.joints().length && Double.isFinite(animal.joints()[part][0])
                            ? new Joint(animal.joints()[part][0], animal.joints()[part][1], Mark.VISIBLE)
                            : new Joint(0, 0, Mark.ABSENT))
                    .toList();
            Person person = new Person(joints, null, 0, false);
            if (person.marked() > 0) {
                people.add(person);
            }
        }
        return new Truth("frame", null, anatomy.parts(), people);
    }

    private static Found found(Pose pose, Problem problem) {
        double[] x = new double[problem.anatomy().size()];
        double[] y = new double[x.length];
        Arrays.fill(x, Double.NaN);
        Arrays.fill(y, Double.NaN);
        pose.global().forEach((part, d) -> {
            Detection seen = problem.detections().get(d);
            x[part] = Objects.requireNonNull(seen.x());
            y[part] = Objects.requireNonNull(seen.y());
        });
        return new Found(x, y, 0);
    }

    private static int shared(Truth truth, List<Found> found) {
        int shared = 0;
        for (Person person : truth.people()) {
            for (int p = 0; p < truth.parts().size(); p++) {
                Joint joint = person.joints().get(p);
                int part = p;
                boolean both = joint.mark() != Mark.ABSENT
                        && found.stream()
                                .anyMatch(one -> one.has(part)
                                        && Math.hypot(one.x()[part] - joint.x(), one.y()[part] - joint.y()) < 0.5);
                shared += both ? 1 : 0;
            }
        }
        return shared;
    }
}
