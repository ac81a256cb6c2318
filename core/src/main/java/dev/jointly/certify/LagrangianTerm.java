package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What some detections contribute to the bound under given prices: the skeletons they lead and the local assignments
 * they host. These may reach out to detections that are not among them, which then count at their most optimistic
 * prices, whatever leaf of their own tree a solution ends in.
 */
final class LagrangianTerm {
    /** Lists of more numbers than this are not kept: 128 MB. */
    private static final long MAX_KEPT = 1L << 25;

    private final Anatomy anatomy;
    private final WorkBudget effort;
    private final DenseCosts costs;
    private final SkeletonBound skeletons;
    private final LocalBound locals;
    private final CutDuals cutDuals;
    private final int[] detections;
    private final boolean[] own;
    /** Those of the detections that may be used, and those of them that may lead. */
    private final int[] hosts;

    private final int[] leads;
    /** Per lead and per host: those it may take along if no decision forbids it. Kept where there are several leaves. */
    private final int[] @Nullable [] skeletonCandidates;

    private final int[] @Nullable [] localCandidates;
    /** theta + lambda1 - lambda3 less discounts, theta + lambda1 and lambda3, per detection of the problem. */
    private final long[] inSkeleton;

    private final long[] asLocal;
    private final long[] asHost;
    private final int[] allowed;
    private final boolean keep;
    private int allowedSize;
    private long posePrice;

    /** What finds the cheapest skeletons and local assignments; all terms of a proof use the same. */
    record Searches(Anatomy anatomy, DenseCosts costs, WorkBudget effort, SkeletonBound skeletons, LocalBound locals) {
        Searches(Anatomy anatomy, DenseCosts costs, WorkBudget effort, long maxLocalCells) {
            this(
                    anatomy,
                    costs,
                    effort,
                    new SkeletonBound(anatomy, costs, effort),
                    new LocalBound(costs, effort, maxLocalCells));
        }
    }

    /** @param cutDuals the cuts that count for these detections */
    LagrangianTerm(Searches searches, int[] detections, OptimisticPrices outlook, CutDuals cutDuals) {
        anatomy = searches.anatomy();
        effort = searches.effort();
        costs = searches.costs();
        skeletons = searches.skeletons();
        locals = searches.locals();
        this.cutDuals = cutDuals;
        this.detections = detections;
        int size = costs.theta.length;
        own = new boolean[size];
        for (int d : detections) {
            own[d] = true;
        }
        inSkeleton = new long[size];
        asLocal = new long[size];
        asHost = new long[size];
        for (int e = 0; e < size; e++) {
            inSkeleton[e] = outside(e, outlook.inSkeleton);
            asLocal[e] = outside(e, outlook.asLocal);
        }
        allowed = new int[size];
        hosts = Arrays.stream(detections).filter(costs::usable).toArray();
        leads = Arrays.stream(hosts).filter(d -> anatomy.isMajor(costs.part(d))).toArray();
        localCandidates = new int[hosts.length][];
        skeletonCandidates = new int[leads.length][];
        keep = (long) hosts.length * size <= MAX_KEPT;
    }

    private long outside(int e, long[] prices) {
        return own[e] || prices[e] == DenseCosts.FORBIDDEN
                ? DenseCosts.FORBIDDEN
                : Math.addExact(costs.theta[e], prices[e]);
    }

    /** The detections that may be in a skeleton led by n, without those outside that cannot make any such skeleton cheaper. */
    private int[] skeletonCandidates(int n) {
        allowedSize = 0;
        int part = costs.part(n);
        for (int p = 0; p < costs.members.length; p++) {
            // a skeleton with an earlier major part is not led by n
            if (p == part || (p < part && anatomy.isMajor(p))) {
                continue;
            }
            effort.need(1);
            costs.forEachAllowed(n, p, (e, phi) -> {
                effort.need(2);
                if (own[e] || helps(inSkeleton[e], phi, negativePairSum(e, part))) {
                    allowed[allowedSize++] = e;
                }
            });
        }
        return Arrays.copyOf(allowed, allowedSize);
    }

    /** The most that e can save by its pairs in a skeleton, other than with the lead. */
    private long negativePairSum(int e, int leadPart) {
        long negativePairSum = 0;
        for (int q = 0; q < costs.members.length; q++) {
            if (q != leadPart && q != costs.part(e)) {
                negativePairSum = Math.addExact(negativePairSum, Math.min(0, costs.least(e, q)));
            }
        }
        return negativePairSum;
    }

    /** The detections that may be local to m, without those outside that cannot make it cheaper. */
    private int[] localCandidates(int m) {
        allowedSize = 0;
        costs.forEachAllowed(m, costs.part(m), (e, phi) -> {
            effort.need(2);
            if (e != m && (own[e] || helps(asLocal[e], phi, locals.negativePairSum(e)))) {
                allowed[allowedSize++] = e;
            }
        });
        return Arrays.copyOf(allowed, allowedSize);
    }

    private static boolean helps(long price, long phi, long negativePairSum) {
        return price != DenseCosts.FORBIDDEN && Math.addExact(Math.addExact(price, phi), negativePairSum) < 0;
    }

    /** The least that the detections contribute under these answers, at their prices. */
    long of(PathDecisions answers, Prices prices) {
        cutDuals.set(prices.sigma());
        posePrice = prices.pose();
        long term = Math.negateExact(cutDuals.constant());
        for (int i = 0; i < detections.length; i++) {
            int d = detections[i];
            inSkeleton[d] = Math.addExact(costs.theta[d], prices.inSkeleton(i));
            asLocal[d] = Math.addExact(costs.theta[d], prices.lambda1()[i]);
            asHost[d] = prices.lambda3()[i];
            term = Math.subtractExact(term, prices.lambda1()[i]);
        }
        int lead = 0;
        int host = 0;
        try {
            for (; lead < leads.length; lead++) {
                int[] listed = listed(skeletonCandidates, lead, leads, this::skeletonCandidates);
                term = Math.addExact(term, cheapestSkeleton(leads[lead], listed, answers));
            }
            for (int i = 0; keep && i < hosts.length; i++) {
                // with these at hand, being stopped among the local sets leaves a better bound
                listed(localCandidates, i, hosts, this::localCandidates);
            }
            for (; host < hosts.length; host++) {
                int[] listed = listed(localCandidates, host, hosts, this::localCandidates);
                term = Math.addExact(term, cheapestLocal(hosts[host], listed, answers));
            }
        } catch (WorkBudget.Stopped e) {
            effort.cutShort();
            term = Math.addExact(term, floor(lead, host));
        }
        return term;
    }

    /**
     * What leads and hosts from these positions on contribute at least, computed in linear time: each takes the best of
     * every part, and the best have their most attractive pairs even if others have them too.
     */
    private long floor(int firstLead, int firstHost) {
        long skeleton = Math.addExact(costs.omega, posePrice);
        long[] local = new long[costs.members.length];
        for (int p = 0; p < costs.members.length; p++) {
            long best = 0;
            for (int e : costs.members[p]) {
                if (costs.usable(e) && inSkeleton[e] != DenseCosts.FORBIDDEN) {
                    best = Math.min(best, Math.addExact(inSkeleton[e], negativePairSum(e, p)));
                }
                if (costs.usable(e) && asLocal[e] != DenseCosts.FORBIDDEN) {
                    local[p] =
                            Math.addExact(local[p], Math.min(0, Math.addExact(asLocal[e], locals.negativePairSum(e))));
                }
            }
            skeleton = Math.addExact(skeleton, best);
        }
        long floor = 0;
        for (int i = firstLead; i < leads.length; i++) {
            floor = Math.addExact(floor, Math.min(0, Math.addExact(skeleton, Math.min(0, inSkeleton[leads[i]]))));
        }
        for (int i = firstHost; i < hosts.length; i++) {
            floor = Math.addExact(floor, Math.min(0, Math.addExact(asHost[hosts[i]], local[costs.part(hosts[i])])));
        }
        return floor;
    }

    private int[] listed(int[] @Nullable [] kept, int i, int[] holders, IntFunction<int[]> find) {
        int[] list = kept[i];
        if (list == null) {
            list = find.apply(holders[i]);
            if (keep) {
                kept[i] = list;
            }
        }
        return list;
    }

    private long cheapestSkeleton(int n, int[] candidates, PathDecisions answers) {
        List<CutDuals.Open> open = cutDuals.open(n);
        if (!answers.mayJoin(n, n)) {
            return 0;
        }
        int size = 0;
        for (int e : candidates) {
            if (answers.mayJoin(n, e)) {
                allowed[size++] = e;
            }
        }
        // every skeleton has one lead, which pays for the pose
        inSkeleton[n] = Math.addExact(inSkeleton[n], posePrice);
        try {
            return skeletons.cheapest(n, allowed, size, inSkeleton, open);
        } finally {
            inSkeleton[n] = Math.subtractExact(inSkeleton[n], posePrice);
        }
    }

    private long cheapestLocal(int m, int[] candidates, PathDecisions answers) {
        List<CutDuals.Open> open = cutDuals.openLocal(m);
        int[] taxed = cutDuals.taxed(m, open);
        if (!answers.mayHost(m)) {
            return 0;
        }
        int size = 0;
        for (int e : candidates) {
            if (answers.mayBeLocal(m, e)) {
                allowed[size++] = e;
            }
        }
        return locals.cheapest(m, allowed, size, asLocal, asHost[m], open, taxed);
    }
}
