package dev.jointly.io.dlc;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.PickleReader;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The detections of a DeepLabCut network in the frames of a video ({@code _full.pickle}), or in labelled frames
 * (evaluation).
 *
 * @param frames by name
 * @param truths one for each frame, in order, where the file holds labels; otherwise none
 */
public record DlcFile(List<String> parts, List<Evidence> frames, List<Truth> truths) {
    public DlcFile {
        parts = List.copyOf(parts);
        frames = List.copyOf(frames);
        truths = List.copyOf(truths);
    }

    /** The parts of animals, which come first. Parts of which there is one per frame follow and have no pairs. */
    public List<String> animalParts() {
        int last = frames.stream()
                .flatMap(frame -> frame.edges().stream())
                .mapToInt(edge -> Math.max(edge.a(), edge.b()))
                .max()
                .orElse(parts.size() - 1);
        return parts.subList(0, last + 1);
    }

    /** Reads a pickle, plain or gzip; {@code -} is standard input. */
    public static DlcFile read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        try {
            return of(name, () -> PickleReader.read(file, standardInput));
        } catch (BadInputException e) {
            throw OtherDlcFile.of(name).map(kind -> kind.problem(name, e)).orElse(e);
        }
    }

    /**
     * Reads a pickle from a stream.
     *
     * @param name of the stream in messages
     * @param mostMemory bytes for its values
     */
    public static DlcFile of(String name, InputStream plain, long mostMemory) {
        return of(name, () -> PickleReader.of(name, plain, mostMemory));
    }

    private static DlcFile of(String name, Supplier<Pickle> reading) {
        return Reading.of(name, () -> {
            Pickle pickle = reading.get();
            return new DlcLayout(name, new Meter(name, pickle.bytes())).file(pickle.value());
        });
    }

    /** Files that lie beside a {@code _full.pickle} and are mistaken for it, by the ends of their names. */
    private enum OtherDlcFile {
        META("_meta\\.pickle", "tells how a video was analysed and has no detections"),
        ASSEMBLIES("_assemblies\\.pickle", "has animals that DeepLabCut has grouped already"),
        TRACKS("_(el|bx|sk|ctd)\\.pickle", "has tracks of animals that DeepLabCut has grouped already"),
        TABLE("\\.(h5|hdf5|csv)", "is a table of animals that DeepLabCut has grouped already"),
        VIDEO("\\.(mp4|m4v|avi|mov|mkv|webm|wmv|mpe?g)", "is a video; run deeplabcut.analyze_videos on it");

        private final Pattern end;
        private final String what;

        OtherDlcFile(String end, String what) {
            this.end = Pattern.compile(".*" + end + "(\\.gz)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
            this.what = what;
        }

        /** What a file that cannot be read seems to be, if it exists. */
        static Optional<OtherDlcFile> of(String file) {
            return exists(file)
                    ? Arrays.stream(values())
                            .filter(kind -> kind.end.matcher(file).matches())
                            .findFirst()
                    : Optional.empty();
        }

        private static boolean exists(String file) {
            try {
                return Files.isRegularFile(Path.of(file));
            } catch (InvalidPathException e) {
                return false;
            }
        }

        BadInputException problem(String file, BadInputException cause) {
            return new BadInputException(
                    file + ": " + what
                            + (this == VIDEO
                                    ? " and give the file it writes that ends in _full.pickle"
                                    : "; give the file that ends in _full.pickle, which"
                                            + " deeplabcut.analyze_videos writes beside it"),
                    cause);
        }
    }
}
