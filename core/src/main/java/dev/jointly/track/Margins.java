package dev.jointly.track;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Margins of an optimal flow. To change the flow of an arc costs its reduced cost and the shortest path back, which leads through
 * the chain or not. Without a limit the whole chain is one place, and two searches find the paths from it and to it for all arcs.
 */
final class Margins {
    private final TrackNetwork network;
    private final ShortestPaths paths;
    private final ShortestPaths.@Nullable Tree fromChain;
    private final ShortestPaths.@Nullable Tree toChain;

    Margins(TrackNetwork network, ShortestPaths paths) {
        this.network = network;
        this.paths = paths;
        boolean free = network.withoutLimit();
        fromChain = free ? paths.tree(false) : null;
        toChain = free ? paths.tree(true) : null;
    }

    List<TrackMargin> all(int people) {
        int[] next = network.next();
        List<TrackMargin> links = new ArrayList<>();
        List<TrackMargin> births = new ArrayList<>();
        List<TrackMargin> deaths = new ArrayList<>();
        List<TrackMargin> outside = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            if (next[i] >= 0) {
                add(links, network.link(i, next[i]));
            }
            if (network.flow(network.birth(i))) {
                add(births, network.birth(i));
            }
            if (network.flow(network.death(i))) {
                add(deaths, network.death(i));
            }
            if (!network.flow(network.membership(i))) {
                add(outside, network.membership(i));
            }
        }
        links.addAll(births);
        links.addAll(deaths);
        links.addAll(outside);
        return links;
    }

    private void add(List<TrackMargin> margins, int pair) {
        if (network.fixed(pair)) {
            return;
        }
        int arc = network.openArc(pair);
        List<Integer> cycle = new ArrayList<>();
        long back = back(network.head(arc), network.tail(arc), cycle);
        if (back == ShortestPaths.FAR) {
            return;
        }
        cycle.add(arc);
        TrackMargin.Change itself = network.change(arc);
        long reduced = paths.reducedCost(arc);
        margins.add(new TrackMargin(
                itself.from(),
                itself.to(),
                reduced,
                Math.addExact(reduced, back),
                cycle.stream()
                        .filter(each -> !network.isChain(each))
                        .map(network::change)
                        .filter(change -> change.from() != change.to())
                        .toList()));
    }

    /** Length of the shortest path, whose arcs are added; {@code FAR} if there is none. */
    private long back(int start, int goal, List<Integer> arcs) {
        if (fromChain == null || toChain == null) {
            long length = paths.search(start, goal, ShortestPaths.FAR, ShortestPaths.Way.ALL);
            if (length != ShortestPaths.FAR) {
                arcs.addAll(paths.path(start, goal));
            }
            return length;
        }
        long there = toChain.distance()[start];
        long here = fromChain.distance()[goal];
        long around = there == ShortestPaths.FAR || here == ShortestPaths.FAR
                ? ShortestPaths.FAR
                : Math.addExact(there, here);
        // a path that is as short stays among people, so that one through the chain visits no node twice
        long limit = around == ShortestPaths.FAR ? around : around + 1;
        long among = paths.search(start, goal, limit, ShortestPaths.Way.PEOPLE);
        if (among < limit) {
            arcs.addAll(paths.path(start, goal));
            return among;
        }
        if (around != ShortestPaths.FAR) {
            for (int node = start; network.personAt(node) >= 0; node = network.head(toChain.arcTo()[node])) {
                arcs.add(toChain.arcTo()[node]);
            }
            for (int node = goal;
                    network.personAt(node) >= 0;
                    node = network.tail(fromChain.arcTo()[node])) {
                arcs.add(fromChain.arcTo()[node]);
            }
        }
        return around;
    }
}
