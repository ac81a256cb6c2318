package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The sessions of a server. An unused one ends after a while; where there are too many, or they take up too much room,
 * the one unused for longest ends first. Thread-safe.
 */
public final class Sessions implements AutoCloseable {
    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final int MOST = 200;
    private static final long MAX_BYTES = ServerLimits.heapShare(4, 256L << 20);

    private final SolveService solves;
    private final BiFunction<Problem, Settings, Session> maker;
    private final InstantSource clock;
    private final long most;
    /** The one unused for longest first. */
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    /** @param bytes when it was last changed */
    private record Kept(RepairSession session, long bytes, Instant used) {}

    /** @param clock tells when sessions have been idle */
    public Sessions(SolveService solves, BiFunction<Problem, Settings, Session> maker, InstantSource clock) {
        this(solves, maker, clock, MAX_BYTES);
    }

    /** @param most bytes of all sessions together */
    Sessions(SolveService solves, BiFunction<Problem, Settings, Session> maker, InstantSource clock, long most) {
        this.most = most;
        this.solves = solves;
        this.maker = maker;
        this.clock = clock;
        solves.metrics().gauge("sessions", "Sessions that are kept", this::size);
    }

    synchronized int size() {
        return kept.size();
    }

    /** A session that is not kept yet. */
    RepairSession begin(Problem problem) {
        solves.requireSize(problem);
        Settings settings = Settings.defaults().withTimeLimit(solves.limits().longest());
        return new RepairSession(RequestIds.fresh(), maker.apply(problem, settings), solves, this::resize);
    }

    /** A session of its own with the same problem, for solves that must leave the numbers of people alone. */
    Session aside(Problem problem) {
        return maker.apply(
                problem, Settings.defaults().withTimeLimit(solves.limits().longest()));
    }

    void keep(RepairSession session) {
        long size = session.bytes();
        synchronized (this) {
            kept.put(session.id(), new Kept(session, size, clock.instant()));
            bytes += size;
            expire();
        }
    }

    private void resize(RepairSession session) {
        long size = session.bytes();
        synchronized (this) {
            // unless it is new, or has ended meanwhile
            kept.computeIfPresent(session.id(), (id, before) -> {
                bytes += size - before.bytes();
                return new Kept(session, size, before.used());
            });
            expire();
        }
    }

    private void expire() {
        Instant old = clock.instant().minus(IDLE);
        Iterator<Kept> oldest = kept.values().iterator();
        while (oldest.hasNext()) {
            Kept next = oldest.next();
            // the last one stays, however large
            boolean fits = kept.size() == 1 || (kept.size() <= MOST && bytes <= most);
            if (next.used().isAfter(old) && fits) {
                return;
            }
            next.session().endProof();
            bytes -= next.bytes();
            oldest.remove();
        }
    }

    synchronized RepairSession find(String id) {
        expire();
        Kept found = kept.get(id);
        if (found == null) {
            throw HttpProblem.of(
                    404,
                    "no-such-session",
                    "no session has this id; sessions end after " + IDLE.toMinutes()
                            + " minutes without use, sooner if there are many");
        }
        kept.put(id, new Kept(found.session(), found.bytes(), clock.instant()));
        return found.session();
    }

    synchronized void end(String id) {
        find(id).endProof();
        Kept gone = kept.remove(id);
        if (gone != null) {
            bytes -= gone.bytes();
        }
    }

    @Override
    public synchronized void close() {
        kept.values().forEach(each -> each.session().endProof());
        kept.clear();
        bytes = 0;
    }
}
