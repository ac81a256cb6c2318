package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Problem files that are broken, each in another way. */
public final class BrokenFiles {
    private final Path folder;
    private final List<String> names = new ArrayList<>();

    private BrokenFiles(Path folder) {
        this.folder = folder;
    }

    /** Makes seventeen of them, and says how they are named. */
    public static List<String> make(Path folder) throws IOException {
        BrokenFiles broken = new BrokenFiles(folder);
        broken.contents();
        broken.containers();
        return broken.names;
    }

    /** JSON that is no problem. */
    private void contents() throws IOException {
        String good = ProblemTexts.line("broken", -2);
        text("truncated", good.substring(0, good.length() / 2));
        text("wrong-schema", good.replace("jointly/problem@1", "jointly/solution@1"));
        text("wrong-version", good.replace("jointly/problem@1", "jointly/problem@2"));
        text("array", "[" + good + "]");
        text("nan-cost", replaced(good, "-0.25", "NaN"));
        text("text-cost", replaced(good, "-0.25", "\"high\""));
        text("huge-cost", replaced(good, "-0.25", "1e10"));
        text("unknown-part", replaced(good, "\"part\":\"head\"", "\"part\":\"tail\""));
        text("pair-with-itself", replaced(good, "[0,1,", "[1,1,"));
        text("field-twice", replaced(good, "\"poseCost\":1.0", "\"poseCost\":1.0,\"poseCost\":1.0"));
        text("no-tree", replaced(good, "[[\"neck\",\"head\"]]", "[]"));
    }

    /** What is not even JSON. */
    private void containers() throws IOException {
        String good = ProblemTexts.line("broken", -2);
        text("empty", "");
        bytes("binary", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, (byte) 0xff});
        bytes("not-utf8", replaced(good, "\"two\"", "\"zw\u00f6lf\"").getBytes(ISO_8859_1));
        byte[] gzip = gzip(ProblemTexts.pretty("broken", -2));
        bytes("gzip-truncated", Arrays.copyOf(gzip, gzip.length / 2));
        byte[] damaged = gzip.clone();
        // the length in the trailer
        damaged[damaged.length - 1] ^= 1;
        bytes("gzip-damaged", damaged);
        Files.createDirectory(named("directory"));
    }

    private static String replaced(String text, String from, String to) {
        if (!text.contains(from)) {
            throw new IllegalStateException(from + " is not in " + text);
        }
        return text.replace(from, to);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private Path named(String kind) {
        String name = "broken-" + kind + ".problem.json";
        names.add(name);
        return folder.resolve(name);
    }

    private void text(String kind, String text) throws IOException {
        bytes(kind, text.getBytes(UTF_8));
    }

    private void bytes(String kind, byte[] bytes) throws IOException {
        Files.write(named(kind), bytes);
    }
}
