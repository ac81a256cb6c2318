package dev.jointly.track;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The residual network of a {@link TrackProblem}. Animals that are in no track wait in a chain of nodes, one before each frame
 * and one after the last. Each person has two nodes, in and out, and the arc between them has capacity one: no person belongs
 * to two tracks. A birth leads from the chain before the frame to the in node, a link from an out node to a later person's
 * in node, a death from the out node to the chain after the frame. So the flow through the chain at a frame is the number of
 * animals less the number of tracks, and a limit on the tracks is a lower limit of 0 for it. Node numbers are a
 * topological order of the empty network.
 *
 * <p>Arcs come in pairs, {@code 2 p} and {@code 2 p + 1}. The even one is open if the pair carries no flow, the odd one, which leads
 * back at the opposite cost, if it does. Of a fixed pair neither is. The even arcs of the chain are always open.
 *
 * <p>Mutable and not thread-safe.
 */
final class TrackNetwork {
    private static final int NONE = -1;
    /** Of animals who wait, where there is no limit. */
    private static final int PLENTY = Integer.MAX_VALUE;

    private final TrackProblem problem;
    private final FrameIndex frames;
    private final int people;
    private final int firstLink;
    private final int[] waiting;
    private final int[] lastArc;
    private final int[] personAt;
    private int[] previousArc;
    private int[] head;
    private long[] cost;
    private boolean[] flow;
    private boolean[] fixed;
    private int pairs;

    TrackNetwork(TrackProblem problem) {
        this.problem = problem;
        people = problem.people().size();
        frames = new FrameIndex(problem);
        waiting = new int[frames.count()];
        lastArc = new int[Math.addExact(Math.multiplyExact(2, people), frames.count() + 1)];
        Arrays.fill(lastArc, NONE);
        firstLink = Math.addExact(frames.count(), Math.multiplyExact(3, people));
        int size = Math.addExact(firstLink, problem.links().size());
        previousArc = new int[Math.multiplyExact(2, size)];
        head = new int[previousArc.length];
        cost = new long[size];
        flow = new boolean[size];
        fixed = new boolean[size];
        personAt = new int[lastArc.length];
        Arrays.fill(personAt, NONE);
        int[] before = new int[frames.count() + 1];
        for (int i = 0; i < people; i++) {
            before[frames.of(i) + 1] = i + 1;
        }
        for (int f = 0; f < frames.count(); f++) {
            addArc(2 * before[f] + f, 2 * before[f + 1] + f + 1, 0);
        }
        for (int i = 0; i < people; i++) {
            TrackPerson person = problem.people().get(i);
            int frame = frames.of(i);
            personAt[in(i)] = i;
            personAt[out(i)] = i;
            addArc(2 * before[frame] + frame, in(i), person.birth());
            addArc(in(i), out(i), Math.negateExact(person.reward()));
            addArc(out(i), 2 * before[frame + 1] + frame + 1, person.death());
        }
        for (TrackLink link : problem.links()) {
            addArc(out(link.from()), in(link.to()), link.cost());
        }
    }

    int in(int person) {
        return 2 * person + frames.of(person) + 1;
    }

    int out(int person) {
        return in(person) + 1;
    }

    FrameIndex frames() {
        return frames;
    }

    /** The node before a frame, as {@link FrameIndex} counts them; with their number, the last node. */
    int chain(int frame) {
        return frame == frames.count() ? last() : head[2 * frame + 1];
    }

    int last() {
        return lastArc.length - 1;
    }

    boolean isChain(int arc) {
        return arc < 2 * frames.count();
    }

    int birth(int person) {
        return frames.count() + 3 * person;
    }

    int membership(int person) {
        return frames.count() + 3 * person + 1;
    }

    int death(int person) {
        return frames.count() + 3 * person + 2;
    }

    /** The pair of a link, negative if there is none. */
    int link(int from, int to) {
        int known = problem.link(from, to);
        if (known >= 0) {
            return firstLink + known;
        }
        for (int pair = firstLink + problem.links().size(); pair < pairs; pair++) {
            if (tail(2 * pair) == out(from) && head[2 * pair] == in(to)) {
                return pair;
            }
        }
        return NONE;
    }

    /** Makes a link, at the cost of a death and a birth. */
    int newLink(int from, int to) {
        if (pairs == cost.length) {
            int size = pairs + 16;
            previousArc = Arrays.copyOf(previousArc, 2 * size);
            head = Arrays.copyOf(head, 2 * size);
            cost = Arrays.copyOf(cost, size);
            flow = Arrays.copyOf(flow, size);
            fixed = Arrays.copyOf(fixed, size);
        }
        addArc(out(from), in(to), Math.addExact(cost[death(from)], cost[birth(to)]));
        return pairs - 1;
    }

    private void addArc(int tail, int headNode, long arcCost) {
        cost[pairs] = arcCost;
        put(2 * pairs, tail, headNode);
        put(2 * pairs + 1, headNode, tail);
        pairs++;
    }

    private void put(int arc, int tail, int headNode) {
        head[arc] = headNode;
        previousArc[arc] = lastArc[tail];
        lastArc[tail] = arc;
    }

    int nodes() {
        return lastArc.length;
    }

    /** Some arc that leaves the node, open or not, or a negative number; {@link #another} gives the others. */
    int anArc(int node) {
        return lastArc[node];
    }

    /** Another arc that leaves the same node, or a negative number after the last. */
    int another(int arc) {
        return previousArc[arc];
    }

    boolean open(int arc) {
        int pair = arc >> 1;
        if (isChain(arc)) {
            return (arc & 1) == 0 || waiting[pair] > 0;
        }
        return !fixed[pair] && flow[pair] == ((arc & 1) == 1);
    }

    /** The open arc of a pair that is not fixed. */
    int openArc(int pair) {
        return flow[pair] ? 2 * pair + 1 : 2 * pair;
    }

    int head(int arc) {
        return head[arc];
    }

    int tail(int arc) {
        return head[arc ^ 1];
    }

    long cost(int arc) {
        return (arc & 1) == 0 ? cost[arc >> 1] : Math.negateExact(cost[arc >> 1]);
    }

    boolean flow(int pair) {
        return flow[pair];
    }

    boolean fixed(int pair) {
        return fixed[pair];
    }

    /** A fixed pair keeps its flow. */
    void fix(int pair, boolean keep) {
        fixed[pair] = keep;
    }

    /** Sends one unit along an arc. */
    void push(int arc) {
        boolean forward = (arc & 1) == 0;
        if (!isChain(arc)) {
            flow[arc >> 1] = forward;
        } else if (waiting[arc >> 1] != PLENTY) {
            waiting[arc >> 1] += forward ? 1 : -1;
        }
    }

    /** So many more animals wait at a frame, perhaps fewer than none; {@link AnimalLimit#ANY} for no limit. */
    void wait(int frame, int more) {
        waiting[frame] = more == AnimalLimit.ANY ? PLENTY : waiting[frame] + more;
    }

    /** Whether any number of tracks is allowed at every frame. */
    boolean withoutLimit() {
        return Arrays.stream(waiting).allMatch(animals -> animals == PLENTY);
    }

    /** Whether there are more tracks at a frame than there may be. */
    boolean tooMany(int frame) {
        return waiting[frame] < 0;
    }

    /** Cost of the flow. */
    long cost() {
        long sum = 0;
        for (int pair = frames.count(); pair < pairs; pair++) {
            if (flow[pair]) {
                sum = Math.addExact(sum, cost[pair]);
            }
        }
        return sum;
    }

    /** The next person of each, -1 for the last of a track and for people in no track. */
    int[] next() {
        int[] next = new int[people];
        Arrays.fill(next, NONE);
        for (int l = 0; l < pairs - firstLink; l++) {
            if (flow[firstLink + l]) {
                next[personAt(tail(2 * (firstLink + l)))] = personAt(head[2 * (firstLink + l)]);
            }
        }
        return next;
    }

    List<Track> tracks() {
        int[] next = next();
        List<Track> tracks = new ArrayList<>();
        for (int first = 0; first < people; first++) {
            if (flow[birth(first)]) {
                List<Integer> track = new ArrayList<>();
                for (int i = first; i >= 0; i = next[i]) {
                    track.add(i);
                }
                tracks.add(new Track(tracks.size() + 1, track));
            }
        }
        return tracks;
    }

    /** The person of an in node or an out node, negative for a node of the chain. */
    int personAt(int node) {
        return personAt[node];
    }

    /** The arc of a pair as people: -1 stands for no track. */
    TrackMargin.Change change(int arc) {
        int pair = arc >> 1;
        boolean added = (arc & 1) == 0;
        if (pair >= firstLink) {
            return new TrackMargin.Change(added, personAt(tail(2 * pair)), personAt(head[2 * pair]));
        }
        int person = (pair - frames.count()) / 3;
        return switch ((pair - frames.count()) % 3) {
            case 0 -> new TrackMargin.Change(added, NONE, person);
            case 1 -> new TrackMargin.Change(added, person, person);
            default -> new TrackMargin.Change(added, person, NONE);
        };
    }
}
