package dev.jointly.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values that are chosen by name; iterates over the names, for the help. They are looked for only when asked for. */
public final class Choice<T> implements ITypeConverter<T>, Iterable<String> {
    private final Supplier<List<T>> values;
    private final Function<T, String> name;

    public Choice(Supplier<List<T>> values, Function<T, String> name) {
        this.values = values;
        this.name = name;
    }

    /** By the names of constants, in lower case. */
    public static <E extends Enum<E>> Choice<E> of(Class<E> constants) {
        return new Choice<>(() -> List.of(constants.getEnumConstants()), constant -> constant.name()
                .toLowerCase(Locale.ROOT));
    }

    @Override
    public T convert(String text) {
        return values.get().stream()
                .filter(value -> name.apply(value).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "found '" + text + "' but expected one of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return values.get().stream().map(name).iterator();
    }
}
