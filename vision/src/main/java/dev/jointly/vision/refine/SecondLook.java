package dev.jointly.vision.refine;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.net.SinglePose;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Moves joints of people to where a network for one person sees them. Who a joint belongs to, and how many there are, stays.
 * Thread-safe if its
 * {@link Looking} is.
 */
public final class SecondLook {
    private final Looking looking;
    private final Rule rule;

    /**
     * When a joint is moved.
     *
     * @param confident least score of the second look at the joint, from 0 to 1
     * @param near largest distance from the joint that was found, in units of the person's longer side
     */
    public record Rule(double confident, double near) {
        /** Chosen on photos of train2017: see docs/evaluation.md. */
        public static final Rule CHOSEN = new Rule(0.1, 0.2);

        public Rule {
            if (!(confident >= 0 && confident <= 1 && near >= 0)) {
                throw new IllegalArgumentException(
                        "confident " + confident + " must be from 0 to 1 and near " + near + " at least 0");
            }
        }
    }

    /** Sees the joints of one person. */
    @FunctionalInterface
    public interface Looking {
        /** Joints in the order of {@link SinglePose#PARTS}. */
        List<SinglePose.Joint> look(BufferedImage photo, SinglePose.Square square);
    }

    public SecondLook(Looking looking, Rule rule) {
        this.looking = looking;
        this.rule = rule;
    }

    /** Whether it can move any of these parts. */
    public static boolean knows(List<String> parts) {
        return parts.stream().anyMatch(part -> PartNames.find(part, SinglePose.PARTS) >= 0);
    }

    /**
     * The problem with the detections of its people where the second look sees them. Costs, and so every proof, are those of
     * the detections as found.
     */
    public Problem moved(BufferedImage photo, Problem problem, List<Pose> people) {
        List<Detection> detections = new ArrayList<>(problem.detections());
        for (Pose person : people) {
            move(photo, person, detections, problem.anatomy().parts());
        }
        return new Problem(
                problem.id(),
                problem.image(),
                problem.anatomy(),
                problem.poseCost(),
                detections,
                problem.pairs(),
                problem.pins(),
                problem.maxPoses());
    }

    private void move(BufferedImage photo, Pose person, List<Detection> detections, List<String> parts) {
        Map<String, Point2D> places = new HashMap<>();
        Map<String, Integer> owners = new HashMap<>();
        for (int d : person.global().values()) {
            Detection found = detections.get(d);
            int part = PartNames.find(parts.get(found.part()), SinglePose.PARTS);
            Double x = found.x();
            Double y = found.y();
            if (part >= 0 && x != null && y != null) {
                places.put(SinglePose.PARTS.get(part), new Point2D.Double(x, y));
                owners.put(SinglePose.PARTS.get(part), d);
            }
        }
        if (places.isEmpty()) {
            return;
        }
        List<SinglePose.Joint> seen = looking.look(photo, PersonSquare.of(places, photo.getWidth(), photo.getHeight()));
        double far = rule.near() * PersonSquare.longerSide(places.values());
        places.forEach((part, place) -> {
            SinglePose.Joint joint = seen.get(SinglePose.PARTS.indexOf(part));
            if (joint.score() >= rule.confident() && place.distance(joint.x(), joint.y()) <= far) {
                int d = Objects.requireNonNull(owners.get(part), "every place is that of a detection");
                Detection found = detections.get(d);
                detections.set(d, new Detection(found.part(), joint.x(), joint.y(), found.score(), found.cost()));
            }
        });
    }
}
