package dev.jointly.io.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Function;

/** An output format of this project. */
record BuiltInFormat(
        String name,
        String note,
        boolean takesTracks,
        Optional<String> endingPerImage,
        Function<String, Optional<String>> secondFile,
        Opening opening)
        implements OutputFormat {
    /** Begins a document. */
    @FunctionalInterface
    interface Opening {
        Exporter open(Target target) throws IOException;
    }

    /** Writes the file of one image. */
    @FunctionalInterface
    interface Writing {
        void write(Solved solved, OutputStream out) throws IOException;
    }

    /** One file for all images. */
    BuiltInFormat(String name, String note, boolean takesTracks, Opening opening) {
        this(name, note, takesTracks, Optional.empty(), file -> Optional.empty(), opening);
    }

    /** A file for each image. */
    BuiltInFormat(String name, boolean takesTracks, String ending, Writing writing) {
        this(
                name,
                "has one file per image: give -o a directory if there are several.",
                takesTracks,
                Optional.of(ending),
                file -> Optional.empty(),
                target -> (Exporter.OfEach) solved -> writing.write(solved, target.out()));
    }

    @Override
    public Optional<String> second(String file) {
        return secondFile.apply(file);
    }

    @Override
    public Exporter open(Target target) throws IOException {
        return opening.open(target);
    }
}
