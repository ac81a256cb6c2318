package dev.jointly.vision.refine;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.net.SinglePose.Square;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Moves joints of people to where a network for one person sees them. Who a joint belongs to, and how many there are, stays.
 * Thread-safe if its
 * {@link Looking} is.
 */
public record SecondLook(Looking looking, Rule rule) {
    /**
     * When a joint is moved.
     *
     * @param confident least score of the second look at the joint, from 0 to 1
     * @param near largest distance from the joint that was found, in units of the person's longer side
     */
    public record Rule(double confident, double near) {
        /** Chosen on photos of train2017: see dev/evaluation.md. */
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
        return problem.withDetections(detections);
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

    /**
     * The square around a person for the second look, by the rule of MoveNet's own documentation: around the middle of the hips, so
     * that the torso reaches at most 1 / 1.9 of the way to the border and the body 1 / 1.2. Where hips or shoulders were not found,
     * it is around the middle of the joints' box.
     */
    static final class PersonSquare {
        private static final double TORSO = 1.9;
        private static final double BODY = 1.2;

        /** Least half side in pixels: people whose joints are one point have a square too. */
        private static final double LEAST = 8;

        private PersonSquare() {}

        /**
         * The square; around the whole photo if it would be larger than that.
         *
         * @param joints by the names of {@link SinglePose#PARTS}; at least one
         */
        static Square of(Map<String, Point2D> joints, int width, int height) {
            List<Point2D> hips = present(joints, "l-hip", "r-hip");
            List<Point2D> shoulders = present(joints, "l-shoulder", "r-shoulder");
            boolean torso = !hips.isEmpty() && !shoulders.isEmpty();
            Point2D centre = torso ? mean(hips) : middle(joints.values());
            double half = Math.max(LEAST, BODY * reach(centre, joints.values().stream()));
            if (torso) {
                half = Math.max(half, TORSO * reach(centre, Stream.concat(hips.stream(), shoulders.stream())));
            }
            if (2 * half > Math.max(width, height)) {
                int side = Math.max(width, height);
                return new Square((width - side) / 2, (height - side) / 2, side);
            }
            return new Square((int) Math.round(centre.getX() - half), (int) Math.round(centre.getY() - half), (int)
                    Math.round(2 * half));
        }

        private static List<Point2D> present(Map<String, Point2D> joints, String... names) {
            return Stream.of(names).map(joints::get).filter(Objects::nonNull).toList();
        }

        private static Point2D mean(List<Point2D> points) {
            return new Point2D.Double(
                    points.stream().mapToDouble(Point2D::getX).average().orElseThrow(),
                    points.stream().mapToDouble(Point2D::getY).average().orElseThrow());
        }

        private static Point2D middle(Collection<Point2D> points) {
            DoubleSummaryStatistics x = points.stream().collect(Collectors.summarizingDouble(Point2D::getX));
            DoubleSummaryStatistics y = points.stream().collect(Collectors.summarizingDouble(Point2D::getY));
            return new Point2D.Double((x.getMin() + x.getMax()) / 2, (y.getMin() + y.getMax()) / 2);
        }

        /** Of the joints' box. */
        static double longerSide(Collection<Point2D> points) {
            return 2 * reach(middle(points), points.stream());
        }

        /** Largest distance along x or y. */
        private static double reach(Point2D centre, Stream<Point2D> points) {
            return points.mapToDouble(point ->
                            Math.max(Math.abs(point.getX() - centre.getX()), Math.abs(point.getY() - centre.getY())))
                    .max()
                    .orElse(0);
        }
    }
}
