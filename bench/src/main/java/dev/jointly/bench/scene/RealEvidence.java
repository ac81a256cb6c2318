package dev.jointly.bench.scene;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Image;
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
        JsonValue tree = JsonValue.of(file);
        return tree.isList() ? people(tree) : animals(tree);
    }

    private static List<RealEvidence> people(JsonValue photos) {
        List<Limb> limbs =
                Arrays.stream(LIMBS).map(limb -> new Limb(limb[0], limb[1])).toList();
        Anatomy anatomy = new Anatomy("openpose-18", PEOPLE, List.of(NECK), limbs);
        List<RealEvidence> all = new ArrayList<>();
        for (JsonValue photo : photos.all()) {
            int width = photo.at("width").integer();
            int height = photo.at("height").integer();
            String name = photo.at("image").text();
            String id = stem(photos.where()) + "/" + stem(name);
            Image image = new Image(name, width, height);
            Evidence evidence = new Evidence(id, image, PEOPLE, candidates(photo, width, height), edges(photo));
            all.add(new RealEvidence(evidence, anatomy, PEOPLE_PAF));
        }
        return all;
    }

    private static List<RealEvidence> animals(JsonValue file) {
        List<String> parts =
                file.at("bodyparts").all().stream().map(JsonValue::text).toList();
        List<Limb> graph = file.at("pafGraph").all().stream()
                .map(edge -> new Limb(edge.at(0).integer(), edge.at(1).integer()))
                .toList();
        int hub = hub(parts.size(), graph);
        Anatomy anatomy = new Anatomy(stem(file.where()), parts, List.of(hub), tree(parts.size(), graph, hub));
        List<RealEvidence> all = new ArrayList<>();
        for (JsonValue frame : file.at("frames").all()) {
            String id = stem(file.where()) + "/" + frame.at("name").text();
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

    private static List<Candidate> candidates(JsonValue picture, double width, double height) {
        return picture.at("detections").all().stream()
                .map(seen -> new Candidate(
                        seen.at(0).integer(),
                        seen.at(1).number() * width,
                        seen.at(2).number() * height,
                        Math.max(0, Math.min(1, seen.at(3).number()))))
                .toList();
    }

    private static List<Edge> edges(JsonValue picture) {
        return picture.at("edges").all().stream()
                .map(edge -> new Edge(
                        edge.at("parts").at(0).integer(),
                        edge.at("parts").at(1).integer(),
                        edge.at("affinity").table()))
                .toList();
    }

    private static String stem(String name) {
        return name.replaceFirst("(\\.json)?\\.(gz|jpg|png)$", "");
    }
}
