package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.proof.Proof;
import dev.jointly.solve.benders.BendersColumnGeneration;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.tree.BranchAndBoundTree;
import dev.jointly.solve.tree.ColumnGeneration;
import dev.jointly.solve.tree.Component;
import dev.jointly.solve.tree.GlobalBounds;
import dev.jointly.solve.tree.Parallel;
import dev.jointly.solve.tree.PureColumnGeneration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Solves the components of a problem independently, each by a tree of the requested method, and adds up what they prove. */
final class ComponentSolver {
    private final LpEngine engine;
    private final Settings settings;
    private final Deadline deadline;

    ComponentSolver(LpEngine engine, Settings settings, Deadline deadline) {
        this.engine = engine;
        this.settings = settings;
        this.deadline = deadline;
    }

    Settings settings() {
        return settings;
    }

    Deadline deadline() {
        return deadline;
    }

    /** The same, to the exact optimum. */
    ComponentSolver exact() {
        return new ComponentSolver(engine, settings.withGap(0), deadline);
    }

    /**
     * Searches until proven or until the deadline.
     *
     * @param warm what an earlier solve has left; afterwards, what this one leaves
     */
    SolveOutcome solve(Preparation prepared, EventPublisher events, WarmStart warm) {
        return solve(prepared, GlobalBounds.of(prepared.grid(), prepared.ceiling()), events, warm);
    }

    SolveOutcome solve(Preparation prepared, GlobalBounds bounds, EventPublisher events, WarmStart warm) {
        List<Candidates> all = prepared.components();
        Component.Context context =
                new Component.Context(settings.options(), settings.gap(), engine, deadline, bounds, events);
        Grid grid = prepared.grid();
        // so many shares of a micro-unit together are still less than a whole one
        long slack = ((1L << grid.bits()) - 1) / Math.max(1, all.size());
        List<Component> components = new ArrayList<>();
        for (Candidates one : all) {
            PinConstraints pins = prepared.pins().among(one.members());
            Component.Known known = new Component.Known(
                    warm.prices(one),
                    warm.columns(one, pins, deadline::passed),
                    prepared.incumbent().within(one.members(), pins::requires));
            components.add(Component.begin(context, components.size() + 1, one, pins, slack, known));
        }
        long cutoff = grid.fromMicro(bounds.objective());
        long sum = components.stream().mapToLong(Component::bound).reduce(0, Math::addExact);
        components.forEach(one -> one.incumbent().limit(cutoff - sum + one.bound()));
        events.started(prepared.candidates(), all, settings.method(), bounds);
        try (Parallel parallel = new Parallel(settings.threads())) {
            ColumnGeneration.Factory method = settings.method() == Method.PCG
                    ? PureColumnGeneration::new
                    : component -> new BendersColumnGeneration(component, parallel);
            List<BranchAndBoundTree> trees =
                    parallel.map(components, component -> new BranchAndBoundTree(component, method).solve());
            SolveOutcome outcome = combined(prepared.candidates().start(), components, trees, bounds.lowerMicro());
            warm.remember(outcome.selection(), outcome.dual(), components);
            return outcome;
        }
    }

    private static SolveOutcome combined(
            DualPoint start, List<Component> components, List<BranchAndBoundTree> trees, long lowerBound) {
        Selection selection = Selection.EMPTY;
        DualPoint dual = start;
        List<Proof.Tree> proofs = new ArrayList<>();
        int skeletons = 0;
        int localAssignments = 0;
        int rows = 0;
        int nodes = 0;
        for (int c = 0; c < components.size(); c++) {
            Component component = components.get(c);
            BranchAndBoundTree tree = trees.get(c);
            selection = selection.and(component.incumbent().best());
            for (int d : component.members()) {
                dual.lambda1()[d] = tree.dual().lambda1()[d];
                dual.lambda3()[d] = tree.dual().lambda3()[d];
            }
            // not 0 only where all is one component
            dual = dual.withNu(tree.dual().nu());
            Proof.@Nullable Tree proof = tree.proof();
            if (proof != null) {
                proofs.add(proof);
            }
            skeletons += component.pool().skeletons().size();
            localAssignments += component.pool().locals().size();
            rows += component.rows();
            nodes += tree.nodes();
        }
        return new SolveOutcome(
                selection, lowerBound, dual, proofs, skeletons, localAssignments, rows, Math.max(1, nodes));
    }
}
