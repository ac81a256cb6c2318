package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.vision.eval.GreedyBaseline.Draft;
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
        Draft[] alone = new Draft[size];
        for (int d = 0; d < size; d++) {
            alone[d] = new Draft(evidence.parts().size());
            alone[d].add(d, evidence);
        }
        Draft[] draftOf = alone.clone();
        for (Link link : links) {
            Draft into = draftOf[link.a()];
            Draft from = draftOf[link.b()];
            if (into == from) {
                into.add(link);
            } else if (!into.overlaps(from)) {
                into.add(link);
                into.absorb(from);
                Arrays.stream(from.candidate)
                        .filter(d -> d != GroupedPerson.NONE)
                        .forEach(d -> draftOf[d] = into);
            }
        }
        List<GroupedPerson> people = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            if (draftOf[d] == alone[d]) {
                GroupedPerson person = new GroupedPerson(alone[d].candidate, alone[d].sum);
                if (person.joints() >= leastJoints) {
                    people.add(
                            new GroupedPerson(alone[d].candidate, alone[d].sum / (person.joints() + alone[d].links)));
                }
            }
        }
        return people;
    }
}
