package dev.jointly.io;

import dev.jointly.io.json.JsonChars;
import java.io.BufferedInputStream;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens an input file, plain or gzip, which is detected by content; {@code -} is standard input. */
public final class InputFile {
    private InputFile() {}

    /** The file as messages spell it. */
    public static String name(String file) {
        return file.equals("-") ? "standard input" : file;
    }

    /** The content, unpacked; closing it leaves standard input open. */
    public static InputStream open(String file, InputStream standardInput) {
        return unpacked(name(file), raw(file, standardInput));
    }

    /** The content as it is; closing it leaves standard input open. */
    public static InputStream raw(String file, InputStream standardInput) {
        if (file.equals("-")) {
            return new FilterInputStream(standardInput) {
                @Override
                public void close() {}
            };
        }
        try {
            // not Files.newInputStream: its available() seeks, which a pipe cannot
            return new FileInputStream(readable(file).toFile());
        } catch (IOException e) {
            throw new BadInputException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The path of a file that exists and is readable. */
    public static Path readable(String file) {
        try {
            Path path = Path.of(file);
            if (Files.isDirectory(path)) {
                throw new BadInputException(file + ": is a directory but expected a file");
            }
            if (!Files.exists(path)) {
                throw new BadInputException(file + ": no such file");
            }
            if (!Files.isReadable(path)) {
                throw new BadInputException(file + ": cannot be read, check its permissions");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new BadInputException(file + ": no such file", e);
        }
    }

    /** What a stream holds, with gzip unpacked. */
    public static InputStream unpacked(String name, InputStream raw) {
        return Reading.of(name, () -> stream(name, raw));
    }

    private static InputStream stream(String name, InputStream raw) {
        try {
            InputStream buffered = new BufferedInputStream(raw, 1 << 16);
            buffered.mark(2);
            byte[] magic = buffered.readNBytes(2);
            buffered.reset();
            boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
            return gzip ? new GZIPInputStream(buffered, 1 << 16) : buffered;
        } catch (IOException e) {
            throw unreadable(name, raw, e);
        }
    }

    /** Closes what cannot be read and says why it cannot. */
    public static BadInputException unreadable(String name, InputStream raw, IOException e) {
        BadInputException broken = new BadInputException(name + ": " + transport(e), e);
        try {
            raw.close();
        } catch (IOException f) {
            broken.addSuppressed(f);
        }
        return broken;
    }

    /** What a failed read means to the person who named the file. */
    public static String transport(IOException e) {
        if (e instanceof EOFException) {
            return "the gzip data is truncated but expected a complete file";
        }
        if (e instanceof ZipException) {
            return "the gzip data is damaged: " + e.getMessage();
        }
        if (e instanceof JsonChars.BinaryException) {
            return "is binary but expected JSON; images are for jointly pose, files of other tools for jointly import";
        }
        if (e instanceof CharConversionException) {
            return "is not valid UTF-8: " + e.getMessage();
        }
        return "cannot be read: " + e.getMessage();
    }
}
