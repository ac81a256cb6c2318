package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The margins of a solution. What is well formed but false is left to the checker. Written, they are a list with their proofs, and
 * numbers beside the poses and joints they are about.
 */
final class MarginJson {
    private static final String POSE = "the index of a pose, a whole number from 0";
    private static final String AMOUNT = JsonValue.MICRO + " that is not negative";
    private static final String PRICE = "a price [detection, lambda1, lambda3]";

    /** Margins are about single poses: all of them together have a few pins and prices per detection. */
    private static final Limit TERMS =
            Limit.inAll(Limits.DETECTIONS, Limits.MARGIN_TERMS, "pins and prices of margins");

    static final JsonShape SHAPE = JsonShape.of(
                    "a margin, an object with pose, pins and atLeast",
                    "pose",
                    "detection",
                    "pins",
                    "atLeast",
                    "atMost",
                    "fixed",
                    "prices",
                    "certificate")
            .with("pins", TERMS, EditReader.PIN)
            .with("prices", TERMS)
            .with("certificate", ProofJson.SHAPE);

    /** Stands for the person as a whole. */
    private static final int PERSON = -1;

    private final List<Margin> margins;
    private final Map<Place, Margin> byPlace = new HashMap<>();

    private record Place(int pose, int joint) {}

    MarginJson(List<Margin> margins) {
        this.margins = List.copyOf(margins);
        margins.forEach(
                margin -> byPlace.put(new Place(margin.pose(), margin.joint().orElse(PERSON)), margin));
    }

    /** One margin of a solution. */
    static Margin of(JsonValue margin) {
        int pose = margin.index("pose", POSE);
        List<Pin> pins = EditReader.pins(margin);
        long atLeast = amount(margin.get("atLeast", AMOUNT));
        if (margin.has("prices") && margin.has("certificate")) {
            throw margin.problem("found prices beside a certificate but expected one of them at most");
        }
        List<MarginClaim.Price> prices =
                margin.entriesIfAny("prices", "an array of prices [detection, lambda1, lambda3]", MarginJson::price);
        Proof proof = margin.has("certificate") ? ProofJson.of(margin) : null;
        OptionalLong atMost =
                margin.has("atMost") ? OptionalLong.of(amount(margin.get("atMost", AMOUNT))) : OptionalLong.empty();
        return new Margin(
                pose,
                margin.indexIfAny("detection", EditReader.INDEX),
                new MarginClaim(pins, atLeast, prices, proof),
                atMost,
                margin.ifAny("fixed", JsonValue::truth, false));
    }

    private static long amount(JsonValue value) {
        long amount = value.micro();
        if (amount < 0) {
            throw value.bad(AMOUNT);
        }
        return amount;
    }

    private static MarginClaim.Price price(JsonValue price) {
        int detection = price.at(0, PRICE).integer(EditReader.INDEX);
        long lambda1 = price.at(1, PRICE).whole(PRICE);
        long lambda3 = price.at(2, PRICE).whole(PRICE);
        price.requireEnd(3, "the end of the price after [detection, lambda1, lambda3]");
        return new MarginClaim.Price(detection, lambda1, lambda3);
    }

    /** The field {@code margin} of a pose, if it is known. */
    Optional<Object> ofPose(int pose) {
        return ofJoint(pose, PERSON);
    }

    /** The field {@code margin} of a joint, if it is known. */
    Optional<Object> ofJoint(int pose, int detection) {
        return Optional.ofNullable(byPlace.get(new Place(pose, detection)))
                .map(margin -> Micro.decimal(margin.atLeast()));
    }

    /** The field {@code margins}, if there are any. */
    Optional<Object> list() {
        return Json.when(!margins.isEmpty(), margins.stream().map(MarginJson::json));
    }

    private static Map<String, @Nullable Object> json(Margin margin) {
        MarginClaim claim = margin.claim();
        Stream<?> prices =
                claim.prices().stream().map(price -> new long[] {price.detection(), price.lambda1(), price.lambda3()});
        return Json.object(
                "pose", margin.pose(),
                "detection", margin.joint(),
                "pins", claim.pins().stream().map(ProblemWriter::pin),
                "atLeast", Micro.decimal(claim.atLeast()),
                "atMost", margin.atMost().stream().mapToObj(Micro::decimal).findFirst(),
                "fixed", Json.when(margin.fixed(), true),
                "prices", Json.when(!claim.prices().isEmpty(), prices),
                "certificate", Optional.ofNullable(claim.proof()).map(ProofJson::json));
    }

    /**
     * Whether margins are about the poses and detections that they name. The checker looks at pins alone: a true claim about one
     * joint must not pass for a claim about another.
     */
    static final class MarginLabels {
        private final String where;
        private final List<ClaimedPose> poses;
        private final Anatomy anatomy;

        /** @param where how messages begin */
        MarginLabels(String where, List<ClaimedPose> poses, Anatomy anatomy) {
            this.where = where;
            this.poses = poses;
            this.anatomy = anatomy;
        }

        /** @throws BadInputException if the pins of the margin with this number are not those of its pose and detection */
        void check(int number, Margin margin) {
            String path = "/margins/" + number;
            if (margin.pose() >= poses.size()) {
                throw bad(
                        path + "/pose",
                        Integer.toString(margin.pose()),
                        "the index of one of " + poses.size() + " poses");
            }
            ClaimedPose pose = poses.get(margin.pose());
            Set<Integer> members = Stream.concat(
                            pose.global().values().stream(),
                            pose.local().values().stream().flatMap(List::stream))
                    .collect(Collectors.toSet());
            if (margin.joint().isEmpty()) {
                Set<Pin> skips = members.stream().map(Pin.Skip::new).collect(Collectors.toSet());
                requirePins(path, margin, skips, "skip of every detection of pose " + margin.pose());
                return;
            }
            int joint = margin.joint().getAsInt();
            Optional<Integer> lead = anatomy.lead(pose.global());
            if (lead.isEmpty()) {
                return; // the checker rejects such a pose
            }
            if (!members.contains(joint) || lead.get() == joint) {
                throw bad(
                        path + "/detection",
                        Integer.toString(joint),
                        "a detection of pose " + margin.pose() + " other than the one that leads it, " + lead.get());
            }
            String expected = "one pin, {\"apart\": [" + lead.get() + ", " + joint + "]}";
            boolean turned = margin.claim().pins().equals(List.of(new Pin.Apart(joint, lead.get())));
            requirePins(
                    path,
                    margin,
                    Set.of(turned ? new Pin.Apart(joint, lead.get()) : new Pin.Apart(lead.get(), joint)),
                    expected);
        }

        private void requirePins(String path, Margin margin, Set<Pin> expected, String words) {
            List<Pin> pins = margin.claim().pins();
            // each of them once
            if (pins.size() != expected.size() || !new HashSet<>(pins).equals(expected)) {
                throw bad(path + "/pins", "other pins", words);
            }
        }

        private BadInputException bad(String path, String found, String expected) {
            return new BadInputException(where + path + ": found " + found + " but expected " + expected);
        }
    }
}
