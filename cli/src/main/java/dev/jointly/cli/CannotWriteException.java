package dev.jointly.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import javax.imageio.IIOException;

/** Output that has nowhere to go; the message is one line for the person who named the place. */
public final class CannotWriteException extends RuntimeException {
    /** What helps where the operating system's locale knows fewer letters than a name has. */
    public static final String ADVICE = "set LC_ALL=C.UTF-8 for non-ASCII letters";

    /** @param place as the person named it; {@code -} is standard output */
    public CannotWriteException(String place, Exception cause) {
        super("cannot write " + (place.equals("-") ? "standard output" : place) + ": " + reason(cause), cause);
    }

    private static String reason(Throwable cause) {
        if (cause instanceof IIOException && cause.getCause() != null) {
            // what was written is known, but not why it could not be
            return reason(cause.getCause());
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (cause instanceof FileAlreadyExistsException e) {
            return e.getFile() + " is a file but a directory is wanted there";
        }
        if (cause instanceof InvalidPathException) {
            return "it cannot be a file name here; " + ADVICE;
        }
        if (cause instanceof FileSystemException e && e.getReason() != null) {
            return e.getReason();
        }
        return String.valueOf(cause.getMessage());
    }
}
