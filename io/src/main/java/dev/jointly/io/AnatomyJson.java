package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.io.IOException;

/** The field {@code anatomy} of every document that has one. */
public final class AnatomyJson {
    private AnatomyJson() {}

    /** Reads the object at which the source stands, the value of the document's field {@code anatomy}. */
    public static Anatomy read(JsonSource source) throws IOException {
        AnatomyDraft draft = new AnatomyDraft(source);
        draft.read();
        return draft.anatomy();
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
