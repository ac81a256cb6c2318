package dev.jointly.bench;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations in whole seconds or milliseconds: 60s, 500ms. */
final class BenchDurations implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return text.endsWith("ms")
                    ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                    : Duration.ofSeconds(Long.parseLong(text.replaceFirst("s$", "")));
        } catch (NumberFormatException e) {
            throw new TypeConversionException("found '" + text + "' but expected a duration such as 60s or 500ms");
        }
    }
}
