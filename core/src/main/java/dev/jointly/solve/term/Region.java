package dev.jointly.solve.term;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * A part of a component whose prices may change while all others stay. Its skeletons and local assignments use what is
 * outside at its price, as often as they like; skeletons and local assignments from outside take what is inside at no less
 * than the price it had. So no bound outside suffers, whatever happens inside, and what several regions gain adds up.
 */
public final class Region {
    private final Candidates candidates;
    private final DualPoint before;
    private final BitSet own;
    private final BitSet joinable;
    private final BitSet hostable;
    private final boolean whole;

    private Region(
            Candidates candidates, DualPoint before, BitSet own, BitSet joinable, BitSet hostable, boolean whole) {
        this.candidates = candidates;
        this.before = before;
        this.own = own;
        this.joinable = joinable;
        this.hostable = hostable;
        this.whole = whole;
    }

    /** All of a component. */
    public static Region ofComponent(Candidates component) {
        BitSet own = new BitSet();
        for (int d : component.members()) {
            own.set(d);
        }
        return new Region(component, component.start(), own, new BitSet(), new BitSet(), true);
    }

    /**
     * Some detections of a component, less those that only what is outside could use.
     *
     * @param before prices outside, and the least inside where something outside could use a detection
     */
    public static Region of(Candidates component, DualPoint before, BitSet some) {
        Candidates inside =
                component.restrictedTo(filtered(component.leads(), some::get), filtered(component.hosts(), some::get));
        BitSet own = new BitSet();
        for (int d : inside.members()) {
            own.set(d, some.get(d));
        }
        Costs costs = component.costs();
        BitSet joinable = new BitSet();
        for (int n : filtered(component.leads(), n -> !own.get(n))) {
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : component.joins(n, q)) {
                    joinable.set(costs.ofPart(q)[slot]);
                }
            }
        }
        BitSet hostable = new BitSet();
        for (int m : filtered(component.hosts(), m -> !own.get(m))) {
            for (int d : component.locals(m)) {
                hostable.set(d);
            }
        }
        joinable.and(own);
        hostable.and(own);
        return new Region(inside, before, own, joinable, hostable, false);
    }

    private static int[] filtered(int[] list, IntPredicate wanted) {
        return Arrays.stream(list).filter(wanted).toArray();
    }

    /** The same where some detections are settled: nothing outside can have them any more. */
    public Region settled(IntPredicate placed) {
        BitSet stillJoinable = (BitSet) joinable.clone();
        BitSet stillHostable = (BitSet) hostable.clone();
        stillJoinable.stream().filter(placed).forEach(stillJoinable::clear);
        stillHostable.stream().filter(placed).forEach(stillHostable::clear);
        return new Region(candidates, before, own, stillJoinable, stillHostable, whole);
    }

    /** Whether it is all of a component, so that nothing is outside. */
    public boolean coversComponent() {
        return whole;
    }

    /** What its skeletons and local assignments are made of, detections from outside among it. */
    public Candidates candidates() {
        return candidates;
    }

    public boolean owns(int d) {
        return own.get(d);
    }

    /** Its detections, ascending. */
    public int[] members() {
        return own.stream().toArray();
    }

    /** Own detections that skeletons led from outside may have, for {@link #inSkeleton} or more. */
    public int[] joinable() {
        return joinable.stream().toArray();
    }

    public boolean joinable(int d) {
        return joinable.get(d);
    }

    /** Own detections that may be local to hosts outside, for {@link #asLocal} or more. */
    public int[] hostable() {
        return hostable.stream().toArray();
    }

    public boolean hostable(int d) {
        return hostable.get(d);
    }

    /** lambda1 - lambda3 less discounts outside. */
    public long inSkeleton(int d) {
        return before.lambda1()[d] - before.lambda3()[d] - before.cuts().discount(d);
    }

    /** lambda1 outside. */
    public long asLocal(int d) {
        return before.lambda1()[d];
    }

    /** Prices to fill in: the smallest feasible ones inside. */
    public DualPoint start(Candidates left) {
        return whole ? left.start() : inside(left.start());
    }

    /** The prices of a point inside, and those outside as they were. */
    private DualPoint inside(DualPoint point) {
        long[] lambda1 = before.lambda1().clone();
        long[] lambda3 = before.lambda3().clone();
        own.stream().forEach(d -> {
            lambda1[d] = point.lambda1()[d];
            lambda3[d] = point.lambda3()[d];
        });
        return new DualPoint(point.scaleBits(), lambda1, lambda3, point.cuts());
    }

    /** The same prices, or higher where what is outside would gain from them. */
    public DualPoint withPriceFloors(DualPoint point) {
        return withPriceFloors(point, 0);
    }

    /** Fair prices in whole micro-units inside. */
    public DualPoint inMicroUnits(DualPoint point) {
        DualPoint rounded = point.inMicroUnits();
        return whole ? rounded : withPriceFloors(inside(rounded), point.scaleBits());
    }

    private DualPoint withPriceFloors(DualPoint point, int bits) {
        if (joinable.isEmpty() && hostable.isEmpty()) {
            return point;
        }
        long[] lambda1 = point.lambda1().clone();
        joinable.stream()
                .forEach(d -> lambda1[d] = Math.max(
                        lambda1[d],
                        ceiling(inSkeleton(d), bits)
                                + point.lambda3()[d]
                                + point.cuts().discount(d)));
        hostable.stream().forEach(d -> lambda1[d] = Math.max(lambda1[d], ceiling(asLocal(d), bits)));
        return new DualPoint(point.scaleBits(), lambda1, point.lambda3(), point.cuts());
    }

    private static long ceiling(long value, int bits) {
        return -(-value >> bits) << bits;
    }
}
