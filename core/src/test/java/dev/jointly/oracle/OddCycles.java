package dev.jointly.oracle;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Problems around an odd cycle: three or five bidders, each of which gains from two neighbouring items together and not
 * from one alone. Integral solutions must leave a bidder out; the relaxation gives every bidder half of its items.
 * Items are joints for skeletons, duplicates for hosts, or both in one cycle. A few more detections and small changes
 * to all costs make every problem different, and some of them lose their gap by it.
 */
final class OddCycles {
    private static final int MAX_DETECTIONS = 11;

    /** So much that no duplicate can replace a lead. */
    private static final int DEAR_POSE = 14;

    /** The pair cost of two in a cycle that do not belong together, where the pair is not forbidden. */
    private static final int REPELLED = 20;

    private final String id;
    private final Random random;
    private final int majors;
    private final int parts;
    private final boolean fine;
    private final List<Detection> detections = new ArrayList<>();
    private final Map<List<Integer>, Long> costs = new HashMap<>();
    private double poseCost = 4;

    private OddCycles(String id, Random random, int majors) {
        this.id = id;
        this.random = random;
        this.majors = majors;
        // a lead and three kinds of joints at least
        this.parts = 4 + random.nextInt(2);
        this.fine = random.nextInt(4) == 0;
    }

    /** One of them; whether it has a gap remains to be seen. */
    static Problem random(String id, Random random, int majors) {
        OddCycles cycle = new OddCycles(id, random, majors);
        switch (random.nextInt(6)) {
            case 0 -> cycle.joints(3);
            case 1 -> cycle.joints(5);
            case 2 -> cycle.doublesOfLeads(3);
            case 3 -> cycle.doublesOfLeads(5);
            case 4 -> cycle.doublesOfJoints();
            default -> cycle.jointsAndDoubles();
        }
        return Shuffled.of(cycle.problem(), random.nextLong()).problem();
    }

    /** Each of the leads gains from two neighbouring joints. */
    private void joints(int length) {
        List<Integer> leads = detections(length, 0, 0);
        List<Integer> joints = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            // neighbours are of different parts, or no skeleton could have both
            joints.add(detection(i == length - 1 ? 3 : 1 + i % 2, 0));
        }
        for (int i = 0; i < length; i++) {
            int a = joints.get(i);
            int b = joints.get((i + 1) % length);
            pair(leads.get(i), a, -3);
            pair(leads.get(i), b, -3);
            pair(a, b, 0);
        }
    }

    /** Each of the leads has a pose that pays anyway, and gains from two neighbouring duplicates. */
    private void doublesOfLeads(int length) {
        poseCost = DEAR_POSE;
        doubles(detections(length, 0, -1 - DEAR_POSE), 0);
    }

    /** The same, where not the leads but a joint of each has the duplicates. */
    private void doublesOfJoints() {
        poseCost = DEAR_POSE;
        List<Integer> leads = detections(3, 0, 0);
        List<Integer> joints = detections(3, 1, 0);
        for (int i = 0; i < 3; i++) {
            pair(leads.get(i), joints.get(i), -1 - DEAR_POSE);
        }
        doubles(joints, 1);
    }

    private void doubles(List<Integer> hosts, int part) {
        int length = hosts.size();
        List<Integer> doubles = detections(length, part, 2);
        for (int i = 0; i < length; i++) {
            int a = doubles.get(i);
            int b = doubles.get((i + 1) % length);
            pair(hosts.get(i), a, 0);
            pair(hosts.get(i), b, 0);
            pair(a, b, -6);
        }
    }

    /**
     * Two leads gain from joint b together with a or c; the third has a joint that gains from a and c as its
     * duplicates.
     */
    private void jointsAndDoubles() {
        List<Integer> leads = detections(3, 0, 0);
        // dear and well paid for, so that none of them gains by hosting another in the wrong pose
        int a = detection(1, 5);
        int c = detection(1, 5);
        int host = detection(1, 8);
        int b = detection(2, 0);
        pair(leads.get(0), a, -8);
        pair(leads.get(0), b, -3);
        pair(a, b, 0);
        pair(leads.get(1), c, -8);
        pair(leads.get(1), b, -3);
        pair(c, b, 0);
        pair(leads.get(2), host, -14);
        pair(host, a, -4);
        pair(host, c, -4);
        pair(a, c, -4);
    }

    private List<Integer> detections(int count, int part, double cost) {
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            added.add(detection(part, cost));
        }
        return added;
    }

    private int detection(int part, double cost) {
        detections.add(new Detection(part, null, null, null, about(cost)));
        return detections.size() - 1;
    }

    private void pair(int a, int b, double cost) {
        costs.put(List.of(Math.min(a, b), Math.max(a, b)), about(cost));
    }

    /** A cost, or one up to half a unit from it. */
    private long about(double cost) {
        if (fine) {
            return Micro.of(cost) + random.nextInt((int) Micro.of(1) + 1) - Micro.of(0.5);
        }
        return Micro.of(cost + (random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0) * 0.5);
    }

    private Problem problem() {
        Anatomy anatomy = anatomy();
        int cycle = detections.size();
        int more = random.nextInt(MAX_DETECTIONS - cycle + 1);
        for (int i = 0; i < more; i++) {
            detection(random.nextInt(parts), random.nextInt(3) - 1);
        }
        boolean absentForbidden = random.nextBoolean();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int b = 0; b < detections.size(); b++) {
            for (int a = 0; a < b; a++) {
                if (anatomy.mayPair(detections.get(a).part(), detections.get(b).part())) {
                    Long wanted = costs.get(List.of(a, b));
                    if (wanted != null) {
                        pairs.add(a, b, wanted);
                    } else if (!absentForbidden || random.nextBoolean()) {
                        pairs.add(a, b, about(b < cycle ? REPELLED : 1 + random.nextInt(6)));
                    }
                }
            }
        }
        return new Problem(
                id,
                null,
                anatomy,
                about(poseCost),
                detections,
                pairs.build(detections.size(), absentForbidden),
                List.of());
    }

    private Anatomy anatomy() {
        List<String> names = new ArrayList<>();
        List<Integer> majorParts = new ArrayList<>();
        List<Limb> limbs = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            names.add("p" + part);
            if (part < majors) {
                majorParts.add(part);
            }
            if (part > 0) {
                limbs.add(new Limb(part, random.nextInt(part)));
            }
        }
        return new Anatomy("odd-cycle", names, majorParts, limbs);
    }
}
