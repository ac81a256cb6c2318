package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** The field {@code anatomy} of every document that has one. */
public final class AnatomyJson {
    private AnatomyJson() {}

    /** Reads the object at which the source stands, the value of the document's field {@code anatomy}. */
    public static Anatomy read(JsonSource source) throws IOException {
        AnatomyDraft draft = new AnatomyDraft(source);
        draft.read();
        return draft.anatomy();
    }

    /** Reads the field {@code anatomy} of a file's first document, whatever else that is. */
    public static Anatomy ofFile(Path file) {
        return ofSource(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** The same of a source's first document; closes the source. */
    static Anatomy ofSource(JsonSource source) {
        return source.only("a document with the field anatomy", AnatomyJson::ofDocument);
    }

    private static Anatomy ofDocument(JsonSource source) throws IOException {
        Anatomy anatomy = null;
        JsonObject object = new JsonObject(source, List.of("anatomy"), "an object with the field anatomy");
        while (object.next()) {
            if (object.field().equals("anatomy")) {
                anatomy = read(source);
            } else {
                source.skip();
            }
        }
        if (anatomy == null) {
            throw source.bad("/anatomy", "nothing", "the anatomy: name, parts, majors and limbs");
        }
        return anatomy;
    }

    /** Writes field name and object. */
    public static void write(Anatomy anatomy, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("anatomy");
        json.writeStringField("name", anatomy.name());
        json.writeFieldName("parts");
        json.writeArray(anatomy.parts().toArray(String[]::new), 0, anatomy.size());
        json.writeArrayFieldStart("majors");
        for (int major : anatomy.majors()) {
            json.writeString(anatomy.parts().get(major));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("limbs");
        for (Limb limb : anatomy.limbs()) {
            String[] names = {anatomy.parts().get(limb.a()), anatomy.parts().get(limb.b())};
            json.writeArray(names, 0, 2);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
