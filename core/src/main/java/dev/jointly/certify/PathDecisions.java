package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The answers given on the way to a leaf, and what they and the pins rule out: whether a detection may still be in the
 * skeleton led by n, and whether it may still be local to m. Answers may repeat or contradict each other; then no
 * solution ends in the leaf, and ruling out too much there does no harm.
 */
final class PathDecisions {
    /** Nothing is known. */
    private static final int OPEN = -1;
    /** Two answers name different ones: equal to nothing, different from everything. */
    private static final int TWO = -2;

    private final PinAudit pins;
    private final int[] part;
    private final int parts;
    /** Per detection: the lead in whose skeleton it is. */
    private final int[] lead;
    /** Per detection: the global detection to which it is local. */
    private final int[] host;
    /** Per detection: how many answers say that it hosts a local one. */
    private final int[] hosting;
    /** Per lead and part: the detection of that part in its skeleton. */
    private final int[] @Nullable [] member;
    /** Per lead and per host: the detections that it does not have. */
    private final @Nullable BitSet[] outOfSkeleton;

    private final @Nullable BitSet[] outOfLocals;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final Deque<Integer> marks = new ArrayDeque<>();

    PathDecisions(Problem problem, PinAudit pins) {
        this.pins = pins;
        int size = problem.size();
        part = problem.detections().stream().mapToInt(d -> d.part()).toArray();
        parts = problem.anatomy().size();
        lead = open(size);
        host = open(size);
        hosting = new int[size];
        member = new int[size][];
        outOfSkeleton = new BitSet[size];
        outOfLocals = new BitSet[size];
    }

    private static int[] open(int size) {
        int[] cells = new int[size];
        Arrays.fill(cells, OPEN);
        return cells;
    }

    void give(Decision decision, boolean in) {
        marks.push(undo.size());
        int holder = decision.holder();
        int d = decision.detection();
        if (decision.kind() == Decision.Kind.JOIN) {
            if (in) {
                settle(lead, holder, holder);
                settle(lead, d, holder);
                settle(membersOf(holder), part[d], d);
            } else {
                ruleOut(outOfSkeleton, holder, d);
            }
        } else if (in) {
            settle(host, d, holder);
            hosting[holder]++;
            undo.push(() -> hosting[holder]--);
        } else {
            ruleOut(outOfLocals, holder, d);
        }
    }

    /** Forgets the latest answer. */
    void takeBack() {
        int mark = marks.pop();
        while (undo.size() > mark) {
            undo.pop().run();
        }
    }

    private int[] membersOf(int n) {
        int[] members = member[n];
        if (members == null) {
            members = open(parts);
            member[n] = members;
        }
        return members;
    }

    private void settle(int[] cells, int at, int value) {
        int before = cells[at];
        cells[at] = merge(before, value);
        undo.push(() -> cells[at] = before);
    }

    private void ruleOut(@Nullable BitSet[] table, int holder, int d) {
        BitSet set = table[holder];
        if (set == null) {
            set = new BitSet();
            table[holder] = set;
        }
        if (!set.get(d)) {
            BitSet row = set;
            row.set(d);
            undo.push(() -> {
                row.clear(d);
                if (row.isEmpty()) {
                    // or a tree of many decisions would leave a set for each
                    table[holder] = null;
                }
            });
        }
    }

    private static int merge(int a, int b) {
        if (a == OPEN || a == b) {
            return b;
        }
        return b == OPEN ? a : TWO;
    }

    /** The lead of the pose that d is in. A host is global, so only its own answers can say where it is. */
    private int home(int d) {
        int m = host[d];
        return m == OPEN ? lead[d] : merge(lead[d], m == TWO ? TWO : lead[m]);
    }

    private static boolean differ(int homeA, int homeB) {
        return homeA != OPEN && homeB != OPEN && (homeA != homeB || homeA == TWO);
    }

    /** Whether G + L = 1 for d. */
    boolean required(int d) {
        return pins.required.get(d) || lead[d] != OPEN || host[d] != OPEN || hosting[d] > 0;
    }

    /** Whether the skeleton led by n may contain e; where e is n, whether n may lead one. */
    boolean mayJoin(int n, int e) {
        if ((lead[e] != OPEN && lead[e] != n) || host[e] != OPEN || contains(outOfSkeleton[n], e)) {
            return false;
        }
        int[] members = member[n];
        if (members != null && members[part[e]] != OPEN && members[part[e]] != e) {
            return false;
        }
        return pinsAllow(n, e);
    }

    /** Whether m may have local detections at all. */
    boolean mayHost(int m) {
        return host[m] == OPEN;
    }

    /** Whether e may be a local detection of m. */
    boolean mayBeLocal(int m, int e) {
        return lead[e] == OPEN
                && hosting[e] == 0
                && (host[e] == OPEN || host[e] == m)
                && !contains(outOfLocals[m], e)
                && (lead[m] == OPEN || pinsAllow(lead[m], e));
    }

    /** Whether a skeleton whose lead is outside the tree may contain e. It may also where e is known as a host. */
    boolean mayJoinElsewhere(int e) {
        return lead[e] == OPEN && host[e] == OPEN;
    }

    /** Whether e may be local to a detection outside the tree. */
    boolean mayBeLocalElsewhere(int e) {
        return mayJoinElsewhere(e) && hosting[e] == 0;
    }

    private boolean pinsAllow(int home, int e) {
        for (int a : pins.together(e)) {
            if (differ(home(a), home)) {
                return false;
            }
        }
        for (int a : pins.apart(e)) {
            if (home(a) == home && home != TWO) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(@Nullable BitSet set, int d) {
        return set != null && set.get(d);
    }
}
