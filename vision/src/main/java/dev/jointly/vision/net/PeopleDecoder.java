package dev.jointly.vision.net;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.vision.net.CentreDecoder.Channels;
import dev.jointly.vision.net.CentreDecoder.ExpectedPerson;
import dev.jointly.vision.net.CentreDecoder.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Whole people, as in YOLO-pose and RTMO: a list of hypotheses, each with a score, a box, and a place and a confidence for
 * every joint. Before non-maximum suppression there are many for each person, and they vote for candidates and pairs.
 *
 * <p>For a hypothesis h, s_h is its score, v_hp the confidence of its joint of part p, and size_h the square root of the
 * area of its box. Candidates of part p are clusters of the hypotheses' joints: in the order of s_h v_hp, a joint within
 * the radius times size_h of a candidate belongs to it, and any other is a candidate itself, of the score s_h v_hp. Of two
 * hypotheses that expect the same person the one with the higher score is a centre. The affinity of a centre and a joint
 * falls with the distance of the joint from where the centre expects it, as in {@link CentreDecoder}. That of two joints d
 * and e is the share of common voters, sum_h s_h k(h,d) k(h,e) / sum_h s_h max(k(h,d), k(h,e)), where k(h,d) =
 * v_hp exp(-(|d - joint_p(h)| / (width size_h))^2 / 2). {@code docs/your-network.md} has the measurements.
 *
 * @param suppressed whether the network suppresses hypotheses itself, so that few are left to vote
 */
public record PeopleDecoder(Centre centre, List<Joint> joints, boolean suppressed, Reach reach) implements Decoder {
    /** From this likeness on, two hypotheses expect the same person. 0.3 merges people in crowds, 0.5 keeps some twice. */
    static final double SAME_PERSON = 0.4;

    /** Joints are candidates from this share of the card's threshold on: hidden joints have a low confidence. */
    private static final double JOINT_SHARE = 1.0 / 3;

    /** Most hypotheses that vote, the best ones. */
    static final int MOST = 2_000;

    /** Farther from its joint than this, in units of the width, a vote is taken for 0; it is below 2e-8. */
    private static final double FAR = 6;

    private static final String CENTRE = "a centre {\"part\", \"box\"}";
    private static final String JOINTS = "an array of joints {\"part\", \"place\"}";
    static final JsonShape SHAPE = JsonShape.of("an object with centre and joints", "suppressed")
            .with("centre", JsonShape.of(CENTRE, "part", "corners", "classes").with("box", Limit.of(4, "entries")))
            .with("joints", Limit.of(ModelCard.MAX_CHANNELS, "entries"), JsonShape.of(JOINTS, "part", "place"));

    /**
     * The part that stands for a whole person; the score of a hypothesis is in its channel.
     *
     * @param box four channels, in pixels of what the network is shown
     * @param corners whether they are left, top, right and bottom; otherwise x and y of the middle, width and height
     * @param classes number of channels, from that of the part on, of which the highest is the score
     */
    public record Centre(int part, List<Integer> box, boolean corners, int classes) {
        public Centre {
            box = List.copyOf(box);
        }
    }

    /**
     * How far hypotheses reach, in units of their size.
     *
     * @param radius joints of one part that are nearer than this are one candidate
     * @param width how far a hypothesis votes around its joints
     */
    record Reach(double radius, double width) {
        static final Reach MEASURED = new Reach(0.1, 0.07);
    }

    /** A joint and the channels of its place. One that shares the centre's channel has no confidence of its own. */
    public record Joint(int part, Channels place) {}

    /**
     * A hypothesis.
     *
     * @param x of the middle of its box, and {@code y} likewise
     * @param pose the places of its joints, in the order of the decoder
     * @param confidence of each joint
     */
    record Hypothesis(double score, double x, double y, ExpectedPerson pose, double[] confidence) {
        double vote(int joint, Place place, double width) {
            double far = Math.hypot(place.x() - pose.x()[joint], place.y() - pose.y()[joint]) / (width * pose.size());
            return far > FAR ? 0 : confidence[joint] * Math.exp(-far * far / 2);
        }
    }

    public PeopleDecoder {
        joints = List.copyOf(joints);
    }

    @Override
    public void requireFits(List<ModelCard.Part> parts, ModelCard.Output output) {
        output.requirePlain("people");
        if (output.stride() != 1) {
            throw new IllegalArgumentException(
                    "stride " + output.stride() + " must be 1 for the kind people, whose places are in pixels");
        }
        centre.box().forEach(output::requireChannel);
        int score = parts.get(centre.part()).channel();
        if (centre.classes() < 1) {
            throw new IllegalArgumentException("classes " + centre.classes() + " must be 1 or more");
        }
        output.requireChannel(score + centre.classes() - 1);
        for (Joint joint : joints) {
            output.requireChannel(joint.place().x());
            output.requireChannel(joint.place().y());
        }
        CentreDecoder.requireEachOnce(centre.part(), parts(), parts);
        if (joints.isEmpty()) {
            throw new IllegalArgumentException("found no joints but expected at least one");
        }
    }

    @Override
    public Measure measure() {
        return Measure.VOTES;
    }

    @Override
    public boolean scoresPairs() {
        return true;
    }

    @Override
    public boolean readsLists() {
        return true;
    }

    @Override
    public Optional<String> note() {
        return suppressed
                ? Optional.of(
                        "unless it was exported otherwise, this network suppresses people behind people itself, and"
                                + " few hypotheses are left to vote: docs/your-network.md says how to export one that does not")
                : Optional.empty();
    }

    @Override
    public Found decode(ModelCard card, Maps maps, Cells cells) {
        List<Hypothesis> hypotheses = hypotheses(card, maps);
        List<Hypothesis> centres = centres(hypotheses, cells);
        List<List<Place>> places = new ArrayList<>();
        List<Evidence.Candidate> candidates = new ArrayList<>();
        for (int part = 0; part < card.parts().size(); part++) {
            List<Place> own = part == centre.part()
                    ? centres.stream()
                            .map(h -> new Place(h.x(), h.y(), h.score()))
                            .toList()
                    : places(hypotheses, parts().indexOf(part), JOINT_SHARE * card.threshold(), cells);
            places.add(own);
            for (Place place : own) {
                candidates.add(new Evidence.Candidate(
                        part, photoX(cells, place.x()), photoY(cells, place.y()), place.score()));
            }
        }
        return new Found(candidates, edges(card, hypotheses, centres, places));
    }

    /** Places are from the edge of a pixel, not from its middle. */
    private static double photoX(Cells cells, double x) {
        return cells.x(x - 0.5);
    }

    private static double photoY(Cells cells, double y) {
        return cells.y(y - 0.5);
    }

    private static boolean inside(Cells cells, double x, double y) {
        return cells.inside(photoX(cells, x), photoY(cells, y));
    }

    /** Those of at least the card's threshold, the highest score first. */
    List<Hypothesis> hypotheses(ModelCard card, Maps maps) {
        int channel = card.parts().get(centre.part()).channel();
        return IntStream.range(0, maps.width())
                .filter(cell -> score(maps, channel, cell) >= card.threshold())
                .boxed()
                .sorted(Comparator.comparingDouble(cell -> -score(maps, channel, cell)))
                .limit(MOST)
                .map(cell -> hypothesis(card, maps, cell))
                .toList();
    }

    private double score(Maps maps, int channel, int cell) {
        double best = 0;
        for (int c = channel; c < channel + centre.classes(); c++) {
            best = Math.max(best, maps.at(c, cell, 0));
        }
        return Math.min(1, best);
    }

    private Hypothesis hypothesis(ModelCard card, Maps maps, int cell) {
        double[] box =
                centre.box().stream().mapToDouble(c -> maps.at(c, cell, 0)).toArray();
        double width = centre.corners() ? box[2] - box[0] : box[2];
        double height = centre.corners() ? box[3] - box[1] : box[3];
        int channel = card.parts().get(centre.part()).channel();
        int count = joints.size();
        double[] x = new double[count];
        double[] y = new double[count];
        double[] confidence = new double[count];
        for (int j = 0; j < count; j++) {
            int own = card.parts().get(joints.get(j).part()).channel();
            x[j] = maps.at(joints.get(j).place().x(), cell, 0);
            y[j] = maps.at(joints.get(j).place().y(), cell, 0);
            confidence[j] = own == channel ? 1 : Math.max(0, Math.min(1, maps.at(own, cell, 0)));
        }
        double size = Math.sqrt(Math.max(1, width) * Math.max(1, height));
        return new Hypothesis(
                score(maps, channel, cell),
                centre.corners() ? box[0] + width / 2 : box[0],
                centre.corners() ? box[1] + height / 2 : box[1],
                new ExpectedPerson(0, 0, size, x, y),
                confidence);
    }

    /** What people there may be, the highest score first, each person once. */
    private static List<Hypothesis> centres(List<Hypothesis> hypotheses, Cells cells) {
        List<Hypothesis> centres = new ArrayList<>();
        for (Hypothesis one : hypotheses) {
            boolean seen = centres.stream().anyMatch(other -> one.pose().likeness(other.pose()) >= SAME_PERSON);
            if (!seen && centres.size() < Peaks.MOST && inside(cells, one.x(), one.y())) {
                centres.add(one);
            }
        }
        return centres;
    }

    /** The candidates of a joint, the highest score first. */
    private List<Place> places(List<Hypothesis> hypotheses, int joint, double threshold, Cells cells) {
        List<Place> places = new ArrayList<>();
        List<Hypothesis> best = hypotheses.stream()
                .filter(h -> h.score() * h.confidence()[joint] >= threshold)
                .filter(h -> inside(cells, h.pose().x()[joint], h.pose().y()[joint]))
                .sorted(Comparator.comparingDouble(h -> -h.score() * h.confidence()[joint]))
                .toList();
        for (Hypothesis h : best) {
            double x = h.pose().x()[joint];
            double y = h.pose().y()[joint];
            double near = reach.radius() * h.pose().size();
            if (places.size() < Peaks.MOST
                    && places.stream().noneMatch(other -> Math.hypot(other.x() - x, other.y() - y) <= near)) {
                places.add(new Place(x, y, h.score() * h.confidence()[joint]));
            }
        }
        return places;
    }

    /** Those of the joints. */
    private List<Integer> parts() {
        return joints.stream().map(Joint::part).toList();
    }

    private List<Evidence.Edge> edges(
            ModelCard card, List<Hypothesis> hypotheses, List<Hypothesis> centres, List<List<Place>> places) {
        List<ExpectedPerson> people = centres.stream().map(Hypothesis::pose).toList();
        List<Evidence.Edge> edges = new ArrayList<>(CentreDecoder.edges(centre.part(), parts(), people, places));
        for (Anatomy.Limb limb : CentreDecoder.limbs(card, centre.part())) {
            Votes first = votes(hypotheses, limb.a(), places);
            Votes second = votes(hypotheses, limb.b(), places);
            edges.add(new Evidence.Edge(limb.a(), limb.b(), first.shared(second)));
        }
        return edges;
    }

    private Votes votes(List<Hypothesis> hypotheses, int part, List<List<Place>> places) {
        return new Votes(hypotheses, parts().indexOf(part), places.get(part), reach.width());
    }

    /** What the hypotheses say of the candidates of one part. Few of them say anything of most. */
    private static final class Votes {
        private final List<Hypothesis> hypotheses;
        /** For each hypothesis the candidates it votes for, and with how much. */
        private final List<int[]> voted = new ArrayList<>();

        private final List<double[]> votes = new ArrayList<>();
        /** Of each candidate, sum_h s_h k(h,d). */
        private final double[] sums;

        Votes(List<Hypothesis> hypotheses, int joint, List<Place> places, double width) {
            this.hypotheses = hypotheses;
            sums = new double[places.size()];
            for (Hypothesis h : hypotheses) {
                double[] all = places.stream()
                        .mapToDouble(place -> h.vote(joint, place, width))
                        .toArray();
                int[] some =
                        IntStream.range(0, all.length).filter(i -> all[i] > 0).toArray();
                voted.add(some);
                votes.add(IntStream.of(some).mapToDouble(i -> all[i]).toArray());
                for (int i : some) {
                    sums[i] += h.score() * all[i];
                }
            }
        }

        /** The share of common voters of each two; the sum of the larger votes is that of both less that of the smaller. */
        double[][] shared(Votes other) {
            double[][] common = new double[sums.length][other.sums.length];
            double[][] smaller = new double[sums.length][other.sums.length];
            for (int h = 0; h < voted.size(); h++) {
                double score = hypotheses.get(h).score();
                for (int i = 0; i < voted.get(h).length; i++) {
                    for (int j = 0; j < other.voted.get(h).length; j++) {
                        double one = votes.get(h)[i];
                        double two = other.votes.get(h)[j];
                        int a = voted.get(h)[i];
                        int b = other.voted.get(h)[j];
                        common[a][b] += score * one * two;
                        smaller[a][b] += score * Math.min(one, two);
                    }
                }
            }
            for (int a = 0; a < sums.length; a++) {
                for (int b = 0; b < other.sums.length; b++) {
                    double larger = sums[a] + other.sums[b] - smaller[a][b];
                    common[a][b] = larger > 0 ? common[a][b] / larger : 0;
                }
            }
            return common;
        }
    }

    /** Reads the fields {@code centre}, {@code joints} and {@code suppressed}. */
    static PeopleDecoder read(JsonValue value, ToIntFunction<JsonValue> part) {
        JsonValue centre = value.get("centre", CENTRE);
        JsonValue box = centre.get("box", "the channels of a box");
        List<Integer> channels = new ArrayList<>();
        box.exactly(4, "the channels of a box").forEach(one -> channels.add(one.integer(FieldDecoder.CHANNEL)));
        return new PeopleDecoder(
                new Centre(
                        part.applyAsInt(centre.get("part", "a part's name")),
                        channels,
                        centre.ifAny("corners", JsonValue::truth, false),
                        centre.ifAny(
                                "classes", many -> many.integer(1, ModelCard.MAX_CHANNELS, "a number of channels"), 1)),
                value.get("joints", JOINTS)
                        .entries(
                                JOINTS,
                                joint -> new Joint(
                                        part.applyAsInt(joint.get("part", "a part's name")),
                                        CentreDecoder.channels(joint, "place"))),
                value.ifAny("suppressed", JsonValue::truth, false),
                Reach.MEASURED);
    }
}
