package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.JsonSource;
import dev.jointly.proof.Proof;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Parts of documents as separate texts, for tables that have a column for each. */
public final class JsonText {
    private JsonText() {}

    /** The certificate of a solution, as its file has it. */
    public static String certificate(Proof proof) {
        return text(json -> ProofJson.write(proof, json));
    }

    /** An object with the field {@code anatomy}, as a problem's file has it. */
    public static String anatomy(Anatomy anatomy) {
        return text(json -> {
            json.writeStartObject();
            AnatomyJson.write(anatomy, json);
            json.writeEndObject();
        });
    }

    /** What {@link #anatomy} wrote; the name is for messages. */
    public static Anatomy anatomy(String name, String text) {
        try (JsonSource source = JsonSource.of(name, new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            return AnatomyJson.ofSource(source);
        }
    }

    private static String text(Layout.Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Layout.LINE.generator(bytes)) {
            body.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(UTF_8);
    }
}
