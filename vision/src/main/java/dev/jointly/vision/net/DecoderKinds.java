package dev.jointly.vision.net;

import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The kinds of decoders, and how a card describes each. */
final class DecoderKinds {
    private static final Map<String, Kind> KINDS = new TreeMap<>(Map.of(
            "fields", FieldDecoder::read,
            "centres", CentreDecoder::read));

    /** Reads the description of one kind, an object. */
    @FunctionalInterface
    private interface Kind {
        DecoderDraft read(JsonSource source) throws IOException;
    }

    private DecoderKinds() {}

    /** Reads {@code {"kind": {...}}}: the only field is named as the kind. */
    static DecoderDraft read(JsonSource source) throws IOException {
        String expected = "an object with one field, one of " + KINDS.keySet();
        List<DecoderDraft> drafts = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.copyOf(KINDS.keySet()), expected);
        while (object.next()) {
            Kind kind = KINDS.get(object.field());
            if (kind == null || !drafts.isEmpty()) {
                throw source.bad(source.path(), "\"" + object.field() + "\"", expected);
            }
            drafts.add(kind.read(source));
        }
        if (drafts.isEmpty()) {
            throw source.bad(source.path(), "nothing", expected);
        }
        return drafts.get(0);
    }
}
