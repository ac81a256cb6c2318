package dev.jointly.vision.draw;

import static java.util.Objects.requireNonNull;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.MirroredParts;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Problem;
import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A drawing of a problem and its people. Each person has a colour that no one nearby has; limbs are lines, joints are
 * discs, and what is on the left has a white line or a white dot in it. The duplicates of a joint are rings attached to it,
 * unused detections are grey. If a part between two others is missing, a thin line joins them. People and joints in doubt
 * have dashed lines, and rings instead of discs. Weak people are faint.
 *
 * @param tracks for each pose the number of its track, from 1, which is written above it and says its colour, or 0 for a grey
 *     one; empty for colours by place
 * @param circled detections with a circle around them
 * @param caption one line below the image, such as how good the answer is proven to be; empty for none
 */
public record Overlay(
        Problem problem, List<Pose> poses, Doubts doubts, List<Integer> tracks, Set<Integer> circled, String caption) {
    /** The long side of a drawing in pixels, unless another is given. */
    public static final int USUAL_SIZE = 1_600;

    /**
     * The colours of people. They were found by a random search for eight colours that are as far apart as possible: any two
     * differ by at least 30 in CIELAB, to normal eyes and to eyes without red, green or blue cones (simulated after Machado
     * and others, 2009), and by at least 28 degrees in hue. For comparison, the closest two of Okabe and Ito's seven differ
     * by 16. None is grey, which is for unused detections, or so light that it vanishes on a white ground.
     */
    static final List<Color> COLOURS = List.of(
            new Color(75, 135, 225),
            new Color(180, 0, 0),
            new Color(180, 225, 0),
            new Color(105, 30, 225),
            new Color(0, 225, 225),
            new Color(240, 75, 120),
            new Color(225, 165, 90),
            new Color(150, 30, 120));

    /** How opaque weak people are, of 255. */
    private static final int FAINT = 90;

    private static final Color NO_TRACK = new Color(150, 150, 150);
    private static final Color UNUSED = new Color(128, 128, 128, 170);

    public Overlay {
        poses = List.copyOf(poses);
        tracks = List.copyOf(tracks);
        circled = Set.copyOf(circled);
        if (!tracks.isEmpty() && tracks.size() != poses.size()) {
            throw new IllegalArgumentException(
                    "there are " + tracks.size() + " tracks for " + poses.size() + " poses; give one each, or none");
        }
    }

    /** Without tracks and circles. */
    public Overlay(Problem problem, List<Pose> poses, Doubts doubts, String caption) {
        this(problem, poses, doubts, List.of(), Set.of(), caption);
    }

    /** Without doubts. */
    public Overlay(Problem problem, List<Pose> poses, String caption) {
        this(problem, poses, Doubts.NONE, caption);
    }

    /** The same with the colours and numbers of tracks. */
    public Overlay withTracks(List<Integer> numbers) {
        return new Overlay(problem, poses, doubts, numbers, circled, caption);
    }

    /** The same with circles around these detections. */
    public Overlay withCircles(Set<Integer> detections) {
        return new Overlay(problem, poses, doubts, tracks, detections, caption);
    }

    /**
     * On the photo, or on a plain ground where there is none.
     *
     * @param photo of the size the problem's image says, or null
     * @param longest pixels of the drawing's long side, at most; the caption is not counted
     */
    public BufferedImage image(@Nullable BufferedImage photo, int longest) {
        Frame frame = Frame.of(problem, photo, longest);
        try (PngCanvas canvas = new PngCanvas(frame, photo, caption)) {
            draw(canvas, frame.unit());
            return canvas.image();
        }
    }

    /** On a plain ground, as the text of an SVG file. */
    public String svg() {
        return svg(null, USUAL_SIZE);
    }

    /** The text of an SVG file, which contains the photo where there is one. */
    public String svg(@Nullable BufferedImage photo, int longest) {
        Frame frame = Frame.of(problem, photo, longest);
        SvgCanvas canvas = new SvgCanvas(frame, photo, problem.id(), caption);
        draw(canvas, frame.unit());
        return canvas.text();
    }

    /** A line between two detections. */
    private record Limb(int joint, Line2D line, boolean whole, boolean left) {}

    private void draw(Canvas canvas, double unit) {
        Set<Integer> used = new HashSet<>();
        for (Pose pose : poses) {
            used.addAll(pose.global().values());
            pose.local().values().forEach(used::addAll);
        }
        for (int d = 0; d < problem.size(); d++) {
            if (!used.contains(d)) {
                spot(d).ifPresent(spot -> canvas.disc(spot, 2 * unit, UNUSED));
            }
        }
        Sides sides = new Sides(problem.anatomy());
        List<List<Limb>> limbs = new ArrayList<>();
        List<Shape> shapes = new ArrayList<>();
        for (Pose pose : poses) {
            limbs.add(limbs(pose, sides));
            shapes.add(shape(pose, limbs.get(limbs.size() - 1)));
        }
        List<Color> colours = colours(shapes);
        for (int i = 0; i < poses.size(); i++) {
            Pose pose = poses.get(i);
            boolean weak = Strength.weak(problem, pose.global());
            Pen pen = new Pen(canvas, colours.get(i), weak ? FAINT : 255, unit * slimness(pose, unit));
            IntPredicate doubtful = doubts.people().contains(i) ? d -> true : doubts.joints()::contains;
            person(pose, limbs.get(i), sides, doubtful, pen);
        }
        // last, or a neighbour's limbs would cover it
        for (int i = 0; i < tracks.size(); i++) {
            if (tracks.get(i) > 0) {
                String number = Integer.toString(tracks.get(i));
                Color colour = colours.get(i);
                top(poses.get(i))
                        .ifPresent(spot -> canvas.label(
                                new Point2D.Double(spot.getX(), spot.getY() - 7 * unit),
                                Canvas.LETTERS * unit,
                                number,
                                colour));
            }
        }
        for (int d : circled) {
            spot(d).ifPresent(spot -> {
                canvas.ring(spot, 10 * unit, 4 * unit, 0, Color.WHITE);
                canvas.ring(spot, 10 * unit, 2 * unit, 0, Color.BLACK);
            });
        }
    }

    private Optional<Point2D> top(Pose pose) {
        return pose.global().values().stream()
                .flatMap(d -> spot(d).stream())
                .min(Comparator.comparingDouble(Point2D::getY));
    }

    private List<Color> colours(List<Shape> shapes) {
        int all = COLOURS.size();
        if (tracks.isEmpty()) {
            return Arrays.stream(Colouring.of(shapes, all))
                    .mapToObj(COLOURS::get)
                    .toList();
        }
        return tracks.stream()
                .map(track -> track == 0 ? NO_TRACK : COLOURS.get((track - 1) % all))
                .toList();
    }

    /** Lines to the next part that was found on the way to the person's leading part. */
    private List<Limb> limbs(Pose pose, Sides sides) {
        Map<Integer, Integer> joints = pose.global();
        int[] parents = parents(joints);
        List<Limb> limbs = new ArrayList<>();
        for (var joint : joints.entrySet()) {
            int part = joint.getKey();
            int above = parents[part];
            while (above >= 0 && !joints.containsKey(above)) {
                above = parents[above];
            }
            Integer end = joints.get(above);
            if (end != null) {
                boolean whole = above == parents[part];
                boolean left = sides.left(part, above);
                line(joint.getValue(), end).ifPresent(line -> limbs.add(new Limb(joint.getValue(), line, whole, left)));
            }
        }
        return limbs;
    }

    /** All of a person that takes space: limbs, and joints, which may have none. */
    private Shape shape(Pose pose, List<Limb> limbs) {
        List<Line2D> lines = new ArrayList<>();
        limbs.forEach(limb -> lines.add(limb.line()));
        pose.global().values().forEach(d -> line(d, d).ifPresent(lines::add));
        return new Shape(lines);
    }

    private Optional<Line2D> line(int d, int e) {
        return spot(d).flatMap(from -> spot(e).map(to -> new Line2D.Double(from, to)));
    }

    /** Small people are drawn with thin lines, or their joints would cover them. Their size is that of their limbs. */
    private double slimness(Pose pose, double unit) {
        double[] lengths = problem.anatomy().limbs().stream()
                .filter(limb ->
                        pose.global().containsKey(limb.a()) && pose.global().containsKey(limb.b()))
                .mapToDouble(limb -> length(pose, limb))
                .sorted()
                .toArray();
        double large = 30 * unit;
        double usual = lengths.length == 0 ? large : lengths[lengths.length / 2];
        return Math.max(0.4, Math.min(1, usual / large));
    }

    private double length(Pose pose, Anatomy.Limb limb) {
        return line(
                        requireNonNull(pose.global().get(limb.a())),
                        requireNonNull(pose.global().get(limb.b())))
                .map(line -> Math.hypot(line.getX1() - line.getX2(), line.getY1() - line.getY2()))
                .orElse(0.0);
    }

    private void person(Pose pose, List<Limb> limbs, Sides sides, IntPredicate doubtful, Pen pen) {
        for (Limb limb : limbs) {
            boolean dashed = doubtful.test(limb.joint());
            pen.limb(limb.line(), limb.whole() ? 3 : 1, dashed, limb.left());
        }
        pose.local().forEach((part, duplicates) -> {
            Integer global = pose.global().get(part);
            for (int d : duplicates) {
                boolean dashed = doubtful.test(d);
                if (global != null) {
                    line(d, global).ifPresent(line -> pen.limb(line, 0.8, dashed, false));
                }
                spot(d).ifPresent(spot -> pen.duplicate(spot, dashed));
            }
        });
        pose.global()
                .forEach((part, d) -> spot(d).ifPresent(spot -> pen.joint(spot, doubtful.test(d), sides.left(part))));
    }

    private Optional<Point2D> spot(int d) {
        return Frame.spot(problem.detections().get(d));
    }

    /** The part before each on the way from the person's leading part, -1 for that one: the limbs, hung up. */
    private int[] parents(Map<Integer, Integer> joints) {
        Anatomy anatomy = problem.anatomy();
        int root = anatomy.majors().stream()
                .filter(joints::containsKey)
                .findFirst()
                .orElse(anatomy.majors().get(0));
        int[] parents = new int[anatomy.size()];
        hang(anatomy, root, -1, parents);
        return parents;
    }

    private static void hang(Anatomy anatomy, int part, int parent, int[] parents) {
        parents[part] = parent;
        for (Anatomy.Limb limb : anatomy.limbs()) {
            int other = limb.a() == part ? limb.b() : limb.b() == part ? limb.a() : parent;
            if (other != parent) {
                hang(anatomy, other, part, parents);
            }
        }
    }

    /**
     * Draws one person.
     *
     * @param opaque of 255
     * @param unit of thickness
     */
    private record Pen(Canvas canvas, Color colour, int opaque, double unit) {
        private static final Color HALO = new Color(0, 0, 0, 120);
        private static final double DASH = 5;

        /**
         * A line between joints.
         *
         * @param thickness in units
         * @param left has a white line in it
         */
        void limb(Line2D line, double thickness, boolean dashed, boolean left) {
            double dash = dashed ? DASH * unit : 0;
            canvas.line(line, thickness * 1.6 * unit, dash, faint(HALO));
            canvas.line(line, thickness * unit, dash, faint(colour));
            if (left) {
                canvas.line(line, thickness * unit / 3, dash, faint(Color.WHITE));
            }
        }

        /** A further detection of a joint. */
        void duplicate(Point2D spot, boolean dashed) {
            canvas.ring(spot, 3 * unit, 1.2 * unit, dashed ? 0.5 * DASH * unit : 0, faint(colour));
        }

        /**
         * A joint.
         *
         * @param hollow a ring instead of a disc: dashes would be too small to be seen
         * @param left has a white dot in it
         */
        void joint(Point2D spot, boolean hollow, boolean left) {
            canvas.disc(spot, 4.2 * unit, faint(Color.WHITE));
            if (hollow) {
                canvas.ring(spot, 2.8 * unit, 1.2 * unit, 0, faint(colour));
                return;
            }
            canvas.disc(spot, 3.2 * unit, faint(colour));
            if (left) {
                canvas.disc(spot, 1.4 * unit, faint(Color.WHITE));
            }
        }

        private Color faint(Color full) {
            return new Color(full.getRed(), full.getGreen(), full.getBlue(), full.getAlpha() * opaque / 255);
        }
    }

    /** Which parts of an anatomy are on the left, by their names: those that exist again with right for left. */
    static final class Sides {
        private final boolean[] left;
        private final boolean[] right;

        Sides(Anatomy anatomy) {
            left = new boolean[anatomy.size()];
            right = new boolean[anatomy.size()];
            for (int part = 0; part < left.length; part++) {
                int other = MirroredParts.rightOf(part, anatomy.parts());
                if (other >= 0) {
                    left[part] = true;
                    right[other] = true;
                }
            }
        }

        boolean left(int part) {
            return left[part];
        }

        /** Whether a limb is on the left: one end is, and the other is not on the right. */
        boolean left(int part, int other) {
            return (left[part] && !right[other]) || (left[other] && !right[part]);
        }
    }
}
