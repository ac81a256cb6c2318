package dev.jointly.vision.net;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Centres and regressions, as in CenterNet and MoveNet: a map of the centres of people, at each centre the size of the
 * person's box and where each joint should be, a map per joint, and at each joint its place within the cell. All maps of
 * parts are logits.
 *
 * <p>Of two centres that expect the same person the one with the higher score is kept. Each centre proposes one candidate for
 * each joint; other peaks of the maps are not used. The affinity of a centre and a joint falls with the distance of the
 * joint from where the centre expects it. The affinity of two joints of a limb is the best that one centre grants both.
 *
 * @param joints one for each part of the card but the centre
 */
public record CentreDecoder(Centre centre, List<Joint> joints) implements Decoder {
    /** From this likeness on, two centres expect the same person. Chosen on training images ({@code dev/evaluation.md}). */
    private static final double SAME_PERSON = 0.3;

    private static final String CENTRE = "a centre {\"part\", \"box\", \"offset\"}";
    private static final String JOINTS = "an array of joints {\"part\", \"regression\", \"offset\"}";
    static final JsonShape SHAPE = JsonShape.of("an object with centre and joints")
            .with("centre", JsonShape.of(CENTRE, "part", "box", "offset"))
            .with(
                    "joints",
                    Limit.of(ModelCard.MAX_CHANNELS, "entries"),
                    JsonShape.of(JOINTS, "part", "regression", "offset"));

    /** Channels of a value along x and along y. */
    public record Channels(int x, int y) {}

    /**
     * The part that is the centre of a person.
     *
     * @param box width and height of the person's box in cells
     * @param offset from the cell to the middle of the box, in cells
     */
    public record Centre(int part, Channels box, Channels offset) {}

    /**
     * A joint.
     *
     * @param regression at a centre: from its cell to the joint, in cells
     * @param offset at the joint: its place in the cell, from 0 to 1
     */
    public record Joint(int part, Channels regression, Channels offset) {}

    /** A candidate: in the maps, from the top left corner of the first cell, or in pixels of what the network is shown. */
    record Place(double x, double y, double score) {}

    public CentreDecoder {
        joints = List.copyOf(joints);
    }

    @Override
    public void requireFits(List<ModelCard.Part> parts, ModelCard.Output output) {
        output.requirePlain("centres");
        requireChannels(output, centre.box(), centre.offset());
        joints.forEach(joint -> requireChannels(output, joint.regression(), joint.offset()));
        requireEachOnce(centre.part(), parts(), parts);
    }

    /** Refuses a card that does not say of each part once that it is the centre or a joint. */
    static void requireEachOnce(int centre, List<Integer> joints, List<ModelCard.Part> parts) {
        Set<Integer> described = new HashSet<>(Set.of(centre));
        for (int joint : joints) {
            if (!described.add(joint)) {
                throw new IllegalArgumentException("part \"" + parts.get(joint).name() + "\" is described twice");
            }
        }
        for (int p = 0; p < parts.size(); p++) {
            if (!described.contains(p)) {
                throw new IllegalArgumentException(
                        "part \"" + parts.get(p).name() + "\" is neither the centre nor one of the joints");
            }
        }
    }

    private static void requireChannels(ModelCard.Output output, Channels... all) {
        for (Channels channels : all) {
            output.requireChannel(channels.x());
            output.requireChannel(channels.y());
        }
    }

    @Override
    public boolean scoresPairs() {
        return true;
    }

    @Override
    public Found decode(ModelCard card, Maps maps, Cells cells) {
        List<ExpectedPerson> people = people(card, maps);
        List<List<Place>> places = new ArrayList<>();
        List<Evidence.Candidate> candidates = new ArrayList<>();
        List<ExpectedPerson> inside = new ArrayList<>();
        for (int part = 0; part < card.parts().size(); part++) {
            List<Place> own = new ArrayList<>();
            Maps scores = maps.logistic(card.parts().get(part).channel());
            for (int cell : cells(part, scores, people)) {
                int column = cell % maps.width();
                int row = cell / maps.width();
                Channels offset = part == centre.part()
                        ? centre.offset()
                        : joints.get(parts().indexOf(part)).offset();
                double x = column + maps.at(offset.x(), column, row);
                double y = row + maps.at(offset.y(), column, row);
                // offsets are from the edge of a cell, not from its middle
                double photoX = cells.x(x - 0.5);
                double photoY = cells.y(y - 0.5);
                if (cells.inside(photoX, photoY)) {
                    double score = scores.at(0, column, row);
                    own.add(new Place(x, y, score));
                    candidates.add(new Evidence.Candidate(part, photoX, photoY, score));
                    if (part == centre.part()) {
                        inside.add(ExpectedPerson.of(this, maps, column, row));
                    }
                }
            }
            places.add(own);
        }
        return new Found(candidates, edges(card, inside, places));
    }

    /** What the centres expect, the highest score first, each person once. */
    List<ExpectedPerson> people(ModelCard card, Maps maps) {
        Maps scores = maps.logistic(card.parts().get(centre.part()).channel());
        List<ExpectedPerson> people = new ArrayList<>();
        Peaks.of(scores, 0, card.threshold()).stream()
                .sorted(Comparator.comparingDouble(peak -> -scores.at(0, peak.column(), peak.row())))
                .map(peak -> ExpectedPerson.of(this, maps, peak.column(), peak.row()))
                .filter(one -> people.stream().noneMatch(other -> one.likeness(other) >= SAME_PERSON))
                .forEachOrdered(people::add);
        return people;
    }

    /** The cells of the candidates of a part: the centres, or what they propose. Neighbouring cells are one proposal. */
    private List<Integer> cells(int part, Maps scores, List<ExpectedPerson> people) {
        List<Integer> cells = new ArrayList<>();
        for (ExpectedPerson one : people) {
            int cell = part == centre.part()
                    ? one.row() * scores.width() + one.column()
                    : one.cell(scores, parts().indexOf(part));
            if (part == centre.part() || cells.stream().noneMatch(other -> touch(cell, other, scores.width()))) {
                cells.add(cell);
            }
        }
        return cells;
    }

    private static boolean touch(int cell, int other, int width) {
        return Math.abs(cell % width - other % width) + Math.abs(cell / width - other / width) <= 1;
    }

    /** Those of the joints. */
    private List<Integer> parts() {
        return joints.stream().map(Joint::part).toList();
    }

    private List<Evidence.Edge> edges(ModelCard card, List<ExpectedPerson> people, List<List<Place>> places) {
        List<Evidence.Edge> ofCentre = edges(centre.part(), parts(), people, places);
        List<Evidence.Edge> edges = new ArrayList<>(ofCentre);
        for (Anatomy.Limb limb : limbs(card, centre.part())) {
            double[][] first = ofCentre.get(parts().indexOf(limb.a())).affinity();
            double[][] second = ofCentre.get(parts().indexOf(limb.b())).affinity();
            int rows = places.get(limb.a()).size();
            int columns = places.get(limb.b()).size();
            edges.add(new Evidence.Edge(limb.a(), limb.b(), shared(first, second, rows, columns)));
        }
        return edges;
    }

    /**
     * The affinities of centres and the joints that were found, one edge per joint.
     *
     * @param joints the part of each
     * @param people what each centre expects
     */
    static List<Evidence.Edge> edges(
            int centre, List<Integer> joints, List<ExpectedPerson> people, List<List<Place>> places) {
        List<Evidence.Edge> edges = new ArrayList<>();
        for (int j = 0; j < joints.size(); j++) {
            int joint = j;
            List<Place> found = places.get(joints.get(j));
            double[][] affinity = people.stream()
                    .map(one -> found.stream()
                            .mapToDouble(place -> one.affinity(joint, place.x(), place.y()))
                            .toArray())
                    .toArray(double[][]::new);
            edges.add(new Evidence.Edge(centre, joints.get(j), affinity));
        }
        return edges;
    }

    /** The limbs of two joints. */
    static List<Anatomy.Limb> limbs(ModelCard card, int centre) {
        return card.anatomy().map(Anatomy::limbs).orElse(List.of()).stream()
                .filter(limb -> limb.a() != centre && limb.b() != centre)
                .toList();
    }

    /** The best that one centre grants both; 0 without centres. */
    private static double[][] shared(double[][] first, double[][] second, int rows, int columns) {
        double[][] best = new double[rows][columns];
        for (int c = 0; c < first.length; c++) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    best[i][j] = Math.max(best[i][j], Math.min(first[c][i], second[c][j]));
                }
            }
        }
        return best;
    }

    /** Reads the fields {@code centre} and {@code joints}. */
    static CentreDecoder read(JsonValue value, ToIntFunction<JsonValue> part) {
        JsonValue centre = value.get("centre", CENTRE);
        return new CentreDecoder(
                new Centre(
                        part.applyAsInt(centre.get("part", "a part's name")),
                        channels(centre, "box"),
                        channels(centre, "offset")),
                value.get("joints", JOINTS)
                        .entries(
                                JOINTS,
                                joint -> new Joint(
                                        part.applyAsInt(joint.get("part", "a part's name")),
                                        channels(joint, "regression"),
                                        channels(joint, "offset"))));
    }

    static Channels channels(JsonValue value, String field) {
        List<JsonValue> two = value.get(field, "two channels [x, y]").exactly(2, "two channels [x, y]");
        return new Channels(two.get(0).integer(FieldDecoder.CHANNEL), two.get(1).integer(FieldDecoder.CHANNEL));
    }

    /**
     * What a network expects of the person around a centre, in cells: the size of the person, and where each joint should be.
     *
     * @param size square root of the area of the person's box, at least 1
     * @param x of each joint, in the order of the decoder, and {@code y} likewise
     */
    record ExpectedPerson(int column, int row, double size, double[] x, double[] y) {
        /** At this distance, in units of the size of the person, the affinity is one half. */
        private static final double NEAR = 0.1;

        /** Adds to every distance when a joint is looked for, so that scores count for something near the expected place. */
        private static final double SOFTENING = 1.8;

        static ExpectedPerson of(CentreDecoder decoder, Maps maps, int column, int row) {
            // a box is never smaller than a cell
            double width = Math.max(1, maps.at(decoder.centre().box().x(), column, row));
            double height = Math.max(1, maps.at(decoder.centre().box().y(), column, row));
            double[] x = new double[decoder.joints().size()];
            double[] y = new double[x.length];
            for (int j = 0; j < x.length; j++) {
                CentreDecoder.Channels regression = decoder.joints().get(j).regression();
                x[j] = column + maps.at(regression.x(), column, row);
                y[j] = row + maps.at(regression.y(), column, row);
            }
            return new ExpectedPerson(column, row, Math.sqrt(width * height), x, y);
        }

        /** How well a place fits a joint: 1 where it is expected, and falling with the distance. */
        double affinity(int joint, double placeX, double placeY) {
            return near(NEAR * size, Math.hypot(placeX - x[joint], placeY - y[joint]));
        }

        /** How much two centres expect the same person: the mean over the joints, 1 if all are expected in the same places. */
        double likeness(ExpectedPerson other) {
            double near = NEAR * Math.sqrt(size * other.size);
            double sum = 0;
            for (int j = 0; j < x.length; j++) {
                sum += near(near, Math.hypot(x[j] - other.x[j], y[j] - other.y[j]));
            }
            return sum / x.length;
        }

        private static double near(double half, double distance) {
            return half / (half + distance);
        }

        /**
         * The cell where this person's joint most likely is, as MoveNet's own decoder finds it: the highest score over distance
         * from the expected place. Looks in growing squares, until even a score of 1 would be too far away.
         *
         * @param scores one map, of values from 0 to 1
         */
        int cell(Maps scores, int joint) {
            int middleX = inside(x[joint], scores.width());
            int middleY = inside(y[joint], scores.height());
            double outside = Math.hypot(middleX - x[joint], middleY - y[joint]);
            int best = middleY * scores.width() + middleX;
            double most = 0;
            int rings = Math.max(scores.width(), scores.height());
            for (int ring = 0; ring < rings && most * (ring - outside + SOFTENING) <= 1; ring++) {
                for (int r = Math.max(0, middleY - ring); r <= Math.min(scores.height() - 1, middleY + ring); r++) {
                    boolean edge = Math.abs(r - middleY) == ring;
                    for (int c = middleX - ring; c <= middleX + ring; c += edge ? 1 : 2 * ring) {
                        if (c >= 0 && c < scores.width()) {
                            double value = scores.at(0, c, r) / (Math.hypot(c - x[joint], r - y[joint]) + SOFTENING);
                            if (value > most) {
                                most = value;
                                best = r * scores.width() + c;
                            }
                        }
                    }
                }
            }
            return best;
        }

        private static int inside(double place, int side) {
            return (int) Math.max(0, Math.min(side - 1, Math.round(place)));
        }
    }
}
