package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.generate.PortableRandom;
import dev.jointly.problem.Image;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Detects real people as a real network would: misses joints, displaces them a little, reports duplicates and false
 * detections, all as often as a {@link DetectorModel} says. The same people and random numbers always give the same
 * detections.
 */
final class Detector {
    /** A person who fills the image leaves no place for false detections; then they may be anywhere. */
    private static final int TRIALS = 30;

    private final DetectorModel model;

    Detector(DetectorModel model) {
        this.model = model;
    }

    /** A detection, and the person it belongs to. */
    private record Sighting(Candidate candidate, int owner) {}

    /** The evidence of an image, or of several whose people were put together. */
    Evidence see(Crowd crowd, PortableRandom random) {
        List<Sighting> sightings = new ArrayList<>();
        int person = 0;
        for (Truth member : crowd.members()) {
            Image image = crowd.image();
            for (Person own : member.people()) {
                look(own, person++, image, random, sightings);
            }
            imagine(member, image, random, sightings);
        }
        sightings.sort(Comparator.comparingInt(s -> s.candidate().part()));
        List<Candidate> seen = sightings.stream().map(Sighting::candidate).toList();
        List<Edge> edges = edges(sightings, new IdealField(crowd.everybody()), random);
        return new Evidence(crowd.id(), crowd.image(), Mpii.BODY.parts(), seen, edges);
    }

    private void look(Person person, int owner, Image image, PortableRandom random, List<Sighting> sightings) {
        int size = DetectorModel.classOf(DetectorEstimate.share(person, image), model.sizeEdges());
        double lost = random.uniform();
        double clear = random.uniform();
        for (int part = 0; part < Mpii.BODY.size(); part++) {
            Joint joint = person.joints().get(part);
            int visible = joint.mark() == Mark.VISIBLE ? 1 : 0;
            double fate = random.chance(model.missKinship()) ? lost : random.uniform();
            double clarity = random.chance(model.scoreKinship()) ? clear : random.uniform();
            if (joint.mark() == Mark.ABSENT || fate < model.miss()[visible][size] * model.missOfPart()[part]) {
                continue;
            }
            double score = model.score().get(visible).get(size).value(clarity);
            int sure = DetectorModel.classOf(score, model.scoreEdges());
            double unit = BodySize.of(person);
            sightings.add(new Sighting(
                    near(part, joint, unit * model.jitter().get(sure).value(random.uniform()), score, image, random),
                    owner));
            double left = random.uniform() - model.duplicates()[0];
            for (int copy = 1; copy < model.duplicates().length && left > 0; copy++) {
                double off = unit * model.duplicateJitter().value(random.uniform());
                double less = Math.min(score, model.duplicateScore().value(random.uniform()));
                sightings.add(new Sighting(near(part, joint, off, less, image, random), owner));
                left -= model.duplicates()[copy];
            }
        }
    }

    private static Candidate near(int part, Joint joint, double off, double score, Image image, PortableRandom random) {
        double angle = 2 * Math.PI * random.uniform();
        return inside(
                part, joint.x() + off * StrictMath.cos(angle), joint.y() + off * StrictMath.sin(angle), score, image);
    }

    private static Candidate inside(int part, double x, double y, double score, Image image) {
        return new Candidate(
                part, Math.max(0, Math.min(image.width(), x)), Math.max(0, Math.min(image.height(), y)), score);
    }

    /** False detections, which are therefore not near a joint of their part. */
    private void imagine(Truth member, Image image, PortableRandom random, List<Sighting> sightings) {
        int crowd = DetectorModel.classOf(member.people().size(), model.crowdEdges());
        long count = Math.round(model.strays().get(crowd).value(random.uniform()));
        for (long i = 0; i < count; i++) {
            int part = drawn(model.strayOfPart(), random.uniform());
            double score = model.strayScore().value(random.uniform());
            boolean within = random.chance(model.strayInside());
            Candidate stray = anywhere(part, score, within, member, image, random);
            for (int trial = 1; trial < TRIALS && isJoint(stray, member); trial++) {
                stray = anywhere(part, score, within, member, image, random);
            }
            sightings.add(new Sighting(stray, Labels.NONE));
        }
    }

    private static Candidate anywhere(
            int part, double score, boolean within, Truth member, Image image, PortableRandom random) {
        Box box = new Box(0, 0, image.width(), image.height());
        if (within) {
            int person = (int) (random.uniform() * member.people().size());
            Box own = member.people().get(person).box();
            box = own == null ? box : own;
        }
        double x = box.left() + box.width() * random.uniform();
        double y = box.top() + box.height() * random.uniform();
        return inside(part, x, y, score, image);
    }

    private static boolean isJoint(Candidate seen, Truth member) {
        for (Person person : member.people()) {
            Joint joint = person.joints().get(seen.part());
            double off = Math.hypot(joint.x() - seen.x(), joint.y() - seen.y());
            if (joint.mark() != Mark.ABSENT && off <= DetectorEstimate.TOLERANCE * BodySize.of(person)) {
                return true;
            }
        }
        return false;
    }

    private static int drawn(double[] shares, double uniform) {
        double left = uniform;
        for (int i = 0; i < shares.length - 1; i++) {
            left -= shares[i];
            if (left < 0) {
                return i;
            }
        }
        return shares.length - 1;
    }

    private List<Edge> edges(List<Sighting> sightings, IdealField ideal, PortableRandom random) {
        List<Edge> edges = new ArrayList<>();
        for (int l = 0; l < Mpii.BODY.limbs().size(); l++) {
            Limb limb = Mpii.BODY.limbs().get(l);
            List<Sighting> as = ofPart(sightings, limb.a());
            List<Sighting> bs = ofPart(sightings, limb.b());
            double[][] affinity = new double[as.size()][bs.size()];
            for (int i = 0; i < as.size(); i++) {
                for (int j = 0; j < bs.size(); j++) {
                    affinity[i][j] = affinity(l, as.get(i), bs.get(j), ideal).value(random.uniform());
                }
            }
            edges.add(new Edge(limb.a(), limb.b(), affinity));
        }
        return edges;
    }

    private static List<Sighting> ofPart(List<Sighting> sightings, int part) {
        return sightings.stream().filter(s -> s.candidate().part() == part).toList();
    }

    private Quantiles affinity(int limb, Sighting from, Sighting to, IdealField ideal) {
        Candidate a = from.candidate();
        Candidate b = to.candidate();
        if (from.owner() == to.owner() && from.owner() != Labels.NONE) {
            int sure = DetectorModel.classOf(Math.min(a.score(), b.score()), model.sameEdges());
            return model.same().get(limb).get(sure);
        }
        int alike = DetectorModel.classOf(ideal.along(limb, a.x(), a.y(), b.x(), b.y()), model.idealEdges());
        int somebodys = (from.owner() == Labels.NONE ? 0 : 1) + (to.owner() == Labels.NONE ? 0 : 1);
        return model.across().get(somebodys).get(alike);
    }
}
