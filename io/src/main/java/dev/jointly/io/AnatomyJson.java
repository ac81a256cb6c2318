package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.io.json.Spelling;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The field {@code anatomy} of every document that has one. */
public final class AnatomyJson {
    /** What the field has. */
    public static final JsonShape SHAPE = JsonShape.of("an object with name, parts, majors and limbs", "name")
            .with("parts", Limit.of(Limits.PARTS, "parts"))
            .with("majors", Limit.of(Limits.PARTS, "parts"))
            .with("limbs", Limit.of(Limits.PARTS, "limbs"));

    private static final String EXPECTED = "the anatomy: name, parts, majors and limbs";
    private static final String PART = "a part's name";
    private static final String PARTS = "an array of part names";
    private static final String MAJORS = "an array of the names of the major parts";
    private static final String LIMBS = "an array of limbs [\"part\", \"part\"]";

    private AnatomyJson() {}

    /** The field {@code anatomy} of a document, which must be there. */
    public static Anatomy of(JsonValue document) {
        JsonValue value = document.get("anatomy", EXPECTED);
        String name = value.name("name", "the anatomy's name");
        JsonValue listed = value.get("parts", PARTS);
        List<String> parts = new ArrayList<>();
        for (JsonValue part : listed.entries(PARTS)) {
            if (parts.contains(part.name(PART))) {
                throw part.bad(Excerpt.quoted(part.name(PART)) + " a second time", "every part once");
            }
            parts.add(part.name(PART));
        }
        if (parts.isEmpty()) {
            throw listed.bad("an empty array", "at least one part");
        }
        JsonValue limbs = value.get("limbs", LIMBS);
        List<Integer> majors = majors(value.get("majors", MAJORS), parts);
        List<Limb> edges = limbs.entries(LIMBS, limb -> limb(limb, parts));
        try {
            return new Anatomy(name, parts, majors, edges);
        } catch (IllegalArgumentException e) {
            // everything else has been checked in its own place
            throw limbs.problem("found limbs that are not a tree over the parts: " + e.getMessage());
        }
    }

    private static Limb limb(JsonValue limb, List<String> parts) {
        String expected = "a limb [\"part\", \"part\"]";
        int a = position(limb.at(0, expected, PART), parts);
        int b = position(limb.at(1, expected, PART), parts);
        limb.requireEnd(2, "the end of the limb after two part names");
        return new Limb(a, b);
    }

    private static List<Integer> majors(JsonValue value, List<String> parts) {
        List<JsonValue> names = value.entries(MAJORS);
        String expected = "1 to " + Anatomy.MAX_MAJORS + " different parts";
        if (names.isEmpty() || names.size() > Anatomy.MAX_MAJORS) {
            throw value.bad(names.size() + " of them", expected);
        }
        List<Integer> majors = new ArrayList<>();
        for (JsonValue name : names) {
            int major = position(name, parts);
            if (majors.contains(major)) {
                throw name.bad(Excerpt.quoted(parts.get(major)) + " a second time", expected);
            }
            majors.add(major);
        }
        return majors;
    }

    private static int position(JsonValue part, List<String> parts) {
        int position = parts.indexOf(part.name(PART));
        if (position < 0) {
            throw part.bad(oneOf(parts, part.name(PART)));
        }
        return position;
    }

    /** What is expected where a name is not that of a part. */
    static String oneOf(List<String> parts, String found) {
        return "one of the anatomy's parts: " + Excerpt.of(String.join(", ", parts))
                + Spelling.nearest(found, parts)
                        .map(meant -> " (maybe you meant \"" + meant + "\")")
                        .orElse("");
    }

    /** Reads the field {@code anatomy} of a file's first document, whatever else that is. */
    public static Anatomy ofFile(Path file) {
        return ofSource(JsonSource.open(file.toString(), InputStream.nullInputStream()));
    }

    /** The same of a source's first document; closes the source. */
    static Anatomy ofSource(JsonSource source) {
        return source.only(
                "a document with the field anatomy",
                JsonShape.of("an object with the field anatomy").with("anatomy", SHAPE),
                AnatomyJson::of);
    }

    /** An object with the field {@code anatomy}, for tables that have a column for it. */
    public static String text(Anatomy anatomy) {
        return Json.text(Map.of("anatomy", json(anatomy)));
    }

    /** What {@link #text} wrote; the name is for messages. */
    public static Anatomy ofText(String name, String text) {
        return ofSource(JsonSource.of(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** What the field is written as. */
    public static Map<String, @Nullable Object> json(Anatomy anatomy) {
        List<String> parts = anatomy.parts();
        return Json.object(
                "name", anatomy.name(),
                "parts", parts,
                "majors", anatomy.majors().stream().map(parts::get).toList(),
                "limbs",
                        anatomy.limbs().stream()
                                .map(limb -> List.of(parts.get(limb.a()), parts.get(limb.b())))
                                .toList());
    }
}
