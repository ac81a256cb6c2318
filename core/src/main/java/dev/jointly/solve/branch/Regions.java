package dev.jointly.solve.branch;

import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.Pricer.OwnedColumn;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which parts of a component deserve a tree of their own. Detections that share a fractional column make a spot; the region
 * of a spot are the detections nearest to it, two that share a column being as far from each other as its reduced cost: so
 * much worse would a solution be that needs it. Where what a region came to does not go together with what is outside,
 * it grows by those it is at odds with.
 */
public final class Regions {
    /** A skeleton or local assignment, with its lead or host. */
    private record Column(int owner, int[] detections, long length) {}

    private record Reached(int detection, long distance, int hops) {}

    private static final Comparator<Reached> NEAREST = Comparator.comparingLong(Reached::distance)
            .thenComparingInt(Reached::hops)
            .thenComparingInt(Reached::detection);

    private final List<Column> columns = new ArrayList<>();
    private final List<List<Column>> columnsOf = new ArrayList<>();
    private final Costs costs;

    private Regions(Costs costs) {
        this.costs = costs;
        for (int d = 0; d < costs.size(); d++) {
            columnsOf.add(new ArrayList<>());
        }
    }

    private Regions(Costs costs, PrimalPoint point) {
        this(costs);
        point.skeletons().forEach(skeleton -> add(skeleton, 0));
        point.locals().forEach(local -> add(local, 0));
    }

    private void add(Skeleton skeleton, long length) {
        add(new Column(costs.lead(skeleton.detections()), skeleton.detections(), length));
    }

    private void add(LocalAssignment local, long length) {
        add(new Column(local.global(), all(local), length));
    }

    private void add(Column column) {
        columns.add(column);
        for (int d : column.detections()) {
            columnsOf.get(d).add(column);
        }
    }

    private static int[] all(LocalAssignment local) {
        int[] all = Arrays.copyOf(local.locals(), local.locals().length + 1);
        all[all.length - 1] = local.global();
        return all;
    }

    /**
     * Disjoint sets of detections around the spots of a point, by the columns of a pool at a dual point.
     *
     * @param growth how many times as many detections as its spot a region has
     */
    public static List<BitSet> around(PrimalPoint point, ColumnPool pool, DualPoint prices, Pricer pricer, int growth) {
        Regions regions = new Regions(pricer.costs());
        pool.skeletons().forEach(g -> regions.add(g, Math.max(0, pricer.reducedCost(g, prices))));
        pool.locals().forEach(l -> regions.add(l, Math.max(0, pricer.reducedCost(l, prices))));
        List<BitSet> found = new ArrayList<>();
        for (BitSet spot : spots(point)) {
            merge(found, regions.nearest(spot, growth * spot.cardinality()));
        }
        return found;
    }

    private static List<BitSet> spots(PrimalPoint point) {
        List<BitSet> spots = new ArrayList<>();
        for (int g = 0; g < point.skeletons().size(); g++) {
            if (PrimalPoint.fractionality(point.value(g)) > 0) {
                merge(spots, setOf(point.skeletons().get(g).detections()));
            }
        }
        for (int l = 0; l < point.locals().size(); l++) {
            if (PrimalPoint.fractionality(point.localValue(l)) > 0) {
                merge(spots, setOf(all(point.locals().get(l))));
            }
        }
        return spots;
    }

    private static BitSet setOf(int[] detections) {
        BitSet set = new BitSet();
        addTo(set, detections);
        return set;
    }

    private static void addTo(BitSet set, int[] detections) {
        for (int d : detections) {
            set.set(d);
        }
    }

    /** Adds a set, as one with those it overlaps. */
    private static void merge(List<BitSet> disjoint, BitSet set) {
        BitSet union = (BitSet) set.clone();
        disjoint.removeIf(other -> {
            boolean meets = other.intersects(set);
            if (meets) {
                union.or(other);
            }
            return meets;
        });
        disjoint.add(union);
    }

    /** Dijkstra's algorithm; of equally distant detections those first that are fewer columns away. */
    private BitSet nearest(BitSet spot, int most) {
        BitSet near = new BitSet();
        PriorityQueue<Reached> queue = new PriorityQueue<>(NEAREST);
        @Nullable Reached[] least = new Reached[costs.size()];
        spot.stream().forEach(d -> queue.add(new Reached(d, 0, 0)));
        while (!queue.isEmpty() && near.cardinality() < most) {
            Reached at = queue.remove();
            if (!near.get(at.detection())) {
                near.set(at.detection());
                for (Column column : columnsOf.get(at.detection())) {
                    long distance = further(at.distance(), column.length());
                    for (int d : column.detections()) {
                        Reached reached = new Reached(d, distance, at.hops() + 1);
                        if (!near.get(d) && (least[d] == null || NEAREST.compare(reached, least[d]) < 0)) {
                            least[d] = reached;
                            queue.add(reached);
                        }
                    }
                }
            }
        }
        return near;
    }

    /** The sum of two distances, or the largest number where that does not fit. */
    private static long further(long distance, long length) {
        long sum = distance + length;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /**
     * The same sets, grown where what they came to is at odds with what is outside, or with each other: by the columns that
     * want the same detection; and where nothing has a detection for whose price it was left to others, by the column that
     * is nearest to taking it.
     *
     * @param before the point of the relaxation
     * @param after what the regions came to, and beyond them the same as before
     * @param prices those of the relaxation
     * @param pricer of the whole component
     */
    public static List<BitSet> grown(
            List<BitSet> sets, Costs costs, PrimalPoint before, PrimalPoint after, DualPoint prices, Pricer pricer) {
        Regions then = new Regions(costs, before);
        Regions now = new Regions(costs, after);
        Use use = new Use(after, costs.size());
        List<BitSet> grown = new ArrayList<>();
        for (BitSet set : sets) {
            BitSet more = (BitSet) set.clone();
            BitSet concerned = (BitSet) set.clone();
            then.addOwned(concerned, set::get);
            now.addOwned(concerned, set::get);
            concerned.stream().forEach(d -> {
                if (use.tooMuch(d)) {
                    now.columnsOf.get(d).forEach(column -> addTo(more, column.detections()));
                } else if (use.tooLittle(d, prices)) {
                    more.set(d);
                    OwnedColumn column = pricer.cheapestColumnWith(d, prices, owner -> !set.get(owner));
                    if (column != null) {
                        more.set(column.owner());
                        addTo(more, column.detections());
                        now.addOwned(more, owner -> owner == column.owner());
                    }
                }
            });
            merge(grown, more);
        }
        return grown;
    }

    private void addOwned(BitSet set, IntPredicate owner) {
        for (Column column : columns) {
            if (owner.test(column.owner())) {
                addTo(set, column.detections());
            }
        }
    }

    /** How often a point uses each detection, its values being taken for whole. */
    private static final class Use {
        private final int[] global;
        private final int[] local;
        private final int[] hosting;

        Use(PrimalPoint point, int detections) {
            global = new int[detections];
            local = new int[detections];
            hosting = new int[detections];
            point.skeletons().forEach(skeleton -> count(skeleton.detections(), global));
            for (LocalAssignment assignment : point.locals()) {
                count(assignment.locals(), local);
                hosting[assignment.global()]++;
            }
        }

        private static void count(int[] detections, int[] sum) {
            for (int d : detections) {
                sum[d]++;
            }
        }

        /** Whether a constraint is broken. */
        boolean tooMuch(int d) {
            return global[d] + local[d] > 1 || local[d] + hosting[d] > 1 || hosting[d] > global[d];
        }

        /** Whether a constraint that has its price is not tight. */
        boolean tooLittle(int d, DualPoint prices) {
            return (prices.lambda1()[d] > 0 && global[d] + local[d] < 1)
                    || (prices.lambda3()[d] > 0 && hosting[d] < global[d]);
        }
    }
}
