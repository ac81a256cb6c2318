package dev.jointly.bench;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A method under its name on the command line; {@code auto} is the program's default. */
record Contender(String name, Settings settings) {
    static final String AUTO = "auto";

    /** Every method of this project, and the one it would choose. */
    static final List<Contender> OURS =
            List.of(new Contender(AUTO, Settings.defaults()), of(Method.PCG), of(Method.BCG));

    static Contender of(Method method) {
        return new Contender(
                method.name().toLowerCase(Locale.ROOT), Settings.defaults().withMethod(method));
    }

    /** By name. */
    static final class Named implements ITypeConverter<Contender> {
        @Override
        public Contender convert(String text) {
            if (text.equals(AUTO)) {
                return new Contender(AUTO, Settings.defaults());
            }
            return Arrays.stream(Method.values())
                    .map(Contender::of)
                    .filter(contender -> contender.name().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("found '" + text + "' but expected auto or one of "
                            + Arrays.stream(Method.values())
                                    .map(method -> of(method).name())
                                    .collect(Collectors.joining(", "))));
        }
    }
}
