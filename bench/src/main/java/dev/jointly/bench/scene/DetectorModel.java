package dev.jointly.bench.scene;

import dev.jointly.bench.measure.RecordFields;
import dev.jointly.io.Layout;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a detector, in numbers estimated by {@link DetectorEstimate}. Lengths are in body sizes.
 *
 * @param photos how many it was estimated from; joints likewise
 * @param sizeEdges where classes of people end, by size over the longer side of the image; one class more than edges
 * @param miss share of joints not found: row 0 of hidden ones, row 1 of visible ones, a column for each class of size
 * @param missOfPart how much more often than all together a joint of each part is missed
 * @param missKinship chance that a joint is found or missed as its person is, instead of by itself
 * @param scoreKinship chance that a joint is as clear as its person is, instead of by itself
 * @param score of joints found, hidden first, for each class of size
 * @param scoreEdges where classes of scores end
 * @param jitter how far from its joint a candidate is, for each class of score
 * @param duplicates share of the joints found that have one candidate, two, three
 * @param duplicateScore of the second and third; likewise duplicateJitter
 * @param crowdEdges where classes of images end, by number of people
 * @param strays number of false detections in an image, for each class of image
 * @param strayOfPart shares of the parts among them
 * @param strayInside share of them inside a box
 * @param sameEdges where classes of limbs end, by the lower score of the two ends
 * @param same affinity of two candidates of one person, for each limb and class of score
 * @param idealEdges where classes of pairs end, by what {@link IdealField} would measure
 * @param across affinity of two candidates that are not of one person, for each class of ideal: first where both are
 *     false, then where one is, then of two people
 */
record DetectorModel(
        int photos,
        int joints,
        double[] sizeEdges,
        double[][] miss,
        double[] missOfPart,
        double missKinship,
        double scoreKinship,
        List<List<Quantiles>> score,
        double[] scoreEdges,
        List<Quantiles> jitter,
        double[] duplicates,
        Quantiles duplicateScore,
        Quantiles duplicateJitter,
        double[] crowdEdges,
        List<Quantiles> strays,
        double[] strayOfPart,
        double strayInside,
        Quantiles strayScore,
        double[] sameEdges,
        List<List<Quantiles>> same,
        double[] idealEdges,
        List<List<Quantiles>> across) {
    static final String FORMAT = "jointly/detector@1";

    /** Position of the class a value belongs to. */
    static int classOf(double value, double[] edges) {
        int c = 0;
        while (c < edges.length && value >= edges[c]) {
            c++;
        }
        return c;
    }

    /** Reads what {@link #write} wrote. */
    static DetectorModel read(JsonValue json) {
        json.get("format", FORMAT).oneOf(List.of(FORMAT), FORMAT);
        return RecordFields.of(
                DetectorModel.class,
                field -> read(field.getType(), json.get(field.getName(), "a field of a detector")));
    }

    private static Object read(Class<?> type, JsonValue json) {
        if (type == int.class) {
            return json.integer("a whole number");
        }
        if (type == double.class) {
            return json.number("a number");
        }
        if (type == double[][].class) {
            return json.entries("a table", JsonValue::numbers).toArray(double[][]::new);
        }
        if (type == List.class) {
            // quantiles, or lists of them
            return json.entries(
                    "a list", inner -> read(inner.at(0, "a list").isList() ? List.class : Quantiles.class, inner));
        }
        return type == Quantiles.class ? new Quantiles(json.numbers()) : json.numbers();
    }

    /** Writes one document. */
    void write(OutputStream out) throws IOException {
        Map<String, @Nullable Object> document = Json.object("format", FORMAT);
        RecordFields.fields(this).forEach((name, value) -> document.put(name, json(value)));
        Layout.PRETTY.write(out, document);
    }

    private static Object json(Object value) {
        if (value instanceof Quantiles quantiles) {
            return quantiles.at();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(DetectorModel::json).toList();
        }
        return value instanceof Object[] rows ? Arrays.asList(rows) : value;
    }
}
