package dev.jointly.bench.scene;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

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
 * @param nobody number of false detections in an image, for each class of image
 * @param nobodyOfPart shares of the parts among them
 * @param nobodyInside share of them inside a box
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
        List<Quantiles> nobody,
        double[] nobodyOfPart,
        double nobodyInside,
        Quantiles nobodyScore,
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
        if (!json.at("format").text().equals(FORMAT)) {
            throw new BadInputException(
                    json.where() + "/format: found " + json.at("format").text() + " but expected " + FORMAT);
        }
        return new DetectorModel(
                json.at("photos").integer(),
                json.at("joints").integer(),
                json.at("sizeEdges").numbers(),
                json.at("miss").table(),
                json.at("missOfPart").numbers(),
                json.at("missKinship").number(),
                json.at("scoreKinship").number(),
                nested(json.at("score")),
                json.at("scoreEdges").numbers(),
                quantiles(json.at("jitter")),
                json.at("duplicates").numbers(),
                new Quantiles(json.at("duplicateScore").numbers()),
                new Quantiles(json.at("duplicateJitter").numbers()),
                json.at("crowdEdges").numbers(),
                quantiles(json.at("nobody")),
                json.at("nobodyOfPart").numbers(),
                json.at("nobodyInside").number(),
                new Quantiles(json.at("nobodyScore").numbers()),
                json.at("sameEdges").numbers(),
                nested(json.at("same")),
                json.at("idealEdges").numbers(),
                nested(json.at("across")));
    }

    private static List<Quantiles> quantiles(JsonValue list) {
        return Arrays.stream(list.table()).map(Quantiles::new).toList();
    }

    private static List<List<Quantiles>> nested(JsonValue list) {
        return list.all().stream().map(DetectorModel::quantiles).toList();
    }

    /** Writes one document. */
    void write(OutputStream out) throws IOException {
        Layout.PRETTY.write(out, json -> {
            Numbers numbers = new Numbers(json);
            json.writeStringField("format", FORMAT);
            json.writeNumberField("photos", photos);
            json.writeNumberField("joints", joints);
            numbers.field("sizeEdges", sizeEdges);
            numbers.field("miss", miss);
            numbers.field("missOfPart", missOfPart);
            json.writeNumberField("missKinship", missKinship);
            json.writeNumberField("scoreKinship", scoreKinship);
            numbers.nested("score", score);
            numbers.field("scoreEdges", scoreEdges);
            numbers.field("jitter", rows(jitter));
            numbers.field("duplicates", duplicates);
            numbers.field("duplicateScore", duplicateScore.at());
            numbers.field("duplicateJitter", duplicateJitter.at());
            numbers.field("crowdEdges", crowdEdges);
            numbers.field("nobody", rows(nobody));
            numbers.field("nobodyOfPart", nobodyOfPart);
            json.writeNumberField("nobodyInside", nobodyInside);
            numbers.field("nobodyScore", nobodyScore.at());
            numbers.field("sameEdges", sameEdges);
            numbers.nested("same", same);
            numbers.field("idealEdges", idealEdges);
            numbers.nested("across", across);
        });
    }

    private static double[][] rows(List<Quantiles> quantiles) {
        return quantiles.stream().map(Quantiles::at).toArray(double[][]::new);
    }

    /** Arrays of numbers as JSON. */
    private record Numbers(JsonGenerator json) {
        void field(String name, double[] row) throws IOException {
            json.writeFieldName(name);
            json.writeArray(row, 0, row.length);
        }

        void field(String name, double[][] rows) throws IOException {
            json.writeArrayFieldStart(name);
            for (double[] row : rows) {
                json.writeArray(row, 0, row.length);
            }
            json.writeEndArray();
        }

        void nested(String name, List<List<Quantiles>> lists) throws IOException {
            json.writeArrayFieldStart(name);
            for (List<Quantiles> list : lists) {
                json.writeStartArray();
                for (double[] row : rows(list)) {
                    json.writeArray(row, 0, row.length);
                }
                json.writeEndArray();
            }
            json.writeEndArray();
        }
    }
}
