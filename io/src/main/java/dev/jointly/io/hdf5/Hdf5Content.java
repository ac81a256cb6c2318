package dev.jointly.io.hdf5;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import io.jhdf.HdfFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.function.Function;

/** The bytes of an HDF5 file, and what goes wrong in reading them as one sentence. */
public final class Hdf5Content {
    /** Bytes of a file. */
    private static final long MAX_BYTES = 1L << 30;

    private final String name;
    private final ByteBuffer bytes;

    /** @param name of the file, for messages */
    public Hdf5Content(String name, ByteBuffer bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    /** Maps the file, so that a length in it can never ask for memory: what is read is a view of what is there. */
    public static Hdf5Content open(String file) {
        Path path = InputFile.readable(file);
        try (FileChannel channel = FileChannel.open(path)) {
            long size = channel.size();
            if (size > MAX_BYTES) {
                throw new BadInputException(
                        file + ": found a file of " + size + " bytes but expected at most " + MAX_BYTES);
            }
            return new Hdf5Content(file, channel.map(MapMode.READ_ONLY, 0, size));
        } catch (IOException e) {
            throw new BadInputException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    <T> T read(Function<HdfFile, T> use) {
        return Reading.of(name, () -> {
            try (HdfFile file = HdfFile.fromByteBuffer(bytes.duplicate())) {
                return use.apply(file);
            } catch (BadInputException e) {
                throw e;
            } catch (RuntimeException | LinkageError | InternalError e) {
                // The library has no one exception for what is wrong with a file, and lacks decoders that are left out
                // on purpose; a file that shrinks while it is read is an internal error of Java.
                throw new BadInputException(
                        name + ": is not an HDF5 file that can be read: " + Excerpt.of(String.valueOf(e.getMessage())),
                        e);
            }
        });
    }

    /** @param object the path of what is wrong in the file */
    BadInputException bad(String object, String what) {
        return new BadInputException(name + ": " + object + ": " + what);
    }
}
