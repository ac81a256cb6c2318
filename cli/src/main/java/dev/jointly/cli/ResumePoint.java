package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentLines;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far an interrupted run on a video came: the last frame with a solution. The other files of the run may be ahead of it and
 * are cut back to it.
 */
final class ResumePoint {
    private final Clips.Clip clip;
    private final OptionalLong last;

    private ResumePoint(Clips.Clip clip, OptionalLong last) {
        this.clip = clip;
        this.last = last;
    }

    /**
     * Looks at the solutions so far.
     *
     * @param output a file of lines, or a directory; need not exist
     */
    static ResumePoint of(Clips.Clip clip, String output) throws IOException {
        Path path = Path.of(output);
        if (output.endsWith("/") || Files.isDirectory(path)) {
            return new ResumePoint(clip, ofDirectory(clip, path));
        }
        Lines lines = Lines.read(path, "problem", clip, Long.MAX_VALUE);
        if (lines.last().isPresent()) {
            long frame = lines.last().getAsLong();
            if (!clip.choice().contains(frame) || clip.choice().countTo(frame) != lines.count()) {
                throw new BadInputException(output + ": has " + lines.count() + " frames up to "
                        + clip.names().name(frame) + ", which these --frames and --every do not give; repeat those of"
                        + " the first run, or give another -o");
            }
        }
        return new ResumePoint(clip, lines.last());
    }

    private static OptionalLong ofDirectory(Clips.Clip clip, Path folder) {
        OptionalLong last = OptionalLong.empty();
        long frame = clip.choice().first();
        while (clip.choice().contains(frame)
                && Files.exists(folder.resolve(clip.names().name(frame) + ".solution.json"))) {
            last = OptionalLong.of(frame);
            frame += clip.choice().every();
        }
        return last;
    }

    /** How many frames are done. */
    long done() {
        return last.isEmpty() ? 0 : clip.choice().countTo(last.getAsLong());
    }

    /** What is left to do; none if that is nothing. */
    Optional<Clips.Clip> rest() {
        if (last.isEmpty()) {
            return Optional.of(clip);
        }
        return clip.choice().goesOnAfter(last.getAsLong())
                ? Optional.of(clip.after(last.getAsLong()))
                : Optional.empty();
    }

    /**
     * Opens a file of the run to be continued.
     *
     * @param idField the field that names a frame
     */
    OutputFile open(String file, String idField) throws IOException {
        Path path = Path.of(file);
        Lines lines = Lines.read(path, idField, clip, last.orElse(-1));
        if (lines.count() != done()) {
            throw new BadInputException(file + ": has " + lines.count() + " of the " + done()
                    + " frames that have solutions; leave it out, or start again with other files");
        }
        return OutputFile.append(path, lines.bytes());
    }

    /**
     * The complete lines of a file, up to a frame.
     *
     * @param bytes of them
     * @param last frame among them
     */
    private record Lines(long count, long bytes, OptionalLong last) {
        static Lines read(Path file, String idField, Clips.Clip clip, long until) throws IOException {
            Lines lines = new Lines(0, 0, OptionalLong.empty());
            if (!Files.exists(file)) {
                return lines;
            }
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
                for (byte[] line = line(in); line != null; line = line(in)) {
                    OptionalLong frame = DocumentLines.id(line, idField)
                            .map(clip.names()::number)
                            .orElse(OptionalLong.empty());
                    if (frame.isEmpty()) {
                        throw new BadInputException(file + ": line " + (lines.count() + 1)
                                + " is no frame of the video, so it cannot be continued; give another file");
                    }
                    if (frame.getAsLong() > until) {
                        return lines;
                    }
                    lines = new Lines(lines.count() + 1, lines.bytes() + line.length, frame);
                }
            }
            return lines;
        }

        /** The next line with its end; null where there is none that ends. */
        private static byte @Nullable [] line(InputStream in) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next;
            while ((next = in.read()) >= 0) {
                line.write(next);
                if (next == '\n') {
                    return line.toByteArray();
                }
            }
            return null;
        }
    }
}
