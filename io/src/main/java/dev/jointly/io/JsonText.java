package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonSource;
import dev.jointly.proof.Proof;
import java.io.ByteArrayInputStream;
import java.util.Map;

/** Parts of documents as separate texts, for tables that have a column for each. */
public final class JsonText {
    private JsonText() {}

    /** The certificate of a solution, as its file has it. */
    public static String certificate(Proof proof) {
        return Json.text(ProofJson.json(proof));
    }

    /** An object with the field {@code anatomy}, as a problem's file has it. */
    public static String anatomy(Anatomy anatomy) {
        return Json.text(Map.of("anatomy", AnatomyJson.json(anatomy)));
    }

    /** What {@link #anatomy} wrote; the name is for messages. */
    public static Anatomy anatomy(String name, String text) {
        try (JsonSource source = JsonSource.of(name, new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            return AnatomyJson.ofSource(source);
        }
    }
}
