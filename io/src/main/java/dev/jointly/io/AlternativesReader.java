package dev.jointly.io;

import dev.jointly.track.PricedGrouping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a frame that has alternative groupings. Not thread-safe. */
final class AlternativesReader {
    private static final String CHOSEN = "the position of a grouping, from 0";
    private static final String GROUPINGS = "an array of groupings, at least one";
    private static final String DETECTIONS = "an array with the detections of each person of the frame";
    private static final String PERSON = "the number of a person of the frame, from 0";
    private static final String PRICE = "a whole number of micro-units from 0";

    private final JsonSource source;
    private final List<PricedGrouping> groupings = new ArrayList<>();
    private final List<List<Integer>> detections = new ArrayList<>();
    private int chosen;

    AlternativesReader(JsonSource source) {
        this.source = source;
    }

    void chosen() throws IOException {
        chosen = fromZero(CHOSEN);
    }

    void groupings() throws IOException {
        source.array(Limits.DETECTIONS, GROUPINGS, () -> groupings.add(grouping()));
        if (groupings.isEmpty()) {
            throw source.problem(source.path(), "found no groupings but expected " + GROUPINGS);
        }
    }

    void detections() throws IOException {
        source.array(Limits.DETECTIONS, DETECTIONS, () -> {
            List<Integer> ofPerson = new ArrayList<>();
            source.array(Limits.DETECTIONS, "an array of detections", () -> ofPerson.add(fromZero(ClaimReader.INDEX)));
            detections.add(ofPerson);
        });
    }

    private PricedGrouping grouping() throws IOException {
        long price = 0;
        List<Integer> people = new ArrayList<>();
        JsonObject object =
                new JsonObject(source, List.of("price", "people"), "a grouping, an object with price and people");
        while (object.next()) {
            switch (object.field()) {
                case "price" -> price = price();
                case "people" ->
                    source.array(Limits.DETECTIONS, "an array of people", () -> people.add(fromZero(PERSON)));
                default -> source.skip();
            }
        }
        object.require("price", PRICE);
        object.require("people", "an array of people");
        try {
            return new PricedGrouping(price, people);
        } catch (IllegalArgumentException e) {
            throw source.problem(source.path(), String.valueOf(e.getMessage()));
        }
    }

    private long price() throws IOException {
        long price = PriceReader.price(source, PRICE);
        if (price < 0) {
            throw source.bad(PRICE);
        }
        return price;
    }

    private int fromZero(String expected) throws IOException {
        int value = source.integer(expected);
        if (value < 0) {
            throw source.bad(expected);
        }
        return value;
    }

    /**
     * At the end of the frame.
     *
     * @param tracks how many poses of the frame have tracks
     * @return null if the frame has none of the fields
     */
    @Nullable
    FrameAlternatives end(JsonObject frame, int tracks) {
        if (!frame.has("chosen") && !frame.has("groupings") && !frame.has("detections")) {
            return null;
        }
        frame.require("chosen", CHOSEN);
        frame.require("groupings", GROUPINGS);
        frame.require("detections", DETECTIONS);
        String path = source.path();
        if (chosen >= groupings.size()) {
            throw source.bad(path + "/chosen", Integer.toString(chosen), "one of " + groupings.size() + " groupings");
        }
        Set<Integer> grouped = new TreeSet<>();
        groupings.forEach(grouping -> grouped.addAll(grouping.people()));
        List<Integer> people = IntStream.range(0, detections.size()).boxed().toList();
        if (!List.copyOf(grouped).equals(people)) {
            throw source.bad(
                    path + "/groupings",
                    "the people " + Excerpt.of(grouped.toString()),
                    "those that have detections, which are " + people.size() + ", each in some grouping");
        }
        if (groupings.get(chosen).people().size() != tracks) {
            throw source.bad(
                    path + "/tracks",
                    tracks + " entries",
                    groupings.get(chosen).people().size() + ", one for each person of the chosen grouping");
        }
        return new FrameAlternatives(groupings, chosen, detections);
    }
}
