package dev.jointly.cli.solve;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.AnswerSink.Answer;
import dev.jointly.cli.solve.AnswerSink.Folder;
import dev.jointly.io.export.Bounds;
import dev.jointly.io.export.Exporter;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.OutputFormat.Target;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Solved problems on their way into the format of another tool: first {@link #admit}, then {@link #check}, which any
 * thread may call, then {@link #add}, which does not fail half way unless the disk does. {@link #finish} puts in place
 * what was added.
 */
public abstract class Export implements AutoCloseable {
    /** Of a detection, and of a pair of detections. */
    private static final int BYTES = 64;

    final OutputFormat format;
    final Naming naming;

    private Export(OutputFormat format, Naming naming) {
        this.format = format;
        this.naming = naming;
    }

    /**
     * How people are named.
     *
     * @param category what they are called, such as person
     * @param tracked whether they have tracks
     * @param safe whether names in tables are kept from being formulas
     * @param fills whether people may have been filled in along their tracks
     */
    public record Naming(String category, boolean tracked, boolean safe, boolean fills) {
        Target target(OutputStream out, @Nullable OutputStream second) {
            return new Target(out, second, category, tracked, safe, fills);
        }
    }

    /** Opens the place that {@code -o} names. */
    public static Export open(OutputFormat format, String output, Naming naming, Outputs outputs, Console console) {
        try {
            boolean directory = AnswerSink.isDirectory(output);
            Optional<String> ending = format.endingPerImage();
            if (directory && ending.isPresent()) {
                return new Directory(
                        format,
                        naming,
                        Folder.create(output, ending.get(), outputs, "write it alone, with a file for -o"));
            }
            if (directory) {
                throw new IOException("it is a directory, but " + format.name() + " is one file for all images");
            }
            return OneFile.create(format, naming, output, outputs, console);
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    /** The same place for solutions that go straight into this format. */
    final AnswerSink sink() {
        return new AnswerSink() {
            /** Also tries the format without people, which tells whether it can do without the size of the image. */
            @Override
            public void admit(Problem problem) {
                Export.this.admit(problem);
                check(new Solved(problem, new Bounds(false, 0, 0), List.of()));
            }

            @Override
            public Answer prepare(SolvedProblem answered, boolean alone) {
                Solved solved = answered.exported();
                check(solved);
                Problem problem = answered.problem();
                return new Answer(
                        BYTES * ((long) problem.size() + problem.pairs().size()), () -> add(solved));
            }

            /** Complete images are kept, however the run ends. */
            @Override
            public void close() {
                try (Export export = Export.this) {
                    export.finish();
                }
            }
        };
    }

    /** Rejects a problem that has no place here, whatever its people are; in the order of the problems. */
    public abstract void admit(Problem problem);

    /**
     * Tries the format out.
     *
     * @throws dev.jointly.io.BadInputException if it cannot hold this problem or its people
     */
    public final void check(Solved solved) {
        try (Exporter exporter = format.open(naming.target(OutputStream.nullOutputStream(), null))) {
            exporter.add(solved);
        } catch (IOException e) {
            throw new CannotWriteException(format.name(), e);
        }
    }

    /** Writes an image that was checked. */
    public abstract void add(Solved solved);

    /** Ends writing and puts complete images in place, if there are any. */
    public abstract void finish();

    /** Throws away what is not in place. */
    @Override
    public abstract void close();

    /** One file, and perhaps a second one beside it. */
    private static final class OneFile extends Export {
        private final String name;
        private final OutputFile file;
        private final @Nullable OutputFile second;
        private @Nullable Exporter exporter;
        private boolean broken;
        /** Set by the thread that reads, which may be ahead of the one that writes. */
        private volatile int admitted;

        private OneFile(OutputFormat format, Naming naming, String name, OutputFile file, @Nullable OutputFile second) {
            super(format, naming);
            this.name = name;
            this.file = file;
            this.second = second;
        }

        static OneFile create(OutputFormat format, Naming naming, String name, Outputs outputs, Console console) {
            OutputFile file = outputs.open(name, console);
            try {
                Optional<String> beside = name.equals("-") ? Optional.empty() : format.second(name);
                OutputFile second = beside.isEmpty() ? null : outputs.open(beside.get(), console);
                return new OneFile(format, naming, name, file, second);
            } catch (CannotWriteException e) {
                file.close();
                throw e;
            }
        }

        @Override
        public void admit(Problem problem) {
            admitted = admitted == 0 ? 1 : 2;
            if (several()) {
                throw new CannotWriteException(
                        name,
                        new IOException(
                                format.name() + " has one file per image and there are several; give -o a directory"));
            }
        }

        private boolean several() {
            return admitted > 1 && format.endingPerImage().isPresent();
        }

        @Override
        public void add(Solved solved) {
            broken = true;
            file.write(out -> {
                if (exporter == null) {
                    exporter = format.open(naming.target(out, second == null ? null : second.stream()));
                }
                exporter.add(solved);
            });
            broken = false;
        }

        @Override
        public void finish() {
            Exporter complete = exporter;
            if (complete == null || broken || several()) {
                return;
            }
            file.write(out -> complete.close());
            if (second != null) {
                second.commit();
            }
            file.commit();
        }

        @Override
        public void close() {
            try (file;
                    second) {
                // neither is left open
            }
        }
    }

    /** A file of its own for every image. */
    private static final class Directory extends Export {
        private final Folder folder;

        Directory(OutputFormat format, Naming naming, Folder folder) {
            super(format, naming);
            this.folder = folder;
        }

        @Override
        public void admit(Problem problem) {
            folder.admit(problem);
        }

        @Override
        public void add(Solved solved) {
            folder.write(solved.problem(), out -> {
                try (Exporter exporter = format.open(naming.target(out, null))) {
                    exporter.add(solved);
                }
            });
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
    }
}
