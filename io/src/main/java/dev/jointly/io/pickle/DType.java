package dev.jointly.io.pickle;

import dev.jointly.io.Excerpt;

/**
 * What an array's items are.
 *
 * @param kind f, i, u, b (a boolean), U (text), or O (any object)
 * @param size bytes of one item
 */
public record DType(char kind, int size, boolean bigEndian) {
    /** From numpy's spelling, such as "f8"; an error says what is wrong with it. */
    static DType of(String spelling) {
        if (spelling.length() > 20) {
            throw new IllegalArgumentException(
                    "found an array of type " + Excerpt.quoted(spelling) + " but expected a short name");
        }
        String code = spelling.replaceFirst("^[<>=|]", "");
        char kind = code.isEmpty() ? '?' : code.charAt(0);
        int size;
        try {
            size = Integer.parseInt(code.substring(Math.min(1, code.length())));
        } catch (NumberFormatException e) {
            size = -1;
        }
        boolean known =
                switch (kind) {
                    case 'f' -> size == 2 || size == 4 || size == 8;
                    case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
                    case 'b' -> size == 1;
                    case 'O' -> size == 8 || size == 4;
                    // numpy counts characters, of four bytes each
                    case 'U' -> size >= 1 && size <= 100_000;
                    default -> false;
                };
        if (!known) {
            throw new IllegalArgumentException("found an array of type " + Excerpt.quoted(spelling)
                    + " but expected numbers (f2 to f8, i1 to i8, u1 to u8), b1, text or objects");
        }
        return new DType(kind, kind == 'U' ? 4 * size : size, spelling.startsWith(">"));
    }

    DType withOrder(String order) {
        return new DType(kind, size, order.equals(">"));
    }
}
