package dev.jointly.server;

import dev.jointly.io.ProblemWriter;
import dev.jointly.io.json.Json;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One problem under repair. A change of its pins is answered as soon as there is something to show; if that is not proven
 * yet, the proof goes on behind it. Changes wait for each other; a new one ends the proof of the last. Thread-safe.
 */
final class RepairSession {
    /** Each holds a thread of the server. */
    private static final int MAX_WAITING = 4;

    /** Of a client without any patience whose pins no poses are known to keep. */
    private static final Duration SECOND_TRY = Duration.ofMillis(100);

    /** A detection and its record in the problem; a pair in both its rows; a pin in the lists of session and answer. */
    private static final int DETECTION_BYTES = 128;

    private static final int PAIR_BYTES = 32;
    private static final int PIN_BYTES = 40;

    private final String id;
    private final SolveService solves;
    private final Consumer<RepairSession> changed;
    /** Held while one change is made. */
    private final ReentrantLock changes = new ReentrantLock();
    /** For the change that is made and those that wait. */
    private final Semaphore room = new Semaphore(1 + MAX_WAITING);

    /**
     * Margins and alternatives of the last answer that are still being found. Its monitor is held while one is accepted and
     * noted here, so that none can begin before a change knows of it.
     */
    private final Set<WorkQueue.Work<?>> looks = ConcurrentHashMap.newKeySet();

    private State state;

    /**
     * What is on the screen.
     *
     * @param session with all detections that were added
     * @param pins of the session, beside the problem's own
     * @param proof that goes on, if one does
     */
    record State(
            Session session,
            List<Pin> pins,
            Session.@Nullable Answer answer,
            @Nullable Job proof) {
        State {
            pins = List.copyOf(pins);
        }
    }

    /** @param changed called after each change of what the session keeps, holding no lock */
    RepairSession(String id, Session session, SolveService solves, Consumer<RepairSession> changed) {
        this.id = id;
        this.solves = solves;
        this.changed = changed;
        this.state = new State(session, List.of(), null, null);
    }

    String id() {
        return id;
    }

    Problem problem() {
        return state().session().problem();
    }

    private synchronized State state() {
        return state;
    }

    private synchronized void set(State next) {
        state = next;
    }

    /** An estimate of the memory that the session takes: problem, pins, answer and what the next solve starts from. */
    long bytes() {
        State now = state();
        Problem problem = now.session().problem();
        Session.Answer answer = now.answer();
        int solution = answer == null ? 0 : Answers.json(answer.problem(), answer.solution()).length;
        return (long) DETECTION_BYTES * problem.size()
                + (long) PAIR_BYTES * problem.pairs().size()
                + (long) PIN_BYTES * (problem.pins().size() + now.pins().size())
                + 2L * solution
                + now.session().warmBytes();
    }

    /** What has been answered last. */
    Session.Answer answer() {
        Session.Answer answer = state().answer();
        if (answer == null) {
            throw new IllegalStateException("a session is known only once it has an answer");
        }
        return answer;
    }

    /**
     * Solves under other pins. If these cannot all hold, everything stays as it is.
     *
     * @param change of the list of pins
     * @param patience after which the best people so far are the answer
     */
    void repin(UnaryOperator<List<Pin>> change, Duration patience, BooleanSupplier gone) {
        inTurn(() -> {
            State now = state();
            solve(now.session(), change.apply(now.pins()), patience, gone);
        });
    }

    /** Adds a joint that the detector missed and pins it to its person. If that cannot hold, everything stays as it is. */
    void add(MissedJoint joint, Duration patience, BooleanSupplier gone) {
        inTurn(() -> {
            State now = state();
            Problem grown = grown(now, joint);
            solves.requireSize(grown);
            List<Pin> pins = Stream.concat(now.pins().stream(), Stream.of(joint.pin(grown)))
                    .toList();
            solve(now.session().grown(grown), pins, patience, gone);
        });
    }

    private Problem grown(State now, MissedJoint joint) {
        int companion = joint.companion();
        int lead = answer().solution().poses().stream()
                .filter(pose -> pose.detections().contains(companion))
                .mapToInt(pose -> pose.lead(problem().anatomy()))
                .findFirst()
                .orElse(companion);
        try {
            return joint.addedTo(now.session().problem(), lead);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "bad-joint", String.valueOf(e.getMessage()));
        }
    }

    /** One change at a time, so that each sees the pins of the one before. */
    private void inTurn(Runnable change) {
        if (!room.tryAcquire()) {
            throw HttpProblem.of(429, "session-busy", MAX_WAITING + " changes of this session wait already; try again")
                    .retryAfter(1);
        }
        try {
            if (!changes.tryLock(solves.limits().longest().toNanos(), TimeUnit.NANOSECONDS)) {
                throw HttpProblem.tooLate();
            }
            try {
                change.run();
            } finally {
                changes.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WorkQueue.shuttingDown();
        } finally {
            room.release();
        }
        changed.accept(this);
    }

    /** Finds something out about the last answer. A change of the pins ends it, since workers are for what is on the screen. */
    <T> T look(Duration limit, BooleanSupplier gone, WorkQueue.Body<T> body) {
        WorkQueue.Work<T> work;
        synchronized (looks) {
            work = solves.run(answer().problem(), limit, body);
            looks.add(work);
        }
        work.whenDone(() -> looks.remove(work));
        return work.await(gone);
    }

    private void solve(Session session, List<Pin> wanted, Duration patience, BooleanSupplier gone) {
        List<Pin> pins = checked(session.problem(), wanted);
        endProof();
        Session.Answer first = first(session, pins, patience, gone);
        State next = new State(session, pins, first, null);
        set(next);
        if (first.solution().status() != Solution.Status.OPTIMAL) {
            prove(next);
        }
    }

    private static List<Pin> checked(Problem problem, List<Pin> pins) {
        try {
            return problem.withPins(pins).pins();
        } catch (IllegalArgumentException e) {
            throw HttpProblem.of(400, "bad-pin", String.valueOf(e.getMessage()));
        }
    }

    /**
     * The people after the client's patience; where there are none by then, after ten times that, and so on, all within the
     * server's limit. No patience at all takes what there is.
     */
    private Session.Answer first(Session session, List<Pin> pins, Duration patience, BooleanSupplier gone) {
        long start = System.nanoTime();
        Duration limit = patience;
        while (true) {
            Duration left = solves.limits().longest().minusNanos(System.nanoTime() - start);
            boolean last = limit.compareTo(left) >= 0;
            Duration now = last ? left : limit;
            try {
                Session.Answer answer = beforeLooks(session, left, budget -> first(session, pins, now, budget))
                        .await(gone);
                Solution solution = answer.solution();
                boolean shows = !solution.poses().isEmpty() || solution.status() == Solution.Status.OPTIMAL;
                if (shows || last || patience.isZero()) {
                    return answer;
                }
            } catch (PinsException e) {
                if (last || !e.conflict().isEmpty()) {
                    throw e;
                }
            }
            limit = limit.isZero() ? SECOND_TRY : limit.multipliedBy(10);
        }
    }

    /** Accepts the work of a change. Looks accepted before it end and free their workers; later ones wait behind it. */
    private <T> WorkQueue.Work<T> beforeLooks(Session session, Duration limit, WorkQueue.Body<T> body) {
        synchronized (looks) {
            looks.forEach(WorkQueue.Work::endSoon);
            return solves.run(session.problem(), limit, body);
        }
    }

    /** @param patience from now on: what was waited for in the queue is not the solver's fault */
    private static Session.Answer first(
            Session session, List<Pin> pins, Duration patience, WorkQueue.TimeBudget budget) {
        Duration leftAfter = budget.left().minus(patience);
        return session.solve(
                pins, event -> {}, () -> budget.over() || budget.left().compareTo(leftAfter) <= 0);
    }

    private void prove(State first) {
        Job job = new Job(id);
        try {
            WorkQueue.Work<Session.Answer> work =
                    solves.run(first.session().problem(), solves.limits().longest(), budget -> first.session()
                            .solve(first.pins(), job::heard, budget::over));
            job.consistsOf(work);
            set(new State(first.session(), first.pins(), first.answer(), job));
            work.whenDone(() -> proven(job, work));
        } catch (HttpProblem e) {
            // too busy for a proof: the answer stays, with its gap
            job.failed(e);
        }
    }

    private void proven(Job job, WorkQueue.Work<Session.Answer> work) {
        try {
            Session.Answer answer = work.join();
            end(job, answer);
            job.done(Json.bytes(members(false)));
            changed.accept(this);
        } catch (RuntimeException e) {
            end(job, answer());
            job.failed(ErrorReply.problem(e.getCause() == null ? e : e.getCause()));
        }
    }

    /** Unless a change has ended the proof already. */
    private synchronized void end(Job job, Session.Answer answer) {
        if (state.proof() == job) {
            state = new State(state.session(), state.pins(), answer, null);
        }
    }

    /** The proof that goes on, if one does. */
    @Nullable
    Job proof() {
        return state().proof();
    }

    /** Ends what goes on; its watchers hear of it. */
    void endProof() {
        Job proof = state().proof();
        if (proof != null) {
            proof.cancel();
            State now = state();
            set(new State(now.session(), now.pins(), now.answer(), null));
        }
    }

    /** @param whole with the problem, which a client needs once */
    Map<String, @Nullable Object> members(boolean whole) {
        State now = state();
        Map<String, @Nullable Object> members =
                Json.object("id", id, "pins", now.pins().stream().map(ProblemWriter::pin));
        Session.Answer answer = now.answer();
        if (answer != null) {
            boolean optimal = answer.solution().status() == Solution.Status.OPTIMAL;
            String proof = optimal ? "proven" : now.proof() != null ? "running" : "open";
            Problem problem = now.session().problem();
            members.putAll(Json.object(
                    "proof",
                    proof,
                    "people",
                    answer.people(),
                    "problem",
                    whole ? Optional.of(new Json.Raw(Answers.json(problem))) : Optional.empty(),
                    "solution",
                    new Json.Raw(Answers.json(answer.problem(), answer.solution()))));
        }
        return members;
    }
}
