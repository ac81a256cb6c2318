package dev.jointly.vision.net;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Centres and regressions, as in CenterNet and MoveNet: a map of the centres of people, at each centre the size of the
 * person's box and where each joint should be, a map per joint, and at each joint its place within the cell. All maps of
 * parts are logits.
 *
 * <p>The affinity of a centre and a joint falls with the distance of the joint from where the centre expects it. The affinity of
 * two joints of a limb is the best that one centre grants both.
 *
 * @param joints one for each part of the card but the centre
 */
public record CentreDecoder(Centre centre, List<Joint> joints) implements Decoder {
    /** At this distance, in units of the size of the box, the affinity is one half. */
    private static final double NEAR = 0.1;

    private static final String CENTRE = "a centre {\"part\", \"box\", \"offset\"}";
    private static final String JOINTS = "an array of joints {\"part\", \"regression\", \"offset\"}";

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

    /** A candidate in the maps. */
    private record Place(double x, double y, int column, int row) {}

    public CentreDecoder {
        joints = List.copyOf(joints);
    }

    @Override
    public void requireFits(List<ModelCard.Part> parts, ModelCard.Output output) {
        Set<Integer> described = new HashSet<>(Set.of(centre.part()));
        requireChannels(output, centre.box(), centre.offset());
        for (Joint joint : joints) {
            requireChannels(output, joint.regression(), joint.offset());
            if (!described.add(joint.part())) {
                throw new IllegalArgumentException(
                        "part \"" + parts.get(joint.part()).name() + "\" is described twice");
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
        List<List<Place>> places = new ArrayList<>();
        List<Evidence.Candidate> candidates = new ArrayList<>();
        for (int part = 0; part < card.parts().size(); part++) {
            List<Place> own = new ArrayList<>();
            Maps scores = maps.logistic(card.parts().get(part).channel());
            for (Peaks.Peak peak : Peaks.of(scores, 0, card.threshold())) {
                Channels offset = offset(part);
                double x = peak.column() + maps.at(offset.x(), peak.column(), peak.row());
                double y = peak.row() + maps.at(offset.y(), peak.column(), peak.row());
                // offsets are from the edge of a cell, not from its middle
                double photoX = cells.x(x - 0.5);
                double photoY = cells.y(y - 0.5);
                if (cells.inside(photoX, photoY)) {
                    own.add(new Place(x, y, peak.column(), peak.row()));
                    candidates.add(
                            new Evidence.Candidate(part, photoX, photoY, scores.at(0, peak.column(), peak.row())));
                }
            }
            places.add(own);
        }
        return new Found(candidates, edges(card, maps, places));
    }

    private Channels offset(int part) {
        return part == centre.part() ? centre.offset() : joint(part).offset();
    }

    private Joint joint(int part) {
        return joints.stream().filter(joint -> joint.part() == part).findFirst().orElseThrow();
    }

    private List<Evidence.Edge> edges(ModelCard card, Maps maps, List<List<Place>> places) {
        double[][][] expected = new double[places.size()][][];
        List<Evidence.Edge> edges = new ArrayList<>();
        for (Joint joint : joints) {
            double[][] affinity = affinities(maps, joint, places.get(centre.part()), places.get(joint.part()));
            expected[joint.part()] = affinity;
            edges.add(new Evidence.Edge(centre.part(), joint.part(), affinity));
        }
        for (Anatomy.Limb limb : card.anatomy().map(Anatomy::limbs).orElse(List.of())) {
            if (limb.a() != centre.part() && limb.b() != centre.part()) {
                int rows = places.get(limb.a()).size();
                int columns = places.get(limb.b()).size();
                edges.add(new Evidence.Edge(
                        limb.a(), limb.b(), shared(expected[limb.a()], expected[limb.b()], rows, columns)));
            }
        }
        return edges;
    }

    /** A row per centre, a column per joint. */
    private double[][] affinities(Maps maps, Joint joint, List<Place> centres, List<Place> found) {
        double[][] affinity = new double[centres.size()][found.size()];
        for (int c = 0; c < affinity.length; c++) {
            int column = centres.get(c).column();
            int row = centres.get(c).row();
            double x = column + maps.at(joint.regression().x(), column, row);
            double y = row + maps.at(joint.regression().y(), column, row);
            // a box is never smaller than a cell
            double width = Math.max(1, maps.at(centre.box().x(), column, row));
            double height = Math.max(1, maps.at(centre.box().y(), column, row));
            double near = NEAR * Math.sqrt(width * height);
            for (int j = 0; j < affinity[c].length; j++) {
                double distance = Math.hypot(found.get(j).x() - x, found.get(j).y() - y);
                affinity[c][j] = near / (near + distance);
            }
        }
        return affinity;
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

    /** Reads {@code {"centre": {...}, "joints": [...]}}. */
    static DecoderDraft read(JsonSource source) throws IOException {
        List<Named> joints = new ArrayList<>();
        Named[] middle = new Named[1];
        JsonObject object = new JsonObject(source, List.of("centre", "joints"), "an object with centre and joints");
        while (object.next()) {
            switch (object.field()) {
                case "centre" -> middle[0] = named(source, "box", CENTRE);
                case "joints" ->
                    source.array(
                            ModelCard.MOST_CHANNELS, JOINTS, () -> joints.add(named(source, "regression", JOINTS)));
                default -> source.skip();
            }
        }
        object.require("centre", CENTRE);
        object.require("joints", JOINTS);
        Named own = middle[0];
        return positions -> new CentreDecoder(
                new Centre(positions.of(own.part(), own.path()), own.first(), own.offset()),
                joints.stream()
                        .map(joint ->
                                new Joint(positions.of(joint.part(), joint.path()), joint.first(), joint.offset()))
                        .toList());
    }

    /** A part by name, with the channels of its box or regression, and of its offset. */
    private record Named(String path, String part, Channels first, Channels offset) {}

    private static Named named(JsonSource source, String first, String expected) throws IOException {
        String path = source.path() + "/part";
        String part = "";
        Channels firstChannels = new Channels(0, 0);
        Channels offset = new Channels(0, 0);
        JsonObject object = new JsonObject(source, List.of("part", first, "offset"), expected);
        while (object.next()) {
            if (object.field().equals("part")) {
                part = source.name("a part's name");
            } else if (object.field().equals(first)) {
                firstChannels = channels(source);
            } else if (object.field().equals("offset")) {
                offset = channels(source);
            } else {
                source.skip();
            }
        }
        object.require("part", "a part's name");
        object.require(first, "two channels [x, y]");
        object.require("offset", "two channels [x, y]");
        return new Named(path, part, firstChannels, offset);
    }

    private static Channels channels(JsonSource source) throws IOException {
        List<Integer> two = new ArrayList<>();
        source.array(2, "two channels [x, y]", () -> two.add(source.integer("the number of a channel, from 0")));
        if (two.size() != 2) {
            throw source.bad("two channels [x, y]");
        }
        return new Channels(two.get(0), two.get(1));
    }
}
