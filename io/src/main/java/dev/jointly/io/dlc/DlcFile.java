package dev.jointly.io.dlc;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Truth;
import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.PickleReader;
import java.io.InputStream;
import java.util.List;

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
            return Reading.of(name, () -> {
                Pickle pickle = PickleReader.read(file, standardInput);
                return new DlcLayout(name, new Meter(name, pickle.bytes())).file(pickle.value());
            });
        } catch (BadInputException e) {
            throw OtherDlcFile.of(name).map(kind -> kind.problem(name, e)).orElse(e);
        }
    }
}
