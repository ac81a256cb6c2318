package dev.jointly.io.export;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.pickle.PickleWriter;
import dev.jointly.pose.Person.Joint;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * DeepLabCut's {@code _assemblies.pickle}, with which its tracking goes on: a dictionary from the number of a frame to a
 * list of animals, each a matrix of float64 with a row (x, y, confidence, identity) for each part. A joint that was not
 * found is a row of NaN; the identity is -1, which is DeepLabCut's for networks that do not tell animals apart. Frames
 * without animals are left out, as DeepLabCut does.
 *
 * <p>Not thread-safe.
 */
public final class DlcAssembliesPickle implements Exporter {
    /**
     * What the solutions do not know of the video.
     *
     * @param parts of an animal, in DeepLabCut's order
     * @param single for each frame, a row (x, y, confidence) for each part of no animal, NaN where it was not found;
     *     null where there are no such parts
     */
    public record Video(List<String> parts, @Nullable SortedMap<Integer, double[][]> single) {
        public Video {
            parts = List.copyOf(parts);
            single = single == null ? null : new TreeMap<>(single);
        }
    }

    /** The format by its name; parts are those of the problems. */
    public static final OutputFormat FORMAT = format(null);

    private static final int COLUMNS = 4;
    private static final int SINGLE_COLUMNS = 3;
    private static final double NO_IDENTITY = -1;

    private final OutputStream out;
    private final PickleWriter pickle;
    private final @Nullable SortedMap<Integer, double[][]> single;
    private final Set<Integer> frames = new HashSet<>();
    private @Nullable List<String> parts;

    /** @param video null to take the parts of the problems */
    public DlcAssembliesPickle(OutputStream out, @Nullable Video video) throws IOException {
        this.out = out;
        this.parts = video == null ? null : video.parts();
        this.single = video == null ? null : video.single();
        this.pickle = new PickleWriter(out);
        pickle.emptyDictionary();
    }

    /** The same for a video that is known. */
    public static OutputFormat format(@Nullable Video video) {
        return new BuiltInFormat(
                "dlc-assemblies",
                "is the _assemblies.pickle of one video; ids of problems end with the number of the frame.",
                false,
                to -> new DlcAssembliesPickle(to.out(), video));
    }

    @Override
    public void add(Solved solved) throws IOException {
        int frame = frame(solved);
        List<String> rows = rows(solved);
        if (solved.people().isEmpty()) {
            return;
        }
        pickle.number(frame);
        pickle.emptyList();
        for (Person person : solved.people()) {
            pickle.matrix(animal(solved, person, rows), COLUMNS);
            pickle.append();
        }
        pickle.setItem();
    }

    private int frame(Solved solved) {
        String id = solved.problem().id();
        int frame = FrameNumber.of(id)
                .map(FrameNumber::number)
                .orElseThrow(() -> new BadInputException("problem " + Excerpt.quoted(id)
                        + " has no number of a frame at the end of its id, such as frame0012, which dlc-assemblies"
                        + " needs"));
        if (!frames.add(frame)) {
            throw new BadInputException("problem " + Excerpt.quoted(id) + " is a second frame " + frame
                    + " but dlc-assemblies is one video; export each video on its own");
        }
        return frame;
    }

    private List<String> rows(Solved solved) {
        List<String> own = solved.parts();
        List<String> known = parts == null ? own : parts;
        for (String part : own) {
            if (!known.contains(part)) {
                throw new BadInputException(
                        "problem " + Excerpt.quoted(solved.problem().id()) + " has the part "
                                + Excerpt.quoted(part) + " but the parts of this video are "
                                + Excerpt.of(String.join(", ", known)));
            }
        }
        parts = known;
        return known;
    }

    private static double[][] animal(Solved solved, Person person, List<String> rows) {
        double[][] joints = new double[rows.size()][COLUMNS];
        for (double[] joint : joints) {
            Arrays.fill(joint, Double.NaN);
        }
        for (Map.Entry<Integer, Integer> entry : person.global().entrySet()) {
            Joint joint = solved.joint(entry.getValue());
            joints[rows.indexOf(solved.parts().get(entry.getKey()))] =
                    new double[] {joint.x(), joint.y(), joint.score(), NO_IDENTITY};
        }
        return joints;
    }

    @Override
    public void close() throws IOException {
        if (single != null) {
            pickle.text("single");
            pickle.emptyDictionary();
            for (Map.Entry<Integer, double[][]> entry : single.entrySet()) {
                pickle.number(entry.getKey());
                pickle.matrix(entry.getValue(), SINGLE_COLUMNS);
                pickle.setItem();
            }
            pickle.setItem();
        }
        pickle.stop();
        out.flush();
    }
}
