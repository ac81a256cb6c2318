package dev.jointly.solve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.solve.term.DualPoint;
import org.junit.jupiter.api.Test;

/** Bound and prices of a node belong together: the certificate publishes the prices as the proof of the bound. */
class TreeNodeTest {
    private final DualPoint first = prices();
    private final DualPoint second = prices();
    private final TreeNode node = TreeNode.root(10, first);

    @Test
    void pricesOfAWeakerBoundAreIgnored() {
        node.prove(9, second);
        assertThat(node.bound()).isEqualTo(10);
        assertThat(node.dual()).isSameAs(first);
    }

    @Test
    void pricesOfABetterBoundReplaceThoseBefore() {
        node.prove(11, second);
        assertThat(node.bound()).isEqualTo(11);
        assertThat(node.dual()).isSameAs(second);
    }

    private static DualPoint prices() {
        return new DualPoint(0, new long[1], new long[1]);
    }
}
