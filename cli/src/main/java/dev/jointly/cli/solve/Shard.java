package dev.jointly.cli.solve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One of several equal shares of the work, for schedulers that start the same command n times with an index. Records are
 * dealt like cards, by their position in the whole input: shares differ by one record at most, and neighbours, such as
 * frames of one film, which are about as hard as each other, go to different shares.
 *
 * @param index from 0, as Kubernetes and array schedulers count
 * @param count how many shares there are
 */
public record Shard(int index, int count) {
    /** All of the work. */
    public static final Shard WHOLE = new Shard(0, 1);

    public Shard {
        if (count < 1 || index < 0 || index >= count) {
            throw new IllegalArgumentException(
                    "shard " + index + "/" + count + " but expected i/n with i from 0 to n - 1");
        }
    }

    /** Whether the record at a position, counted from 0, is of this share. */
    boolean deals(long position) {
        return position % count == index;
    }

    /** {@code i/n} as people write it. */
    public static final class Form implements ITypeConverter<Shard> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

        @Override
        public Shard convert(String text) {
            Matcher matcher = FORM.matcher(text);
            if (matcher.matches()) {
                int index = Integer.parseInt(matcher.group(1));
                int count = Integer.parseInt(matcher.group(2));
                if (index < count) {
                    return new Shard(index, count);
                }
            }
            throw new TypeConversionException(
                    "found '" + text + "' but expected i/n with i from 0 to n - 1, such as 0/4 for the first of four");
        }
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
