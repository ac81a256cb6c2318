package dev.jointly.io.dlc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;

/** Writes pickles opcode by opcode, in latin1: what Python would write, and what it never would. */
final class Pickled {
    private Pickled() {}

    /** A complete pickle of one value. */
    static InputStream of(String value) {
        return new ByteArrayInputStream(("\u0080\u0004" + value + ".").getBytes(ISO_8859_1));
    }

    static String text(String text) {
        return "X" + little(text.length()) + text;
    }

    static String number(int number) {
        return "J" + little(number);
    }

    static String list(String... items) {
        return "](" + String.join("", items) + "e";
    }

    /** @param keysAndValues one after another */
    static String dictionary(String... keysAndValues) {
        return "}(" + String.join("", keysAndValues) + "u";
    }

    static String array(String type, List<Integer> shape, byte[] bytes) {
        StringBuilder axes = new StringBuilder("(");
        shape.forEach(length -> axes.append(number(length)));
        return "cnumpy.core.multiarray\n_reconstruct\n)R(K\u0001" + axes + "tcnumpy\ndtype\n" + text(type)
                + "\u0085R\u0089B" + little(bytes.length) + new String(bytes, ISO_8859_1) + "tb";
    }

    /** Zeros. */
    static String numbers(int rows, int columns) {
        return array("f8", List.of(rows, columns), new byte[8 * rows * columns]);
    }

    /** Two parts, one pair, and frames as given. */
    static String file(String... frames) {
        return body(list(text("a"), text("b")), list(list(number(0), number(1))), frames);
    }

    static String body(String parts, String graph, String... frames) {
        String metadata = text("metadata") + dictionary(text("all_joints_names"), parts, text("PAFgraph"), graph);
        return "}(" + metadata + String.join("", frames) + "u";
    }

    /** A frame with so many candidates of either part. */
    static String frame(int a, int b, String costs) {
        return dictionary(
                text("coordinates"),
                list(list(numbers(a, 2), numbers(b, 2))),
                text("confidence"),
                list(numbers(a, 1), numbers(b, 1)),
                text("costs"),
                costs);
    }

    static String costs(String affinity) {
        return dictionary(number(0), dictionary(text("m1"), affinity));
    }

    private static String little(int number) {
        return "" + (char) (number & 0xff) + (char) (number >> 8 & 0xff) + (char) (number >> 16 & 0xff)
                + (char) (number >>> 24);
    }
}
