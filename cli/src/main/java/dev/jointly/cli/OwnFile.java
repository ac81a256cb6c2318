package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.vision.draw.DrawingFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * Tells files of ours from those of others, by what they begin with: JSON and NDJSON by the field {@code format}, pictures by the
 * text in them. Formats of other tools have no place for that.
 */
final class OwnFile {
    /** Long enough for what stands before the text in a picture. */
    private static final int HEAD = 4096;

    /** The field stands before any list or object. */
    private static final Pattern JSON = Pattern.compile("\\A\\s*\\{[^{\\[]*\"format\"\\s*:\\s*\"jointly/");

    private static final Pattern PICTURE =
            Pattern.compile("\\A(\u0089PNG|\u00ff\u00d8|<svg).*" + DrawingFormat.MARK, Pattern.DOTALL);

    private OwnFile() {}

    /**
     * Refuses to replace a file of others.
     *
     * @param force whether to replace any file
     * @throws IOException if the file exists, has content and is not known to be ours
     */
    static void requireReplaceable(Path file, boolean force) throws IOException {
        if (!force && Files.isRegularFile(file) && Files.size(file) > 0 && !isOurs(file)) {
            throw new IOException(
                    "it exists, and Jointly cannot tell that it wrote it; give another name, or --force to"
                            + " replace it");
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        byte[] head = new byte[HEAD];
        int length = 0;
        try (InputStream in = InputFile.unpacked(file.toString(), Files.newInputStream(file))) {
            for (int got = in.read(head); got > 0; got = in.read(head, length, HEAD - length)) {
                length += got;
            }
        } catch (BadInputException | EOFException | ZipException e) {
            // it seems to be compressed and is damaged; what was read tells
        }
        String text = new String(head, 0, length, StandardCharsets.ISO_8859_1);
        return JSON.matcher(text).find() || PICTURE.matcher(text).find();
    }
}
