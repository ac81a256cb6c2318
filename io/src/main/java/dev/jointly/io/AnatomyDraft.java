package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The body as read; checked once all of it is there. */
final class AnatomyDraft {
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
