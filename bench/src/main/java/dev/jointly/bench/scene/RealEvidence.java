package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.InputFile;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.Image;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Detections of real networks: people by an OpenPose-style network, animals by DeepLabCut; in the plain JSON of the
 * data folder, whose own page describes the fields.
 *
 * @param paf how well this network's affinities separate
 */
public record RealEvidence(Evidence evidence, Anatomy anatomy, FixedCosts.Paf paf) {
    private static final List<String> PEOPLE =
            List.of(("nose neck rshoulder relbow rwrist lshoulder lelbow lwrist rhip rknee rankle lhip lknee lankle"
                            + " reye leye rear lear")
                    .split(" ", -1));
    private static final int NECK = 1;
    private static final int[][] LIMBS = {
        {1, 2}, {2, 3}, {3, 4}, {1, 5}, {5, 6}, {6, 7}, {1, 8}, {8, 9}, {9, 10}, {1, 11}, {11, 12}, {12, 13}, {1, 0},
        {0, 14}, {14, 16}, {0, 15}, {15, 17}
    };
    private static final FixedCosts.Paf PEOPLE_PAF = new FixedCosts.Paf(0.3, 0.1);
    private static final FixedCosts.Paf ANIMAL_PAF = new FixedCosts.Paf(0.15, 0.05);

    /** Of a file of either kind. */
    public static List<RealEvidence> of(Path file) {
        String name = String.valueOf(file.getFileName());
        JsonValue tree = JsonSource.any(name, InputFile.open(file.toString(), InputStream.nullInputStream()));
        return tree.isList() ? people(stem(name), tree) : animals(stem(name), tree);
    }

    private static List<RealEvidence> people(String file, JsonValue photos) {
        List<Limb> limbs =
                Arrays.stream(LIMBS).map(limb -> new Limb(limb[0], limb[1])).toList();
        Anatomy anatomy = new Anatomy("openpose-18", PEOPLE, List.of(NECK), limbs);
        List<RealEvidence> all = new ArrayList<>();
        for (JsonValue photo : photos.entries("a list of photos")) {
            int width = photo.integer("width", "a number of pixels");
            int height = photo.integer("height", "a number of pixels");
            String name = photo.name("image", "the name of a file");
            String id = file + "/" + stem(name);
            Image image = new Image(name, width, height);
            Evidence evidence = new Evidence(id, image, PEOPLE, candidates(photo, width, height), edges(photo));
            all.add(new RealEvidence(evidence, anatomy, PEOPLE_PAF));
        }
        return all;
    }

    private static List<RealEvidence> animals(String name, JsonValue file) {
        List<String> parts =
                file.get("bodyparts", "a list of parts").entries("a list of parts", part -> part.name("a part"));
        List<Limb> graph = file.get("pafGraph", "a list of pairs")
                .entries("a list of pairs", edge -> new Limb(part(edge, 0), part(edge, 1)));
        int hub = hub(parts.size(), graph);
        Anatomy anatomy = new Anatomy(name, parts, List.of(hub), tree(parts.size(), graph, hub));
        List<RealEvidence> all = new ArrayList<>();
        for (JsonValue frame : file.get("frames", "a list of frames").entries("a list of frames")) {
            String id = name + "/" + frame.name("name", "the name of a frame");
            Evidence evidence = new Evidence(id, null, parts, candidates(frame, 1, 1), edges(frame));
            all.add(new RealEvidence(evidence, anatomy, ANIMAL_PAF));
        }
        return all;
    }

    /** The part with the most edges; of several the one nearest to the middle of the list, which runs head to tail. */
    private static int hub(int parts, List<Limb> graph) {
        return IntStream.range(0, parts)
                .boxed()
                .min(Comparator.comparingLong((Integer part) -> -degree(graph, part))
                        .thenComparingDouble(part -> Math.abs(part - (parts - 1) / 2.0)))
                .orElseThrow();
    }

    private static long degree(List<Limb> graph, int part) {
        return graph.stream()
                .filter(edge -> edge.a() == part || edge.b() == part)
                .count();
    }

    /** Spanning tree of the graph, neighbours in the list first; parts without edges hang on the hub. */
    private static List<Limb> tree(int parts, List<Limb> graph, int hub) {
        List<Limb> wanted = new ArrayList<>(graph);
        wanted.sort(Comparator.comparingInt((Limb edge) -> edge.b() - edge.a()).thenComparing(edge -> edge));
        for (int part = 0; part < parts; part++) {
            if (part != hub) {
                wanted.add(new Limb(part, hub));
            }
        }
        int[] island = new int[parts];
        Arrays.setAll(island, part -> part);
        List<Limb> tree = new ArrayList<>();
        for (Limb edge : wanted) {
            int from = island[edge.a()];
            int to = island[edge.b()];
            if (from != to) {
                tree.add(edge);
                Arrays.setAll(island, part -> island[part] == from ? to : island[part]);
            }
        }
        return tree;
    }

    private static int part(JsonValue list, int position) {
        return list.at(position, "the position of a part").integer("the position of a part");
    }

    private static List<Candidate> candidates(JsonValue picture, double width, double height) {
        return picture.get("detections", "a list of detections").entries("a list of detections", seen -> {
            double[] numbers = seen.numbers();
            return new Candidate(
                    (int) numbers[0], numbers[1] * width, numbers[2] * height, Math.max(0, Math.min(1, numbers[3])));
        });
    }

    private static List<Edge> edges(JsonValue picture) {
        return picture.get("edges", "a list of edges").entries("a list of edges", edge -> {
            JsonValue two = edge.get("parts", "two parts");
            double[][] affinity = edge.get("affinity", "a table")
                    .entries("a table", JsonValue::numbers)
                    .toArray(double[][]::new);
            return new Edge(part(two, 0), part(two, 1), affinity);
        });
    }

    private static String stem(String name) {
        return name.replaceFirst("(\\.json)?\\.(gz|jpg|png)$", "");
    }
}
