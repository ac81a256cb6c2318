/**
 * One component: the branch-and-price tree, the relaxation of its nodes, pure column generation, the incumbent, and the tree as
 * a proof. A method of column generation other than PCG implements {@link dev.jointly.solve.tree.ColumnGeneration}.
 */
@NullMarked
package dev.jointly.solve.tree;

import org.jspecify.annotations.NullMarked;
