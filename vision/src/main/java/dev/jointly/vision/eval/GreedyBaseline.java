package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Greedy affinity parsing as OpenPose describes it. For each edge the links are taken from the strongest to the
 * weakest, each candidate once. Edge by edge a link extends the person that has one of its ends, or merges two people
 * that have no part in common, or starts a person. A person's score is the sum of the scores of its candidates and
 * links over the number of its candidates; people with few candidates or a low score are dropped.
 *
 * @param anatomy its limbs start people; other edges only extend them, like OpenPose's from shoulder to ear
 * @param leastAffinity links must be stronger
 * @param leastShare the field must point along a link at more than this share of its samples; where the evidence has no
 *     shares, this cannot be required
 * @param leastJoints people with fewer are dropped
 * @param leastScore people with a lower one are dropped
 */
public record GreedyBaseline(
        Anatomy anatomy, double leastAffinity, double leastShare, int leastJoints, double leastScore)
        implements Baseline {

    /** The least share of OpenPose's reference code in Python. */
    public static final double PYTHON_SHARE = 0.8;

    /** The same in C++, {@code InterMinAboveThreshold}. */
    public static final double CPP_SHARE = 0.95;

    /** The settings of OpenPose's reference code in Python. */
    public static GreedyBaseline published(Anatomy anatomy) {
        return new GreedyBaseline(anatomy, 0, PYTHON_SHARE, 4, 0.4);
    }

    /** Two candidates, a of the first part of an edge. */
    record Link(int a, int b, double strength) {}

    /** A person under construction. */
    static final class Draft {
        final int[] candidate;
        /** Of the scores of its candidates and the strengths of its links. */
        double sum;

        int links;

        Draft(int parts) {
            candidate = new int[parts];
            Arrays.fill(candidate, GroupedPerson.NONE);
        }

        /** A part that is taken keeps its candidate. */
        boolean add(int d, Evidence evidence) {
            Candidate seen = evidence.candidates().get(d);
            if (candidate[seen.part()] != GroupedPerson.NONE) {
                return false;
            }
            candidate[seen.part()] = d;
            sum += seen.score();
            return true;
        }

        void add(Link link) {
            sum += link.strength();
            links++;
        }

        boolean overlaps(Draft other) {
            return IntStream.range(0, candidate.length)
                    .anyMatch(p -> candidate[p] != GroupedPerson.NONE && other.candidate[p] != GroupedPerson.NONE);
        }

        void absorb(Draft other) {
            for (int p = 0; p < candidate.length; p++) {
                candidate[p] = Math.max(candidate[p], other.candidate[p]);
            }
            sum += other.sum;
            links += other.links;
        }
    }

    @Override
    public List<GroupedPerson> people(Evidence evidence) {
        List<Draft> drafts = new ArrayList<>();
        for (Edge edge : limbsFirst(evidence)) {
            boolean limb = isLimb(evidence, edge);
            for (Link link : taken(evidence, edge)) {
                join(evidence, edge, link, limb, drafts);
            }
        }
        List<GroupedPerson> people = new ArrayList<>();
        for (Draft draft : drafts) {
            GroupedPerson person = new GroupedPerson(draft.candidate, draft.sum);
            double score = draft.sum / person.joints();
            if (person.joints() >= leastJoints && score >= leastScore) {
                people.add(new GroupedPerson(draft.candidate, score));
            }
        }
        return people;
    }

    private List<Edge> limbsFirst(Evidence evidence) {
        List<Edge> edges = new ArrayList<>();
        evidence.edges().stream().filter(edge -> isLimb(evidence, edge)).forEach(edges::add);
        evidence.edges().stream().filter(edge -> !isLimb(evidence, edge)).forEach(edges::add);
        return edges;
    }

    private boolean isLimb(Evidence evidence, Edge edge) {
        int a = anatomy.parts().indexOf(evidence.parts().get(edge.a()));
        int b = anatomy.parts().indexOf(evidence.parts().get(edge.b()));
        return anatomy.limbs().contains(new Limb(a, b));
    }

    private List<Link> taken(Evidence evidence, Edge edge) {
        BitSet used = new BitSet();
        List<Link> taken = new ArrayList<>();
        for (Link link : candidates(evidence, edge)) {
            if (!used.get(link.a()) && !used.get(link.b())) {
                used.set(link.a());
                used.set(link.b());
                taken.add(link);
            }
        }
        return taken;
    }

    /** Every two candidates of an edge with more than the least strength and share, the strongest first. */
    private List<Link> candidates(Evidence evidence, Edge edge) {
        double longest = longest(evidence.image());
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < as.length; i++) {
            for (int j = 0; j < bs.length; j++) {
                double strength = edge.affinity()[i][j] + tooLong(evidence, as[i], bs[j], longest);
                boolean along = edge.share().length == 0 || edge.share()[i][j] > leastShare;
                if (along && strength > leastAffinity) {
                    links.add(new Link(as[i], bs[j], strength));
                }
            }
        }
        links.sort(Comparator.comparingDouble(link -> -link.strength()));
        return links;
    }

    /** OpenPose's penalty for what is longer than {@code longest} pixels: 0 up to there, and down to -1. */
    private static double tooLong(Evidence evidence, int a, int b, double longest) {
        Candidate one = evidence.candidates().get(a);
        Candidate other = evidence.candidates().get(b);
        double length = Math.hypot(one.x() - other.x(), one.y() - other.y());
        return length == 0 ? 0 : Math.min(longest / length - 1, 0);
    }

    /** Half the image's height, as OpenPose has it. */
    private static double longest(@Nullable Image image) {
        return image == null ? Double.POSITIVE_INFINITY : 0.5 * image.height();
    }

    private static void join(Evidence evidence, Edge edge, Link link, boolean limb, List<Draft> drafts) {
        List<Draft> having = drafts.stream()
                .filter(draft -> draft.candidate[edge.a()] == link.a() || draft.candidate[edge.b()] == link.b())
                .limit(2)
                .toList();
        if (having.isEmpty() && !limb) {
            return;
        }
        if (having.size() == 2 && !having.get(0).overlaps(having.get(1))) {
            having.get(0).absorb(having.get(1));
            having.get(0).add(link);
            drafts.remove(having.get(1));
            return;
        }
        Draft draft;
        if (having.isEmpty()) {
            draft = new Draft(evidence.parts().size());
            drafts.add(draft);
        } else {
            draft = having.get(0);
        }
        boolean grewA = draft.add(link.a(), evidence);
        boolean grewB = draft.add(link.b(), evidence);
        if (grewA || grewB) {
            draft.add(link);
        }
    }
}
