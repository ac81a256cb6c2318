package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BiFunction;

/**
 * The sessions of a server. An unused one ends after a while; where there are too many, or they take up too much room,
 * the one unused for longest ends first. Thread-safe.
 */
final class Sessions implements AutoCloseable {
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final int MOST = 200;
    private static final long MAX_BYTES = ServerLimits.heapShare(4, 256L << 20);

    private final SolveService solves;
    private final BiFunction<Problem, Settings, Session> maker;
    private final RecentlyUsed<String, RepairSession> kept;

    /** @param clock tells when sessions have been idle */
    Sessions(SolveService solves, BiFunction<Problem, Settings, Session> maker, InstantSource clock) {
        this(solves, maker, clock, MAX_BYTES);
    }

    /** @param most bytes of all sessions together */
    Sessions(SolveService solves, BiFunction<Problem, Settings, Session> maker, InstantSource clock, long most) {
        this.solves = solves;
        this.maker = maker;
        this.kept = new RecentlyUsed<>(MOST, most, IDLE, clock, RepairSession::endProof);
        solves.metrics().gauge("sessions", "Sessions that are kept", this::size);
    }

    int size() {
        return kept.size();
    }

    /** A session that is not kept yet. */
    RepairSession begin(Problem problem) {
        solves.requireSize(problem);
        return new RepairSession(
                RequestLog.freshId(), aside(problem), solves, session -> kept.resize(session.id(), session.bytes()));
    }

    /** A session of its own with the same problem, for solves that must leave the numbers of people alone. */
    Session aside(Problem problem) {
        return maker.apply(
                problem, Settings.defaults().withTimeLimit(solves.limits().longest()));
    }

    void keep(RepairSession session) {
        kept.put(session.id(), session, session.bytes());
    }

    RepairSession find(String id) {
        return kept.find(id)
                .orElseThrow(() -> HttpProblem.of(
                        404,
                        "no-such-session",
                        "no session has this id; sessions end after " + IDLE.toMinutes()
                                + " minutes without use, sooner if there are many"));
    }

    void end(String id) {
        find(id).endProof();
        kept.remove(id);
    }

    @Override
    public void close() {
        kept.values().forEach(RepairSession::endProof);
    }
}
