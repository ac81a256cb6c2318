package dev.jointly.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes of files as people write them: 256m, 1g, 64k. */
final class FileSizes implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})([kmgKMG])");

    @Override
    public Long convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException("found '" + text + "' but expected a size such as 256m or 1g");
        }
        int shift =
                switch (matcher.group(2)) {
                    case "k", "K" -> 10;
                    case "m", "M" -> 20;
                    default -> 30;
                };
        return Long.parseLong(matcher.group(1)) << shift;
    }
}
