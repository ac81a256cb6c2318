package dev.jointly.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A proof that no solution costs less than a bound. The base prices alone prove the bound of the LP relaxation: for ANY
 * non-negative lambda, LB(lambda) is a lower bound on the optimum, so they need not be trusted. If that is not enough, trees of decisions replace the base prices of their detections: every
 * solution answers each question one way or the other and so ends in one leaf, whose own prices bound its cost. Cuts are
 * inequalities that every solution satisfies; a tree may have some, and each of its leaves a price for each.
 *
 * @param scaleBits prices are in units of 2^-scaleBits micro-units
 * @param lambda1 price of being used as global or local, per detection; negative only where a pin requires its use
 * @param lambda3 what a global detection gets, and pays again for hosting a local assignment, per detection
 * @param posePrice nu: what each pose pays where the number of poses is limited; not negative, and 0 where it is not limited
 * @param trees over disjoint sets of detections; those in none keep their base prices
 */
public record Proof(int scaleBits, long[] lambda1, long[] lambda3, long posePrice, List<Tree> trees) {
    /** The finest grid; sums would overflow on finer ones. */
    public static final int MAX_SCALE_BITS = 40;

    /** The largest shift of prices. */
    public static final int MAX_SHIFT = 62;

    /**
     * The largest number of decisions between the root of a tree and a leaf: far more than any search reaches, and few enough
     * for a checker that keeps them all for each leaf.
     */
    public static final int MAX_DEPTH = 5_000;

    /** Accepts anything, including null: a proof is not trusted, and rejecting it is up to the checker. */
    public Proof {
        trees = copy(trees);
    }

    /** Where the number of poses is not limited. */
    public Proof(int scaleBits, long[] lambda1, long[] lambda3, List<Tree> trees) {
        this(scaleBits, lambda1, lambda3, 0, trees);
    }

    /** Base prices without trees. */
    public Proof(int scaleBits, long[] lambda1, long[] lambda3) {
        this(scaleBits, lambda1, lambda3, List.of());
    }

    private static <T> List<T> copy(List<T> list) {
        return list == null ? list : Collections.unmodifiableList(new ArrayList<>(list));
    }

    /**
     * An inequality that every solution satisfies, because no detection is used twice and only detections of skeletons host: the
     * rows of some detections, added up, halved and rounded down.
     *
     * @param use whose rows "at most once" are added up: an odd number of detections, ascending
     * @param host whose rows "hosts only in a skeleton" are added up, ascending
     */
    public record Cut(int[] use, int[] host) {}

    /**
     * A tree of decisions as a list of nodes, of which the first is the root. Every other node is the child of exactly one
     * branch, which stands before it in the list.
     *
     * @param detections whose prices the leaves set, ascending; decisions ask about these alone
     * @param cuts among these detections; each leaf has a price for each
     */
    public record Tree(int[] detections, List<Cut> cuts, List<Node> nodes) {
        /** Accepts anything, as a proof does. */
        public Tree {
            cuts = copy(cuts);
            nodes = copy(nodes);
        }

        /** Without cuts. */
        public Tree(int[] detections, List<Node> nodes) {
            this(detections, List.of(), nodes);
        }
    }

    /** A decision or a leaf. */
    public sealed interface Node {}

    /**
     * A decision and the children for its two answers.
     *
     * @param in position of the child where the answer is "in", larger than this node's own
     * @param out position of the other child
     */
    public record Branch(Decision decision, int in, int out) implements Node {}

    /**
     * A leaf: prices under all answers on the way from the root, one for each of the tree's detections, in its order.
     *
     * @param shift prices are to be multiplied by 2^shift, which keeps them short; 0 to {@link #MAX_SHIFT}
     * @param lambda1 negative only where the answers or the pins require the detection to be used
     * @param sigma of the tree's cuts, in their order
     * @param posePrice in place of the base's, in a tree that has every detection of a major part; 0 in all others
     */
    public record Leaf(int shift, long[] lambda1, long[] lambda3, long[] sigma, long posePrice) implements Node {
        /** Where the number of poses is not limited. */
        public Leaf(int shift, long[] lambda1, long[] lambda3, long[] sigma) {
            this(shift, lambda1, lambda3, sigma, 0);
        }

        /** In a tree without cuts. */
        public Leaf(int shift, long[] lambda1, long[] lambda3) {
            this(shift, lambda1, lambda3, new long[0]);
        }
    }
}
