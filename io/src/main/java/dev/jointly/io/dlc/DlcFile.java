package dev.jointly.io.dlc;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.json.Limits;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.PickleReader;
import dev.jointly.io.pickle.Tuple;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The detections of a DeepLabCut network in the frames of a video ({@code _full.pickle}), or in labelled frames
 * (evaluation). In the pickle, {@code metadata} names the parts and the graph of their pairs; every other entry is a frame, whose
 * prediction stands in it or under {@code prediction}, beside {@code groundtruth}.
 *
 * @param frames by name
 * @param truths one for each frame, in order, where the file holds labels; otherwise none
 */
public record DlcFile(List<String> parts, List<Evidence> frames, List<Truth> truths) {
    /** Of the name of a frame: folders of a path. */
    private static final int MAX_PIECES = 100;

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
        return Reading.of(name, () -> of(Place.top(name, reading.get())));
    }

    private static DlcFile of(Place top) {
        Place metadata = top.find("metadata");
        if (metadata.value() == null) {
            throw metadata.bad("the names of the parts, as in the file that ends in _full.pickle, which"
                    + " deeplabcut.analyze_videos writes");
        }
        List<String> parts = metadata.at("all_joints_names").items().stream()
                .map(Place::text)
                .toList();
        if (parts.isEmpty() || parts.size() > Limits.PARTS || new TreeSet<>(parts).size() < parts.size()) {
            throw metadata.at("all_joints_names")
                    .problem("found " + parts.size() + " parts but expected 1 to " + Limits.PARTS + ", all different");
        }
        List<int[]> graph = new ArrayList<>();
        Set<Integer> pairs = new HashSet<>();
        for (Place pair : metadata.at("PAFgraph").items()) {
            int a = pair.item(0).index(parts.size());
            int b = pair.item(1).index(parts.size());
            if (a == b || !pairs.add(Math.min(a, b) * Limits.PARTS + Math.max(a, b))) {
                throw pair.problem(
                        "found the pair " + a + ", " + b + " but expected two different parts, and every two once");
            }
            graph.add(new int[] {a, b});
        }
        // parts of which there is one per frame, such as a corner of the cage, come last and have no pairs
        int own = graph.stream()
                .mapToInt(pair -> Math.max(pair[0], pair[1]) + 1)
                .max()
                .orElse(parts.size());
        DlcFrame layout = new DlcFrame(parts, graph);
        List<Evidence> frames = new ArrayList<>();
        List<Truth> truths = new ArrayList<>();
        for (Map.Entry<Object, Object> entry : top.dictionary().entrySet()) {
            if ("metadata".equals(entry.getKey())) {
                continue;
            }
            String name = name(top.beside("name of a frame", entry.getKey()));
            Place frame = top.beside(Excerpt.of(name), entry.getValue());
            Place prediction = frame.find("prediction");
            frames.add(layout.evidence(name, prediction.value() == null ? frame : prediction));
            Place labels = frame.find("groundtruth");
            if (labels.value() != null) {
                truths.add(truth(name, parts, own, labels));
            }
        }
        if (!truths.isEmpty() && truths.size() != frames.size()) {
            throw top.problem("found labels for " + truths.size() + " of " + frames.size()
                    + " frames but expected them for all or none");
        }
        return new DlcFile(parts, frames, truths);
    }

    /** A path, in one piece or in several. */
    private static String name(Place key) {
        if (key.value() instanceof Tuple tuple) {
            if (tuple.items().size() > MAX_PIECES) {
                throw key.problem(
                        "found " + tuple.items().size() + " components of a name but expected at most " + MAX_PIECES);
            }
            List<String> pieces = new ArrayList<>();
            key.items().forEach(piece -> pieces.add(piece.text()));
            return key.beside(key.path(), String.join("/", pieces)).text();
        }
        return key.text();
    }

    /**
     * Labels: for every animal and each of its parts, then for parts of no animal, who (a list of one name or none) and
     * where.
     *
     * @param own how many parts an animal has; they are the first
     */
    private static Truth truth(String name, List<String> parts, int own, Place labels) {
        List<Place> who = labels.item(0).items();
        List<Place> where = labels.item(1).items();
        int ofAnimals = who.size() - (parts.size() - own);
        if (who.size() != where.size() || ofAnimals < 0 || ofAnimals % own != 0) {
            throw labels.problem("found " + who.size() + " names and " + where.size()
                    + " positions but expected one of each for every part of every animal");
        }
        Map<String, List<Joint>> animals = new LinkedHashMap<>();
        for (int i = 0; i < who.size(); i++) {
            List<Place> names = who.get(i).items();
            double[][] xy = where.get(i).matrix();
            if (names.isEmpty() || xy.length == 0 || xy[0].length < 2 || !finite(xy[0][0], xy[0][1])) {
                continue;
            }
            List<Joint> joints = animals.computeIfAbsent(names.get(0).text(), animal -> {
                labels.take(parts.size());
                return new ArrayList<>(Collections.nCopies(parts.size(), new Joint(0, 0, Mark.ABSENT)));
            });
            joints.set(i < ofAnimals ? i % own : own + i - ofAnimals, new Joint(xy[0][0], xy[0][1], Mark.VISIBLE));
        }
        List<Person> people = animals.values().stream()
                .map(joints -> new Person(joints, null, 0, false))
                .toList();
        return new Truth(name, null, parts, people);
    }

    private static boolean finite(double x, double y) {
        return Double.isFinite(x) && Double.isFinite(y);
    }

    /**
     * One frame's prediction: a matrix of positions and one of confidences per part, one of affinities per edge of the
     * graph.
     */
    private record DlcFrame(List<String> parts, List<int[]> graph) {
        Evidence evidence(String name, Place prediction) {
            // a list of lists because there might be several scales; there is one
            List<Place> places = prediction.at("coordinates").item(0).items();
            List<Place> confidences = prediction.at("confidence").items();
            if (places.size() != parts.size() || confidences.size() != parts.size()) {
                throw prediction.problem("found " + places.size() + " lists of coordinates and " + confidences.size()
                        + " of confidences but expected " + parts.size() + " of each, one for each part");
            }
            List<Candidate> candidates = new ArrayList<>();
            List<int[]> kept = new ArrayList<>();
            int[] seen = new int[parts.size()];
            for (int part = 0; part < parts.size(); part++) {
                double[][] xy = places.get(part).matrix();
                double[][] confidence = confidences.get(part).matrix();
                if (confidence.length != xy.length
                        || (xy.length > 0 && (xy[0].length != 2 || confidence[0].length != 1))) {
                    throw places.get(part)
                            .problem("found " + xy.length + " positions and " + confidence.length
                                    + " confidences but expected one confidence for each position of two numbers");
                }
                seen[part] = xy.length;
                kept.add(keep(part, xy, confidence, candidates));
            }
            if (candidates.size() > Limits.DETECTIONS) {
                throw prediction.problem("found more than " + Limits.DETECTIONS + " detections");
            }
            return new Evidence(name, null, parts, candidates, edges(prediction.find("costs"), kept, seen));
        }

        /** Adds the candidates that are somewhere, and tells which they are; DeepLabCut pads with NaN. */
        private static int[] keep(int part, double[][] xy, double[][] confidence, List<Candidate> candidates) {
            List<Integer> kept = new ArrayList<>();
            for (int i = 0; i < xy.length; i++) {
                double score = confidence[i][0];
                if (Double.isFinite(xy[i][0]) && Double.isFinite(xy[i][1]) && !Double.isNaN(score)) {
                    kept.add(i);
                    candidates.add(new Candidate(part, xy[i][0], xy[i][1], Math.min(1, Math.max(0, score))));
                }
            }
            return kept.stream().mapToInt(Integer::intValue).toArray();
        }

        private List<Edge> edges(Place costs, List<int[]> kept, int[] seen) {
            List<Edge> edges = new ArrayList<>();
            if (costs.value() == null) {
                return edges;
            }
            for (Map.Entry<Object, Object> entry : costs.dictionary().entrySet()) {
                String path = costs.path() + "[" + Excerpt.of(String.valueOf(entry.getKey())) + "]";
                int[] pair = graph.get(costs.beside(path, entry.getKey()).index(graph.size()));
                Place m1 = costs.beside(path, entry.getValue()).at("m1");
                double[][] affinity = m1.matrix();
                boolean empty = seen[pair[0]] == 0 || seen[pair[1]] == 0;
                boolean fits = affinity.length == seen[pair[0]]
                        && (affinity.length == 0 || affinity[0].length == seen[pair[1]]);
                if (!fits && !empty) {
                    throw m1.bad(seen[pair[0]] + " rows of " + seen[pair[1]] + ", one for each detection of \""
                            + parts.get(pair[0]) + "\" and \"" + parts.get(pair[1]) + "\"");
                }
                edges.add(new Edge(pair[0], pair[1], select(affinity, kept.get(pair[0]), kept.get(pair[1]))));
            }
            return edges;
        }

        private static double[][] select(double[][] affinity, int[] rows, int[] columns) {
            double[][] selected = new double[rows.length][columns.length];
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < columns.length; j++) {
                    double value = affinity[rows[i]][columns[j]];
                    selected[i][j] = Double.isInfinite(value) ? Double.NaN : value;
                }
            }
            return selected;
        }
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
