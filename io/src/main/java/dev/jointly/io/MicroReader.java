package dev.jointly.io;

import dev.jointly.io.json.JsonSource;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads amounts of whole micro-units, as decimal text: a double could not tell one from its neighbours. */
final class MicroReader {
    static final String MICRO = "a number of whole micro-units (at most 6 decimals)";

    private static final String MAGNITUDE = "a number of magnitude below 9e12";
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private MicroReader() {}

    /** The current token, which must be an amount. */
    static long micro(JsonSource source) throws IOException {
        if (!source.parser().currentToken().isNumeric()) {
            throw source.bad(MICRO);
        }
        BigDecimal units;
        try {
            units = source.parser().getDecimalValue();
        } catch (NumberFormatException e) {
            // an exponent too large for BigDecimal
            throw source.bad(MAGNITUDE);
        }
        if (units.scale() == Integer.MIN_VALUE) {
            // an exponent of 2^31, which some versions of Java take and others do not
            throw source.bad(MAGNITUDE);
        }
        if (units.signum() == 0) {
            return 0;
        }
        // looks at the exponent first, or 1e999999999 would be written out in full
        long digitsBeforePoint = (long) units.precision() - units.scale();
        if (digitsBeforePoint > 13) {
            throw source.bad(MAGNITUDE);
        }
        BigDecimal micro = units.movePointRight(6).stripTrailingZeros();
        if (micro.scale() > 0) {
            throw source.bad(MICRO);
        }
        if (micro.abs().compareTo(LARGEST) > 0) {
            throw source.bad(MAGNITUDE);
        }
        return micro.longValueExact();
    }
}
