package dev.jointly.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: 300s, 500ms, 1.5m, 1h, or a plain number of seconds. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?) ?(ms|s|m|h)?");

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "found '" + text + "' but expected a duration such as 300s, 500ms, 2m or 1h");
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        long nanos =
                switch (unit) {
                    case "ms" -> 1_000_000L;
                    case "m" -> 60_000_000_000L;
                    case "h" -> 3_600_000_000_000L;
                    default -> 1_000_000_000L;
                };
        BigDecimal total = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos));
        // about 292 years; who asks for more means "for ever"
        return Duration.ofNanos(total.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
    }
}
