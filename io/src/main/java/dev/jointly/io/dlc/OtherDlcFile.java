package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Files that lie beside a {@code _full.pickle} and are mistaken for it, by the ends of their names. */
enum OtherDlcFile {
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
