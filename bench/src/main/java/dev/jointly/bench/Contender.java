package dev.jointly.bench;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** A method under its name on the command line; {@code auto} is the program's default. */
record Contender(String name, Settings settings) {
    static final Contender AUTO = new Contender("auto", Settings.defaults());
    static final List<Contender> ALL = List.of(AUTO, of(Method.PCG), of(Method.BCG));

    private static Contender of(Method method) {
        return new Contender(method.label(), Settings.defaults().withMethod(method));
    }

    static Contender named(String text) {
        return ALL.stream()
                .filter(contender -> contender.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("found '" + text + "' but expected one of "
                        + ALL.stream().map(Contender::name).toList()));
    }
}
