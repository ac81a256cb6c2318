package dev.jointly.generate;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.generate.CostDistribution.Curve;
import dev.jointly.generate.Scene.Sighting;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.List;

/**
 * Generates problems from synthetic scenes. The same arguments give the same problem everywhere and always.
 *
 * <p>theta is the negative log-odds of a detection's score. phi between two parts is low if the offset between the two detections is about that of a person at rest; phi within a part
 * is low if two detections are close, as duplicates are. Noise is added to every phi.
 */
public final class Generator {
    /** The largest number of people: more pairs would not fit in memory. */
    public static final int MAX_PEOPLE = 1000;

    /** Parts of the full anatomy. */
    public static final int WHOLE_BODY = 14;

    private final RestPose restPose;
    private final CostDistribution distribution;
    private final boolean absentForbidden;
    private final List<Sighting> sightings;
    private final long noiseSeed;

    private Generator(RestPose restPose, int people, Crowding crowding, long seed, boolean absentForbidden) {
        PortableRandom random = new PortableRandom(seed);
        this.restPose = restPose;
        this.distribution = crowding.distribution();
        this.absentForbidden = absentForbidden;
        this.sightings = Scene.draw(restPose, people, crowding, random).sightings();
        this.noiseSeed = random.seed();
    }

    /** The full anatomy; pairs out of reach are not listed and so forbidden. */
    public static Problem generate(String id, int people, Crowding crowding, long seed) {
        return generate(id, people, crowding, seed, WHOLE_BODY);
    }

    /**
     * Anatomies of 6, 8 or 14 parts; pairs out of reach are not listed and so forbidden.
     *
     * @param parts 6: neck, head, shoulders, elbows; 8: wrists too; 14: hips, knees and ankles too
     */
    public static Problem generate(String id, int people, Crowding crowding, long seed, int parts) {
        return generate(id, people, crowding, seed, parts, true);
    }

    /**
     * Anatomies of 6, 8 or 14 parts.
     *
     * @param absentForbidden what a pair that is not listed means. If true, only pairs within reach are listed; if
     *     false, an absent pair would be free of charge, so all pairs are listed, with the same costs
     */
    public static Problem generate(
            String id, int people, Crowding crowding, long seed, int parts, boolean absentForbidden) {
        if (people < 1 || people > MAX_PEOPLE) {
            throw new IllegalArgumentException("people is " + people + " but must be from 1 to " + MAX_PEOPLE);
        }
        return new Generator(new RestPose(parts), people, crowding, seed, absentForbidden).problem(id);
    }

    private Problem problem(String id) {
        List<Detection> detections = sightings.stream()
                .map(s -> new Detection(s.part(), s.x(), s.y(), s.score(), Micro.of(CostDistribution.theta(s.score()))))
                .toList();
        return new Problem(
                id, null, restPose.anatomy(), Micro.of(distribution.poseCost()), detections, pairs(), List.of());
    }

    private PairCosts pairs() {
        Anatomy anatomy = restPose.anatomy();
        int[] start = starts();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int p = 0; p < restPose.size(); p++) {
            for (int q = p; q < restPose.size(); q++) {
                if (!anatomy.mayPair(p, q)) {
                    continue;
                }
                for (int a = start[p]; a < start[p + 1]; a++) {
                    for (int b = Math.max(a + 1, start[q]); b < start[q + 1]; b++) {
                        addIfInReach(pairs, a, b);
                    }
                }
            }
        }
        return pairs.build(sightings.size(), absentForbidden);
    }

    /** Sightings stand part by part: where each part begins. */
    private int[] starts() {
        int[] start = new int[restPose.size() + 1];
        sightings.forEach(s -> start[s.part() + 1]++);
        for (int part = 0; part < restPose.size(); part++) {
            start[part + 1] += start[part];
        }
        return start;
    }

    private void addIfInReach(PairCosts.Builder pairs, int a, int b) {
        Sighting from = sightings.get(a);
        Sighting to = sightings.get(b);
        Curve curve = from.part() == to.part() ? distribution.twin() : distribution.limb();
        double z2 = residual(from, to) / (curve.width() * curve.width());
        if (z2 <= CostDistribution.REACH * CostDistribution.REACH || !absentForbidden) {
            // each pair has its own random numbers, so that its cost does not depend on which others are listed
            double noise = distribution.noise() * new PortableRandom(noiseSeed + ((long) a << 32) + b).gaussian();
            pairs.add(a, b, Micro.of(curve.cost(z2, noise)));
        }
    }

    /** Squared distance of {@code to} from where {@code from} would have it, in standard deviations. */
    private double residual(Sighting from, Sighting to) {
        double right = restPose.right(from.part(), to.part());
        double below = restPose.below(from.part(), to.part());
        double dx = (to.x() - from.x()) / Scene.PIXELS - right;
        double dy = (to.y() - from.y()) / Scene.PIXELS - below;
        // size and lean of people blur long distances more; duplicates are close together
        double sd = from.part() == to.part()
                ? distribution.duplicateSpread()
                : 0.15 + 0.18 * Math.sqrt(right * right + below * below);
        return (dx * dx + dy * dy) / (sd * sd);
    }
}
