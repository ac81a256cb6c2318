package dev.jointly.vision.net;

import dev.jointly.anatomy.MirroredParts;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.vision.net.Peaks.Peak;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maps and affinity fields, as in OpenPose: a map of scores per part, and for some pairs of parts a field that points from
 * one to the other along the limb.
 *
 * @param affinities two maps each
 * @param offsets of the parts that have maps of where in a cell they are, as in DeepLabCut ("locref"); the place of other
 *     peaks is the vertex of the parabolas through their neighbours
 */
public record FieldDecoder(List<Affinity> affinities, List<Offset> offsets) implements Decoder {
    /** What a card says about its fields. */
    static final String EXPECTED = "an array of affinities {\"parts\", \"x\", \"y\"}";

    /** Points on the segment between two candidates at which a field is sampled. */
    private static final int POINTS = 10;

    /** A field counts as pointing along the segment above this, as in OpenPose. */
    private static final double POINTING = 0.05;

    static final String CHANNEL = "the number of a channel, from 0";
    static final JsonShape AFFINITY = JsonShape.of("an affinity {\"parts\", \"x\", \"y\"}", "parts", "x", "y");
    private static final String OFFSETS = "an array of offsets {\"part\", \"x\", \"y\", \"scale\"}";
    static final JsonShape SHAPE = JsonShape.of("an object with affinities")
            .with("affinities", Limit.of(ModelCard.MAX_CHANNELS, "entries"), AFFINITY)
            .with(
                    "offsets",
                    Limit.of(ModelCard.MAX_CHANNELS, "entries"),
                    JsonShape.of(OFFSETS, "part", "x", "y", "scale"));

    /**
     * Where a part is, seen from the cell that has its peak.
     *
     * @param x channel of the offset along x, and {@code y} likewise
     * @param scale pixels of the scaled image per unit of the channels
     */
    public record Offset(int part, int x, int y, double scale) {}

    /** The field from part a to part b, by position: the channels of its two components. */
    public record Affinity(int a, int b, int x, int y) {}

    public FieldDecoder {
        affinities = List.copyOf(affinities);
        offsets = List.copyOf(offsets);
    }

    @Override
    public void requireFits(List<ModelCard.Part> parts, ModelCard.Output output) {
        Set<Set<Integer>> pairs = new HashSet<>();
        for (Affinity affinity : affinities) {
            output.requireChannel(affinity.x());
            output.requireChannel(affinity.y());
            boolean known = affinity.a() >= 0
                    && affinity.a() < parts.size()
                    && affinity.b() >= 0
                    && affinity.b() < parts.size()
                    && affinity.a() != affinity.b();
            if (!known || !pairs.add(Set.of(affinity.a(), affinity.b()))) {
                throw new IllegalArgumentException(
                        "affinity of parts " + affinity.a() + " and " + affinity.b() + " must join two parts, once");
            }
        }
        Set<Integer> placed = new HashSet<>();
        for (Offset offset : offsets) {
            output.requireChannel(offset.x());
            output.requireChannel(offset.y());
            if (!placed.add(offset.part()) || !(offset.scale() > 0)) {
                throw new IllegalArgumentException("offsets of part "
                        + parts.get(offset.part()).name() + " with scale " + offset.scale()
                        + " must be there once, with a scale above 0");
            }
        }
    }

    @Override
    public boolean scoresPairs() {
        return !affinities.isEmpty();
    }

    @Override
    public boolean averages() {
        return offsets.isEmpty();
    }

    /** Left and right change places, and fields point the other way along x. */
    @Override
    public Optional<Mirror> mirror(ModelCard card) {
        Mirror mirror = Mirror.same(card.output().channels());
        int[] other = MirroredParts.of(card.partNames());
        for (int part = 0; part < other.length; part++) {
            int own = card.parts().get(part).channel();
            mirror.set(own, card.parts().get(other[part]).channel(), 1);
        }
        for (Affinity field : affinities) {
            Affinity twin = joining(other[field.a()], other[field.b()]);
            if (twin == null) {
                return Optional.empty();
            }
            int along = twin.a() == other[field.a()] ? 1 : -1;
            mirror.set(field.x(), twin.x(), -along);
            mirror.set(field.y(), twin.y(), along);
        }
        return Optional.of(mirror);
    }

    /** The field between two parts, in either direction. */
    private @Nullable Affinity joining(int one, int two) {
        for (Affinity field : affinities) {
            if ((field.a() == one && field.b() == two) || (field.a() == two && field.b() == one)) {
                return field;
            }
        }
        return null;
    }

    @Override
    public Found decode(ModelCard card, Maps maps, Cells cells) {
        List<List<Peaks.Peak>> peaks = new ArrayList<>();
        List<Evidence.Candidate> candidates = new ArrayList<>();
        for (int part = 0; part < card.parts().size(); part++) {
            List<Peaks.Peak> own = new ArrayList<>();
            for (Peaks.Peak peak : peaks(card, part, maps)) {
                double x = cells.x(peak.x());
                double y = cells.y(peak.y());
                if (cells.inside(x, y)) {
                    own.add(peak);
                    candidates.add(new Evidence.Candidate(part, x, y, peak.score()));
                }
            }
            peaks.add(own);
        }
        List<Evidence.Edge> edges = new ArrayList<>();
        for (Affinity field : affinities) {
            edges.add(edge(maps, field, peaks.get(field.a()), peaks.get(field.b())));
        }
        return new Found(candidates, edges);
    }

    private List<Peaks.Peak> peaks(ModelCard card, int part, Maps maps) {
        int channel = card.parts().get(part).channel();
        List<Peaks.Peak> peaks = card.output().logits()
                ? Peaks.of(maps.logistic(channel), 0, card.threshold())
                : Peaks.of(maps, channel, card.threshold());
        for (Offset offset : offsets) {
            if (offset.part() == part) {
                double cells = offset.scale() / card.output().stride();
                peaks = peaks.stream()
                        .map(peak -> moved(peak, offset, maps, cells))
                        .toList();
            }
        }
        return peaks;
    }

    private static Peak moved(Peak peak, Offset offset, Maps maps, double cells) {
        double x = peak.column() + cells * maps.at(offset.x(), peak.column(), peak.row());
        double y = peak.row() + cells * maps.at(offset.y(), peak.column(), peak.row());
        return new Peak(x, y, peak.score(), peak.column(), peak.row());
    }

    /** Reads the fields {@code affinities} and {@code offsets}. */
    static FieldDecoder read(JsonValue value, ToIntFunction<JsonValue> part) {
        List<Affinity> affinities = value.get("affinities", EXPECTED).entries(EXPECTED, one -> {
            List<JsonValue> two = ModelCardReader.two(one.get("parts", "the names of two parts"));
            return new Affinity(
                    part.applyAsInt(two.get(0)),
                    part.applyAsInt(two.get(1)),
                    one.integer("x", CHANNEL),
                    one.integer("y", CHANNEL));
        });
        List<Offset> offsets = value.entriesIfAny(
                "offsets",
                OFFSETS,
                one -> new Offset(
                        part.applyAsInt(one.get("part", OFFSETS)),
                        one.get("x", OFFSETS).integer(CHANNEL),
                        one.get("y", OFFSETS).integer(CHANNEL),
                        one.get("scale", OFFSETS).finite("a number of pixels above 0")));
        return new FieldDecoder(affinities, offsets);
    }

    /** How well candidates of two parts go together: what the field between them shows along each segment, ends included. */
    private static Evidence.Edge edge(Maps maps, Affinity field, List<Peak> from, List<Peak> to) {
        double[][] mean = new double[from.size()][to.size()];
        double[][] share = new double[from.size()][to.size()];
        double[][] least = new double[from.size()][to.size()];
        for (int i = 0; i < from.size(); i++) {
            for (int j = 0; j < to.size(); j++) {
                double[] samples = along(maps, field, from.get(i), to.get(j));
                mean[i][j] = Arrays.stream(samples).sum() / POINTS;
                share[i][j] = Arrays.stream(samples).filter(v -> v > POINTING).count() / (double) POINTS;
                least[i][j] = Arrays.stream(samples).min().orElse(0);
            }
        }
        return new Evidence.Edge(field.a(), field.b(), mean, share, least);
    }

    /** The field's component in the direction of the segment, at points from one end to the other. */
    private static double[] along(Maps maps, Affinity field, Peak from, Peak to) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double length = Math.hypot(dx, dy);
        double[] samples = new double[POINTS];
        // without a length there is no direction, and nothing to say
        for (int k = 0; k < POINTS && length > 0; k++) {
            double t = k / (POINTS - 1.0);
            double x = from.x() + t * dx;
            double y = from.y() + t * dy;
            samples[k] = (maps.between(field.x(), x, y) * dx + maps.between(field.y(), x, y) * dy) / length;
        }
        return samples;
    }
}
