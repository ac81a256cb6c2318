package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.vision.eval.GreedyBaseline.Link;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * As DeepLabCut, SLEAP and trt_pose describe it. For each edge the candidates of its two parts are assigned to each
 * other so that the sum of affinities is largest, and weak links are dropped. The links of all edges, the strongest
 * first, then merge the people of their ends unless these have a part in common. A person's score is the mean of its
 * links' strengths and its candidates' scores; people with few candidates are dropped.
 *
 * @param anatomy whose limbs are used
 * @param allEdges whether edges that are no limbs are used as well
 * @param leastAffinity links must be stronger
 * @param leastJoints people with fewer are dropped
 */
public record HungarianBaseline(Anatomy anatomy, boolean allEdges, double leastAffinity, int leastJoints)
        implements Baseline {

    @Override
    public List<GroupedPerson> people(Evidence evidence) {
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
        int[] personOf = new int[size];
        int[][] people = new int[size][];
        double[] sum = new double[size];
        int[] count = new int[size];
        for (int d = 0; d < size; d++) {
            personOf[d] = d;
            people[d] = new int[evidence.parts().size()];
            Arrays.fill(people[d], GroupedPerson.NONE);
            people[d][evidence.candidates().get(d).part()] = d;
            sum[d] = evidence.candidates().get(d).score();
            count[d] = 1;
        }
        for (Link link : links) {
            int into = personOf[link.a()];
            int from = personOf[link.b()];
            if (into != from && overlap(people[into], people[from])) {
                continue;
            }
            sum[into] += link.strength();
            count[into]++;
            if (into != from) {
                move(people[from], people[into], personOf, into);
                sum[into] += sum[from];
                count[into] += count[from];
            }
        }
        List<GroupedPerson> result = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            if (personOf[d] == d) {
                GroupedPerson person = new GroupedPerson(people[d], sum[d] / count[d]);
                if (person.joints() >= leastJoints) {
                    result.add(person);
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

    private static void move(int[] from, int[] into, int[] personOf, int person) {
        for (int p = 0; p < from.length; p++) {
            if (from[p] != GroupedPerson.NONE) {
                into[p] = from[p];
                personOf[from[p]] = person;
            }
        }
    }
}
