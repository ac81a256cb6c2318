package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.Limits;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Reads the numbers of a certificate: prices and detections. */
final class PriceReader {
    static final String PRICES = "an array of whole numbers";

    private PriceReader() {}

    /** The current token and what follows, which must be an array of prices. */
    static long[] prices(JsonSource source) throws IOException {
        LongStream.Builder prices = LongStream.builder();
        source.array(Limits.DETECTIONS, PRICES, () -> prices.add(price(source, "a whole number of 64 bits")));
        return prices.build().toArray();
    }

    /** The current token, which must be a price. */
    static long price(JsonSource source, String expected) throws IOException {
        JsonParser parser = source.parser();
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw source.bad(expected);
        }
        return parser.getLongValue();
    }

    /** The current token and what follows, which must be an array of indices. */
    static int[] detections(JsonSource source, String expected) throws IOException {
        IntStream.Builder detections = IntStream.builder();
        source.array(
                Limits.DETECTIONS,
                expected,
                () -> detections.add(source.integer("the index of a detection, a whole number from 0")));
        return detections.build().toArray();
    }
}
