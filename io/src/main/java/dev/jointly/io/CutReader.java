package dev.jointly.io;

import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of cuts. Whether they are any good is left to the checker. */
final class CutReader {
    private static final List<String> BASE_FIELDS = List.of("use", "host", "sigma");
    private static final List<String> TREE_FIELDS = List.of("use", "host");
    private static final String CUTS = "an array of cuts";
    private static final String SET = "an array of detections";
    private static final String PRICE = "a price, a whole number of 64 bits";

    private final JsonSource source;
    private final CertificateFormat format;

    CutReader(JsonSource source, CertificateFormat format) {
        this.source = source;
        this.format = format;
    }

    /** The list at which the source stands, each cut with its price. */
    List<Proof.PricedCut> priced() throws IOException {
        List<Proof.PricedCut> cuts = new ArrayList<>();
        source.array(
                Limits.DETECTIONS, CUTS, () -> cuts.add(cut(BASE_FIELDS, "a cut, an object with use, host and sigma")));
        return cuts;
    }

    /** The list of a tree, whose leaves have the prices. */
    List<Proof.Cut> plain() throws IOException {
        List<Proof.Cut> cuts = new ArrayList<>();
        source.array(
                Limits.DETECTIONS,
                CUTS,
                () -> cuts.add(
                        cut(TREE_FIELDS, "a cut, an object with use and host").cut()));
        return cuts;
    }

    private Proof.PricedCut cut(List<String> fields, String expected) throws IOException {
        int[] use = {};
        int[] host = {};
        long sigma = 0;
        JsonObject object = new JsonObject(source, fields, expected, format.rule(null, fields));
        while (object.next()) {
            switch (object.field()) {
                case "use" -> use = PriceReader.detections(source, SET);
                case "host" -> host = PriceReader.detections(source, SET);
                case "sigma" -> sigma = PriceReader.price(source, PRICE);
                default -> source.skip();
            }
        }
        object.require("use", SET);
        object.require("host", SET);
        if (fields.contains("sigma")) {
            object.require("sigma", PRICE);
        }
        return new Proof.PricedCut(new Proof.Cut(use, host), sigma);
    }
}
