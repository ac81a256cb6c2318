package dev.jointly.cli;

import dev.jointly.generate.Crowding;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Crowding by name, in lower case. */
final class Crowdings implements ITypeConverter<Crowding>, Iterable<String> {
    @Override
    public Crowding convert(String text) {
        return Arrays.stream(Crowding.values())
                .filter(crowding -> label(crowding).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "found '" + text + "' but expected one of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Crowding.values()).map(Crowdings::label).iterator();
    }

    static String label(Crowding crowding) {
        return crowding.name().toLowerCase(Locale.ROOT);
    }
}
