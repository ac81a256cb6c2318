package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The anatomy as read; checked once it is complete. */
final class AnatomyDraft {
    private static final List<String> FIELDS = List.of("name", "parts", "majors", "limbs");
    private static final String LIMBS = "an array of limbs [\"part\", \"part\"]";

    /** A limb by the names of its parts. */
    record NamedLimb(String a, String b) {}

    String name = "";
    final List<String> parts = new ArrayList<>();
    final List<String> majors = new ArrayList<>();
    final List<NamedLimb> limbs = new ArrayList<>();

    private final JsonSource source;
    private final Map<String, Integer> positions = new HashMap<>();

    AnatomyDraft(JsonSource source) {
        this.source = source;
    }

    /** Takes in the object at which the source stands. */
    void read() throws IOException {
        JsonObject object = new JsonObject(source, FIELDS, "an object with name, parts, majors and limbs");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> name = source.name("the anatomy's name");
                case "parts" -> readNames(parts, "an array of part names");
                case "majors" -> readNames(majors, "an array of the names of the major parts");
                case "limbs" -> source.array(Limits.PARTS, "limbs", LIMBS, () -> limbs.add(limb()));
                default -> source.skip();
            }
        }
        object.require("name", "the anatomy's name");
        object.require("parts", "an array of part names");
        object.require("majors", "an array of the names of the major parts");
        object.require("limbs", LIMBS);
    }

    private void readNames(List<String> names, String expected) throws IOException {
        source.array(Limits.PARTS, "parts", expected, () -> names.add(source.name("a part's name")));
    }

    private NamedLimb limb() throws IOException {
        JsonParser parser = source.parser();
        source.expect(JsonToken.START_ARRAY, "a limb [\"part\", \"part\"]");
        parser.nextToken();
        String a = source.name("a part's name");
        parser.nextToken();
        String b = source.name("a part's name");
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the limb after two part names");
        }
        return new NamedLimb(a, b);
    }

    Anatomy anatomy() {
        for (String part : parts) {
            String path = "/anatomy/parts/" + positions.size();
            if (positions.put(part, positions.size()) != null) {
                throw source.bad(path, Excerpt.quoted(part) + " a second time", "every part once");
            }
        }
        if (parts.isEmpty()) {
            throw source.bad("/anatomy/parts", "an empty array", "at least one part");
        }
        List<Limb> edges = new ArrayList<>();
        for (int i = 0; i < limbs.size(); i++) {
            String path = "/anatomy/limbs/" + i + "/";
            edges.add(new Limb(
                    position(limbs.get(i).a(), path + 0), position(limbs.get(i).b(), path + 1)));
        }
        List<Integer> leads = majorPositions();
        try {
            return new Anatomy(name, parts, leads, edges);
        } catch (IllegalArgumentException e) {
            // everything else has been checked with its own path
            throw source.problem("/anatomy/limbs", "found limbs that are not a tree over the parts: " + e.getMessage());
        }
    }

    /** Position of a part named at {@code path}. */
    int position(String part, String path) {
        Integer position = positions.get(part);
        if (position == null) {
            String hint = Spelling.nearest(part, parts)
                    .map(meant -> " (maybe you meant \"" + meant + "\")")
                    .orElse("");
            throw source.bad(
                    path,
                    Excerpt.quoted(part),
                    "one of the anatomy's parts: " + Excerpt.of(String.join(", ", parts)) + hint);
        }
        return position;
    }

    private List<Integer> majorPositions() {
        String expected = "1 to " + Anatomy.MAX_MAJORS + " different parts";
        if (majors.isEmpty() || majors.size() > Anatomy.MAX_MAJORS) {
            throw source.bad("/anatomy/majors", majors.size() + " of them", expected);
        }
        Set<String> seen = new HashSet<>();
        List<Integer> leads = new ArrayList<>();
        for (String major : majors) {
            String path = "/anatomy/majors/" + leads.size();
            leads.add(position(major, path));
            if (!seen.add(major)) {
                throw source.bad(path, Excerpt.quoted(major) + " a second time", expected);
            }
        }
        return leads;
    }
}
