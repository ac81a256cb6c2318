package dev.jointly.vision.compare;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.vision.compare.ComparedFrame.ComparedJoint;
import dev.jointly.vision.compare.ComparedFrame.PersonPair;
import dev.jointly.vision.draw.ContactSheet;
import dev.jointly.vision.draw.Doubts;
import dev.jointly.vision.draw.Overlay;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Draws frames of two files, A beside B. Partners have the same colour. */
final class ComparedDrawings {
    private static final int SIZE = 480;

    private final Anatomy body;
    private final FrameImages images;

    ComparedDrawings(Anatomy body, FrameImages images) {
        this.body = body;
        this.images = images;
    }

    private static String people(int count) {
        return count + (count == 1 ? " person" : " people");
    }

    /** Both drawings of a frame. */
    ContactSheet.Pair pair(ComparedFrame one) {
        BufferedImage photo = images.of(one.a()).orElse(null);
        Scene scene = new Scene(one);
        return new ContactSheet.Pair(
                scene.drawing(
                        true,
                        "A  " + one.name() + "  " + people(one.a().people().size()),
                        photo),
                scene.drawing(false, "B  " + people(one.b().people().size()) + "; " + one.words(), photo));
    }

    /** The joints of both files as detections of one problem, so that both drawings show the same part of the plane. */
    private final class Scene {
        private final ComparedFrame one;
        private final List<Detection> detections = new ArrayList<>();
        private final List<Pose> a;
        private final List<Pose> b;
        private final Set<Integer> changed = new HashSet<>();
        private final Set<Integer> swapped = new HashSet<>();

        Scene(ComparedFrame one) {
            this.one = one;
            this.a = poses(one.a());
            this.b = poses(one.b());
            for (ComparedJoint joint : one.joints()) {
                mark(joint, a, joint.a());
                mark(joint, b, joint.b());
            }
        }

        private List<Pose> poses(Truth frame) {
            List<Pose> poses = new ArrayList<>();
            for (Truth.Person person : frame.people()) {
                TreeMap<Integer, Integer> joints = new TreeMap<>();
                for (int part = 0; part < person.joints().size(); part++) {
                    Joint joint = person.joints().get(part);
                    if (joint.mark() != Mark.ABSENT) {
                        joints.put(part, detections.size());
                        detections.add(new Detection(part, joint.x(), joint.y(), null, 0));
                    }
                }
                poses.add(new Pose(joints, new TreeMap<>()));
            }
            return poses;
        }

        private void mark(ComparedJoint joint, List<Pose> poses, int person) {
            Integer d = person < 0 ? null : poses.get(person).global().get(joint.part());
            if (d != null && joint.verdict() == JointVerdict.SWAPPED) {
                swapped.add(d);
            } else if (d != null && joint.verdict() != JointVerdict.SAME) {
                changed.add(d);
            }
        }

        BufferedImage drawing(boolean first, String caption, @Nullable BufferedImage photo) {
            Problem problem = new Problem(
                    one.name(),
                    null,
                    body,
                    0,
                    detections,
                    new PairCosts.Builder().build(detections.size(), true),
                    List.of());
            List<Pose> poses = first ? a : b;
            Set<Integer> own = new HashSet<>();
            poses.forEach(pose -> own.addAll(pose.global().values()));
            own.retainAll(swapped);
            return new Overlay(problem, poses, new Doubts(Set.of(), changed), caption)
                    .withTracks(colours(first))
                    .withCircles(own)
                    .image(photo, SIZE);
        }

        /** Partners have the colour of their pair, the others colours of their own. */
        private List<Integer> colours(boolean first) {
            List<PersonPair> pairs = one.pairs();
            List<Integer> colours = new ArrayList<>(Collections.nCopies((first ? a : b).size(), 0));
            for (int i = 0; i < pairs.size(); i++) {
                colours.set(first ? pairs.get(i).a() : pairs.get(i).b(), i + 1);
            }
            int next = pairs.size() + (first ? 1 : 1 + one.peopleOnlyA());
            for (int i = 0; i < colours.size(); i++) {
                if (colours.get(i) == 0) {
                    colours.set(i, next++);
                }
            }
            return colours;
        }
    }
}
