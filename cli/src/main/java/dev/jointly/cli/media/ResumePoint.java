package dev.jointly.cli.media;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.AnswerSink;
import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentLines;
import dev.jointly.io.Excerpt;
import dev.jointly.io.ProblemReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far an interrupted run on a video came: the first frames, which all of its files have. What a file has beyond them is cut
 * off. Holds the files, so that no other run writes them.
 */
final class ResumePoint implements AutoCloseable {
    private final Clips.Clip clip;
    private final Outputs outputs;
    private final List<Part> parts = new ArrayList<>();
    private long done;

    /**
     * A file of the run.
     *
     * @param ends of the lines of its frames, in bytes
     */
    private record Part(String name, OutputFile file, List<Long> ends) {}

    private ResumePoint(Clips.Clip clip, Outputs outputs) {
        this.clip = clip;
        this.outputs = outputs;
    }

    /**
     * Looks at what there is, and cuts it.
     *
     * @param output a file of lines, or a directory; need not exist
     * @param problems file, or null
     * @param evidence file, or null
     */
    static ResumePoint open(
            Clips.Clip clip, Outputs outputs, String output, @Nullable String problems, @Nullable String evidence)
            throws IOException {
        ResumePoint point = new ResumePoint(clip, outputs);
        try {
            point.done =
                    AnswerSink.isDirectory(output) ? point.inDirectory(Path.of(output)) : point.add(output, "problem");
            long solved = point.done;
            for (String beside : new @Nullable String[] {problems, evidence}) {
                if (beside != null) {
                    requireAny(beside, solved);
                    point.done = Math.min(point.done, point.add(beside, "id"));
                }
            }
            for (Part part : point.parts) {
                part.file().cut(point.done == 0 ? 0 : part.ends().get((int) point.done - 1));
            }
            return point;
        } catch (IOException | RuntimeException e) {
            point.close();
            throw e;
        }
    }

    /** To cut all solutions because of a file that the first run did not write is hardly what is wanted. */
    private static void requireAny(String beside, long solved) throws IOException {
        Path path = Path.of(beside);
        if (solved > 0 && (!Files.exists(path) || Files.size(path) == 0)) {
            throw new BadInputException(beside + ": has none of the " + solved
                    + " frames that have solutions; leave it out, or start again with other files");
        }
    }

    private long inDirectory(Path folder) {
        long count = 0;
        while (has(count) && Files.exists(folder.resolve(frame(count) + ".solution.json"))) {
            count++;
        }
        return count;
    }

    private long add(String name, String idField) throws IOException {
        try {
            Part part = new Part(name, OutputFile.append(Path.of(name)), new ArrayList<>());
            parts.add(part);
            readLines(part, idField);
            if (part.ends().isEmpty()) {
                // all that it has would be cut off
                outputs.require(Path.of(name));
            }
            return part.ends().size();
        } catch (BadInputException e) {
            throw e;
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }

    private boolean has(long position) {
        return clip.choice().contains(number(position));
    }

    private String frame(long position) {
        return clip.names().name(number(position));
    }

    private long number(long position) {
        return clip.choice().first() + position * clip.choice().every();
    }

    /** How many frames are done. */
    long done() {
        return done;
    }

    /** What is left to do; none if that is nothing. */
    Optional<Clips.Clip> rest() {
        if (done == 0) {
            return Optional.of(clip);
        }
        long last = number(done - 1);
        return clip.choice().goesOnAfter(last) ? Optional.of(clip.after(last)) : Optional.empty();
    }

    /** A file of the run, to be continued. */
    OutputFile file(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElseThrow()
                .file();
    }

    @Override
    public void close() {
        for (Part part : parts) {
            part.file().close();
        }
    }

    /** Checks the lines of a file; a last one that is incomplete does not count. */
    private void readLines(Part part, String idField) throws IOException {
        InputStream in = new BufferedInputStream(part.file().content(), 1 << 16);
        long end = 0;
        byte[] line = line(in);
        while (line != null) {
            byte[] next = line(in);
            if (next == null && !isDocument(line)) {
                break;
            }
            check(part, idField, line);
            end += line.length;
            part.ends().add(end);
            line = next;
        }
    }

    private void check(Part part, String idField, byte[] line) {
        int position = part.ends().size();
        String found = isDocument(line)
                ? DocumentLines.id(line, idField).map(Excerpt::quoted).orElse("no field \"" + idField + "\"")
                : "a damaged line";
        String expected = has(position) ? "\"" + frame(position) + "\"" : "no further frame";
        if (!found.equals(expected)) {
            throw new BadInputException(part.name() + ": line " + (position + 1) + ": found " + found + " but expected "
                    + expected
                    + " of this video with these --frames and --every; repeat the options of the first run, or"
                    + " give another file");
        }
    }

    private static boolean isDocument(byte[] line) {
        try (ProblemReader reader = ProblemReader.of("line", new ByteArrayInputStream(line))) {
            reader.skip();
            return !reader.hasNext();
        } catch (BadInputException e) {
            return false;
        }
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
