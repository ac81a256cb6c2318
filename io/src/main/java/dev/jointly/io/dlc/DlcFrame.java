package dev.jointly.io.dlc;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One frame's prediction: a matrix of positions and one of confidences per part, one of affinities per edge of the
 * graph.
 */
final class DlcFrame {
    /** As many as a problem may have. */
    private static final int MOST_CANDIDATES = 100_000;

    private final List<String> parts;
    private final List<int[]> graph;

    DlcFrame(List<String> parts, List<int[]> graph) {
        this.parts = parts;
        this.graph = graph;
    }

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
            if (confidence.length != xy.length || (xy.length > 0 && (xy[0].length != 2 || confidence[0].length != 1))) {
                throw places.get(part)
                        .problem("found " + xy.length + " positions and " + confidence.length
                                + " confidences but expected one confidence for each position of two numbers");
            }
            seen[part] = xy.length;
            kept.add(keep(part, xy, confidence, candidates));
        }
        if (candidates.size() > MOST_CANDIDATES) {
            throw prediction.problem("found more than " + MOST_CANDIDATES + " detections");
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
            boolean fits =
                    affinity.length == seen[pair[0]] && (affinity.length == 0 || affinity[0].length == seen[pair[1]]);
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
