package dev.jointly.certify;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Decision.Kind;
import dev.jointly.proof.Proof.Cut;
import dev.jointly.proof.Proof.Leaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A leaf and the way to it, and what the rules of docs/certificate.md say of that, word by word. */
final class DefinitionalLeaf {
    /** Stands for "two leads" among the homes of a detection. */
    private static final Set<Integer> TWO_HOMES = Set.of(-1, -2);

    private final Problem problem;
    final List<Integer> detections;
    final Leaf leaf;
    final List<Decision> in = new ArrayList<>();
    final List<Decision> out = new ArrayList<>();

    DefinitionalLeaf(Problem problem, List<Integer> detections, Leaf leaf, List<Answer> path) {
        this.problem = problem;
        this.detections = detections;
        this.leaf = leaf;
        path.forEach(answer -> (answer.in() ? in : out).add(answer.decision()));
    }

    long price(long[] lambda, int d) {
        return Math.multiplyExact(lambda[detections.indexOf(d)], 1L << leaf.shift());
    }

    long inSkeleton(int d) {
        return price(leaf.lambda1(), d) - price(leaf.lambda3(), d);
    }

    long asLocal(int d) {
        return price(leaf.lambda1(), d);
    }

    long asHost(int m) {
        return price(leaf.lambda3(), m);
    }

    long sigma(int t) {
        return Math.multiplyExact(leaf.sigma()[t], 1L << leaf.shift());
    }

    /** Whether there is a price for each of these cuts, and none is negative. */
    boolean prices(List<Cut> cuts) {
        return leaf.sigma().length == cuts.size() && Arrays.stream(leaf.sigma()).noneMatch(sigma -> sigma < 0);
    }

    /** Leads in whose skeleton d is, by the answers. */
    Set<Integer> leads(int d) {
        Set<Integer> leads = new HashSet<>();
        for (Decision a : in) {
            if (a.kind() == Kind.JOIN && (a.holder() == d || a.detection() == d)) {
                leads.add(a.holder());
            }
        }
        return leads;
    }

    Set<Integer> hosts(int d) {
        Set<Integer> hosts = new HashSet<>();
        for (Decision a : in) {
            if (a.kind() == Kind.LOCAL && a.detection() == d) {
                hosts.add(a.holder());
            }
        }
        return hosts;
    }

    boolean isHost(int m) {
        return in.stream().anyMatch(a -> a.kind() == Kind.LOCAL && a.holder() == m);
    }

    Set<Integer> homes(int d) {
        Set<Integer> homes = leads(d);
        Set<Integer> hosts = hosts(d);
        hosts.forEach(m -> homes.addAll(leads(m)));
        return hosts.size() > 1 ? TWO_HOMES : homes;
    }

    boolean required(int d) {
        boolean pinned = false;
        for (Pin pin : problem.pins()) {
            pinned |= pin instanceof Pin.Use p && p.detection() == d;
            pinned |= pin instanceof Pin.Together p && (p.a() == d || p.b() == d);
        }
        return pinned || !leads(d).isEmpty() || !hosts(d).isEmpty() || isHost(d);
    }

    boolean allowsSkeleton(int lead, Collection<Integer> skeleton) {
        for (Decision a : out) {
            if (a.kind() == Kind.JOIN && a.holder() == lead && skeleton.contains(a.detection())) {
                return false;
            }
        }
        for (int e : skeleton) {
            if (leads(e).stream().anyMatch(n -> n != lead) || !hosts(e).isEmpty()) {
                return false;
            }
            for (Decision a : in) {
                if (a.kind() == Kind.JOIN
                        && a.holder() == lead
                        && a.detection() != e
                        && problem.part(a.detection()) == problem.part(e)) {
                    return false;
                }
            }
        }
        return allowsPose(Set.of(lead), skeleton);
    }

    boolean allowsLocals(int m, Collection<Integer> locals) {
        for (Decision a : out) {
            if (a.kind() == Kind.LOCAL && a.holder() == m && locals.contains(a.detection())) {
                return false;
            }
        }
        for (int e : locals) {
            if (!leads(e).isEmpty() || isHost(e) || hosts(e).stream().anyMatch(other -> other != m)) {
                return false;
            }
        }
        Set<Integer> all = new HashSet<>(locals);
        all.add(m);
        return hosts(m).isEmpty() && noneSkipped(all) && allowsPose(homes(m), locals);
    }

    /** Whether these may be in the pose of this lead, if it is known; skipped ones and apart ones are in none. */
    private boolean allowsPose(Set<Integer> lead, Collection<Integer> members) {
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Together p) {
                if ((members.contains(p.a()) && differ(homes(p.b()), lead))
                        || (members.contains(p.b()) && differ(homes(p.a()), lead))) {
                    return false;
                }
            } else if (pin instanceof Pin.Apart p) {
                if ((members.contains(p.a()) && same(homes(p.b()), lead))
                        || (members.contains(p.b()) && same(homes(p.a()), lead))) {
                    return false;
                }
            }
        }
        return noneSkipped(members);
    }

    private boolean noneSkipped(Collection<Integer> members) {
        return problem.pins().stream().noneMatch(pin -> pin instanceof Pin.Skip p && members.contains(p.detection()));
    }

    /** Whether prices and decisions are such as a leaf may have. */
    boolean fits() {
        int size = detections.size();
        boolean fits = leaf.shift() >= 0
                && leaf.shift() <= 62
                && leaf.lambda1().length == size
                && leaf.lambda3().length == size;
        for (int i = 0; fits && i < size; i++) {
            fits = leaf.lambda3()[i] >= 0 && (leaf.lambda1()[i] >= 0 || required(detections.get(i)));
        }
        return fits && in.stream().allMatch(this::fits) && out.stream().allMatch(this::fits);
    }

    private boolean fits(Decision a) {
        if (!detections.contains(a.holder()) || !detections.contains(a.detection())) {
            return false;
        }
        return a.kind() == Kind.JOIN
                ? problem.anatomy().isMajor(problem.part(a.holder()))
                : a.holder() != a.detection() && problem.part(a.holder()) == problem.part(a.detection());
    }

    private static boolean differ(Set<Integer> a, Set<Integer> b) {
        return !a.isEmpty() && !b.isEmpty() && !same(a, b);
    }

    private static boolean same(Set<Integer> a, Set<Integer> b) {
        return a.size() == 1 && a.equals(b);
    }

    /** One way to answer a question. */
    record Answer(Decision decision, boolean in) {}
}
