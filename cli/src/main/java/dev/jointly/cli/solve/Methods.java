package dev.jointly.cli.solve;

import dev.jointly.solve.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Methods by their labels, and {@code auto}. */
final class Methods implements ITypeConverter<Method>, Iterable<String> {
    /** What {@code auto} means: what was the fastest wherever it was measured (dev/speed.md). Solutions say what was used. */
    static final Method AUTO = Method.PCG;

    @Override
    public Method convert(String text) {
        if (text.equals("auto")) {
            return AUTO;
        }
        if (text.equals("mip")) {
            throw new TypeConversionException(
                    "the method mip was removed; use auto, bcg or pcg, which prove what they find. bin/jointly-bench speed times the engine alone");
        }
        return Arrays.stream(Method.values())
                .filter(method -> method.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "found '" + text + "' but expected one of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return Stream.concat(Stream.of("auto"), Arrays.stream(Method.values()).map(Method::label))
                .iterator();
    }
}
