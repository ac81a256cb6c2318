package dev.jointly.io;

import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the cuts of a tree. Whether they are any good is left to the checker. */
final class CutReader {
    private static final List<String> FIELDS = List.of("use", "host");
    private static final String SET = "an array of detections";

    private CutReader() {}

    /** The list at which the source stands. */
    static List<Proof.Cut> cuts(JsonSource source) throws IOException {
        List<Proof.Cut> cuts = new ArrayList<>();
        source.array(Limits.DETECTIONS, "an array of cuts", () -> cuts.add(cut(source)));
        return cuts;
    }

    private static Proof.Cut cut(JsonSource source) throws IOException {
        int[] use = {};
        int[] host = {};
        JsonObject object = JsonObject.closed(source, FIELDS, "a cut, an object with use and host");
        while (object.next()) {
            if (object.field().equals("use")) {
                use = PriceReader.detections(source, SET);
            } else {
                host = PriceReader.detections(source, SET);
            }
        }
        object.require("use", SET);
        object.require("host", SET);
        return new Proof.Cut(use, host);
    }
}
