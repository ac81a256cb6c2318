package dev.jointly.vision.draw;

import static java.util.Objects.requireNonNull;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.draw.Canvas.Spot;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A drawing of a problem and its people: every person in a colour, limbs as lines, joints as discs, the duplicates of a
 * joint as rings attached to it, unused detections in grey. If a part between two others is missing, a thin line joins
 * them.
 *
 * @param caption one line, such as how good the answer is proven to be; empty for none
 */
public record Overlay(Problem problem, List<Pose> poses, String caption) {
    private static final Color UNUSED = new Color(128, 128, 128, 170);
    private static final Color HALO = new Color(0, 0, 0, 120);

    public Overlay {
        poses = List.copyOf(poses);
    }

    /**
     * On the photo, or on a plain ground where there is none.
     *
     * @param photo of the size the problem's image says, or null
     */
    public BufferedImage png(@Nullable BufferedImage photo) {
        Frame frame = Frame.of(problem);
        try (PngCanvas canvas = new PngCanvas(frame, photo)) {
            draw(canvas, frame.unit());
            return canvas.image();
        }
    }

    /** On a plain ground, as the text of an SVG file. */
    public String svg() {
        Frame frame = Frame.of(problem);
        SvgCanvas canvas = new SvgCanvas(frame, problem.id());
        draw(canvas, frame.unit());
        return canvas.text();
    }

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
        for (int i = 0; i < poses.size(); i++) {
            Pose pose = poses.get(i);
            person(pose, Palette.colour(i), canvas, unit * slimness(pose, unit));
        }
        if (!caption.isEmpty()) {
            canvas.caption(caption, 14 * unit);
        }
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
        Optional<Spot> from = spot(requireNonNull(pose.global().get(limb.a())));
        Optional<Spot> to = spot(requireNonNull(pose.global().get(limb.b())));
        return from.isEmpty() || to.isEmpty()
                ? 0
                : Math.hypot(
                        from.get().x() - to.get().x(), from.get().y() - to.get().y());
    }

    private void person(Pose pose, Color colour, Canvas canvas, double unit) {
        Map<Integer, Integer> joints = pose.global();
        int[] parents = parents(joints);
        for (var joint : joints.entrySet()) {
            int above = parents[joint.getKey()];
            boolean limb = above >= 0 && joints.containsKey(above);
            while (above >= 0 && !joints.containsKey(above)) {
                above = parents[above];
            }
            Integer end = joints.get(above);
            if (end != null) {
                join(joint.getValue(), end, limb ? 3 * unit : unit, colour, canvas);
            }
        }
        pose.local().forEach((part, doubles) -> {
            Integer global = joints.get(part);
            for (int d : doubles) {
                if (global != null) {
                    join(d, global, 0.8 * unit, colour, canvas);
                }
                spot(d).ifPresent(spot -> canvas.ring(spot, 3 * unit, 1.2 * unit, colour));
            }
        });
        for (int d : joints.values()) {
            spot(d).ifPresent(spot -> {
                canvas.disc(spot, 4.2 * unit, Color.WHITE);
                canvas.disc(spot, 3.2 * unit, colour);
            });
        }
    }

    private void join(int d, int e, double width, Color colour, Canvas canvas) {
        Optional<Spot> from = spot(d);
        Optional<Spot> to = spot(e);
        if (from.isPresent() && to.isPresent()) {
            canvas.line(from.get(), to.get(), width * 1.6, HALO);
            canvas.line(from.get(), to.get(), width, colour);
        }
    }

    private Optional<Spot> spot(int d) {
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
}
