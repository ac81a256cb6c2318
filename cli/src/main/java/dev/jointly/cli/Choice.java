package dev.jointly.cli;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values that are chosen by name; iterates over the names, for the help. */
abstract class Choice<T> implements ITypeConverter<T>, Iterable<String> {
    private final List<T> values;
    private final Function<T, String> name;

    Choice(List<T> values, Function<T, String> name) {
        this.values = values;
        this.name = name;
    }

    @Override
    public T convert(String text) {
        return values.stream()
                .filter(value -> name.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "found '" + text + "' but expected one of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return values.stream().map(name).iterator();
    }
}
