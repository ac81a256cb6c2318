package dev.jointly.io;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether one JSON schema allows all that another allows, as far as the words that ours use tell: fields may be added, and ranges
 * may grow. Nothing may change in a certificate.
 */
final class SchemaGrowth {
    private static final String CERTIFICATE = "#/$defs/certificate3";
    private static final Set<String> WORDS_ONLY = Set.of("description", "title", "default", "examples");
    private static final Set<String> AT_LEAST =
            Set.of("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties");
    private static final Set<String> AT_MOST =
            Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties");

    private final List<String> complaints = new ArrayList<>();
    private final Set<String> closed = new TreeSet<>();

    private SchemaGrowth() {}

    /** Paths of what is narrower than before, each with what it was and is. */
    static List<String> complaints(JsonNode before, JsonNode now) {
        SchemaGrowth growth = new SchemaGrowth();
        growth.close(before, CERTIFICATE);
        growth.schema("", before, now);
        return growth.complaints;
    }

    /** A definition that certificates use, and all that it uses. */
    private void close(JsonNode schema, String reference) {
        JsonNode definition = schema.at(reference.substring(1));
        if (!definition.isMissingNode() && closed.add(reference)) {
            definition.findValuesAsText("$ref").forEach(used -> close(schema, used));
        }
    }

    private void schema(String path, JsonNode before, JsonNode now) {
        Set<String> words = new TreeSet<>();
        before.fieldNames().forEachRemaining(words::add);
        now.fieldNames().forEachRemaining(words::add);
        words.removeAll(WORDS_ONLY);
        for (String word : words) {
            word(path + "/" + word, word, before.path(word), now.path(word));
        }
    }

    private void word(String path, String word, JsonNode before, JsonNode now) {
        boolean holds =
                switch (word) {
                    case "properties", "$defs" -> {
                        before.fieldNames()
                                .forEachRemaining(name -> part(path + "/" + name, before.get(name), now.path(name)));
                        yield true;
                    }
                    case "items", "additionalProperties" -> {
                        if (before.isObject() && now.isObject()) {
                            schema(path, before, now);
                            yield true;
                        }
                        yield now.isMissingNode() || before.equals(now);
                    }
                    case "required" -> contains(before, now);
                    case "enum" -> now.isMissingNode() || (before.isArray() && contains(now, before));
                    case "type" ->
                        before.equals(now)
                                || (before.asText().equals("integer")
                                        && now.asText().equals("number"));
                    default -> {
                        if (AT_LEAST.contains(word) || AT_MOST.contains(word)) {
                            int sign = AT_LEAST.contains(word) ? 1 : -1;
                            yield now.isMissingNode()
                                    || (before.isNumber()
                                            && sign * now.decimalValue().compareTo(before.decimalValue()) <= 0);
                        }
                        yield plain(before).equals(plain(now));
                    }
                };
        if (!holds) {
            complaints.add(path + ": " + before + " became " + now);
        }
    }

    private void part(String path, JsonNode before, JsonNode now) {
        if (now.isMissingNode()) {
            complaints.add(path + ": is gone");
        } else if (closed.contains("#" + path)) {
            if (!plain(before).equals(plain(now))) {
                complaints.add(path + ": changed inside the certificate");
            }
        } else {
            schema(path, before, now);
        }
    }

    /** Whether all of some are among others; a list that is not there is empty. */
    private static boolean contains(JsonNode all, JsonNode some) {
        Set<String> known = new TreeSet<>();
        all.forEach(one -> known.add(one.toString()));
        boolean found = true;
        for (JsonNode one : some) {
            found &= known.contains(one.toString());
        }
        return found;
    }

    /** Without what is for people. */
    private static JsonNode plain(JsonNode node) {
        if (node instanceof MissingNode) {
            return node;
        }
        JsonNode copy = node.deepCopy();
        copy.findParents("description").forEach(parent -> {
            if (parent.get("description").isTextual()) {
                ((ObjectNode) parent).remove("description");
            }
        });
        return copy;
    }
}
