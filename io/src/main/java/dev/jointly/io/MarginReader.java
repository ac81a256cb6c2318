package dev.jointly.io;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Pin;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the margins of a solution. What is well formed but false is left to the checker. */
final class MarginReader {
    private static final List<String> FIELDS =
            List.of("pose", "detection", "pins", "atLeast", "atMost", "fixed", "prices", "certificate");
    private static final String MARGIN = "a margin, an object with pose, pins and atLeast";
    private static final String POSE = "the index of a pose, a whole number from 0";
    private static final String AMOUNT = MicroReader.MICRO + " that is not negative";
    private static final String PRICE = "a price [detection, lambda1, lambda3]";

    private final JsonSource source;
    private int terms;

    MarginReader(JsonSource source) {
        this.source = source;
    }

    /**
     * The current token and what follows, which must be an array of margins.
     *
     * @param margins to which they are added
     */
    void read(List<Margin> margins) throws IOException {
        source.array(Limits.DETECTIONS, "an array of margins", () -> margins.add(margin()));
    }

    private Margin margin() throws IOException {
        int pose = 0;
        OptionalInt joint = OptionalInt.empty();
        List<Pin> pins = List.of();
        long atLeast = 0;
        OptionalLong atMost = OptionalLong.empty();
        boolean fixed = false;
        List<MarginClaim.Price> prices = List.of();
        @Nullable Proof proof = null;
        JsonObject object = new JsonObject(source, FIELDS, MARGIN);
        while (object.next()) {
            switch (object.field()) {
                case "pose" -> pose = notNegative(POSE);
                case "detection" -> joint = OptionalInt.of(notNegative(ClaimReader.INDEX));
                case "pins" -> pins = pins();
                case "atLeast" -> atLeast = amount();
                case "atMost" -> atMost = OptionalLong.of(amount());
                case "fixed" -> fixed = truth();
                case "prices" -> prices = prices();
                case "certificate" -> proof = new ProofReader(source).read();
                default -> source.skip();
            }
        }
        object.require("pose", POSE);
        object.require("pins", "an array of pins");
        object.require("atLeast", AMOUNT);
        if (object.has("prices") && object.has("certificate")) {
            throw source.problem(source.path(), "found prices beside a certificate but expected one of them at most");
        }
        return new Margin(pose, joint, new MarginClaim(pins, atLeast, prices, proof), atMost, fixed);
    }

    private List<Pin> pins() throws IOException {
        List<PinDraft> read = new ArrayList<>();
        new PinReader(source).read(read);
        count(read.size());
        return read.stream().map(PinDraft::pin).toList();
    }

    private long amount() throws IOException {
        long amount = MicroReader.micro(source);
        if (amount < 0) {
            throw source.bad(AMOUNT);
        }
        return amount;
    }

    private boolean truth() {
        JsonToken token = source.parser().currentToken();
        if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
            throw source.bad("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    private List<MarginClaim.Price> prices() throws IOException {
        List<MarginClaim.Price> prices = new ArrayList<>();
        source.array(Limits.DETECTIONS, "an array of prices [detection, lambda1, lambda3]", () -> prices.add(price()));
        count(prices.size());
        return prices;
    }

    private MarginClaim.Price price() throws IOException {
        source.expect(JsonToken.START_ARRAY, PRICE);
        source.parser().nextToken();
        int detection = source.integer(ClaimReader.INDEX);
        source.parser().nextToken();
        long lambda1 = PriceReader.price(source, PRICE);
        source.parser().nextToken();
        long lambda3 = PriceReader.price(source, PRICE);
        if (source.parser().nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the price after [detection, lambda1, lambda3]");
        }
        return new MarginClaim.Price(detection, lambda1, lambda3);
    }

    private int notNegative(String expected) throws IOException {
        int number = source.integer(expected);
        if (number < 0) {
            throw source.bad(expected);
        }
        return number;
    }

    /** Margins are about single poses: all of them together have a few pins and prices per detection. */
    private void count(int more) {
        terms += more;
        if (terms > Limits.MARGIN_TERMS) {
            throw source.problem(
                    source.path(),
                    "found more than " + Limits.MARGIN_TERMS
                            + " pins and prices of margins but expected at most that many");
        }
    }
}
