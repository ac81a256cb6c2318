package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.vision.eval.LimbMatches.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * As DeepLabCut, SLEAP and trt_pose describe it. For each edge the candidates of its two parts are assigned to each other
 * so that the sum of affinities is largest, and weak links are dropped. The links of all edges, the strongest first,
 * then join the bodies of their ends unless these have a part in common. A body's score is the mean of its links'
 * strengths and its candidates' scores; bodies with few candidates are dropped.
 *
 * @param anatomy whose limbs are used
 * @param allEdges whether edges that are no limbs are used as well
 * @param leastAffinity links must be stronger
 * @param leastJoints bodies with fewer are dropped
 */
public record HungarianBaseline(Anatomy anatomy, boolean allEdges, double leastAffinity, int leastJoints)
        implements Baseline {

    @Override
    public List<GroupedPerson> bodies(Evidence evidence) {
        List<Link> links = new ArrayList<>();
        for (Edge edge : evidence.edges()) {
            int a = anatomy.parts().indexOf(evidence.parts().get(edge.a()));
            int b = anatomy.parts().indexOf(evidence.parts().get(edge.b()));
            if (edge.a() != edge.b() && (allEdges || anatomy.limbs().contains(new Limb(a, b)))) {
                assign(evidence, edge, links);
            }
        }
        links.sort(Comparator.comparingDouble(link -> -link.strength()));
        return joined(evidence, links);
    }

    private void assign(Evidence evidence, Edge edge, List<Link> links) {
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        double[][] value = new double[as.length][];
        for (int i = 0; i < as.length; i++) {
            value[i] = Arrays.stream(edge.affinity()[i])
                    .map(affinity -> Double.isNaN(affinity) ? -1 : affinity)
                    .toArray();
        }
        int[] match = Assignment.largest(value, bs.length);
        for (int i = 0; i < as.length; i++) {
            if (match[i] >= 0 && value[i][match[i]] > leastAffinity) {
                links.add(new Link(as[i], bs[match[i]], value[i][match[i]]));
            }
        }
    }

    private List<GroupedPerson> joined(Evidence evidence, List<Link> links) {
        int size = evidence.candidates().size();
        int[] bodyOf = new int[size];
        int[][] bodies = new int[size][];
        double[] sum = new double[size];
        int[] count = new int[size];
        for (int d = 0; d < size; d++) {
            bodyOf[d] = d;
            bodies[d] = new int[evidence.parts().size()];
            Arrays.fill(bodies[d], GroupedPerson.NONE);
            bodies[d][evidence.candidates().get(d).part()] = d;
            sum[d] = evidence.candidates().get(d).score();
            count[d] = 1;
        }
        for (Link link : links) {
            int into = bodyOf[link.a()];
            int from = bodyOf[link.b()];
            if (into != from && overlap(bodies[into], bodies[from])) {
                continue;
            }
            sum[into] += link.strength();
            count[into]++;
            if (into != from) {
                move(bodies[from], bodies[into], bodyOf, into);
                sum[into] += sum[from];
                count[into] += count[from];
            }
        }
        List<GroupedPerson> result = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            if (bodyOf[d] == d) {
                GroupedPerson body = new GroupedPerson(bodies[d], sum[d] / count[d]);
                if (body.joints() >= leastJoints) {
                    result.add(body);
                }
            }
        }
        return result;
    }

    private static boolean overlap(int[] one, int[] other) {
        for (int p = 0; p < one.length; p++) {
            if (one[p] != GroupedPerson.NONE && other[p] != GroupedPerson.NONE) {
                return true;
            }
        }
        return false;
    }

    private static void move(int[] from, int[] into, int[] bodyOf, int body) {
        for (int p = 0; p < from.length; p++) {
            if (from[p] != GroupedPerson.NONE) {
                into[p] = from[p];
                bodyOf[from[p]] = body;
            }
        }
    }
}
