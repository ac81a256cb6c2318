package dev.jointly.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whose files are imported. */
enum ImportKind {
    DLC,
    OPENPOSE,
    DEEPCUT;

    /** Kinds by their names in lower case. */
    static final class Names implements ITypeConverter<ImportKind>, Iterable<String> {
        @Override
        public ImportKind convert(String text) {
            return Arrays.stream(values())
                    .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "found '" + text + "' but expected one of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values())
                    .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }
}
