package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a server. Finished ones stay for a while after they were last asked for, until their answers together take up too much room; then the oldest
 * go first. Jobs that are not finished are bounded by the queue, and never go. Thread-safe.
 */
public final class Jobs implements AutoCloseable {
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final int MAX_FINISHED = 1_000;
    private static final long MAX_BYTES = ServerLimits.heapShare(8, 256L << 20);

    private final SolveService solves;
    private final RequestLog log;
    private final Map<String, Accepted> unfinished = new LinkedHashMap<>();
    private final RecentlyUsed<String, Job> finished;

    private record Accepted(Job job, WorkQueue.Work<Solution> work) {}

    /** @param clock tells when answers are old */
    public Jobs(SolveService solves, RequestLog log, InstantSource clock) {
        this.solves = solves;
        this.log = log;
        this.finished = new RecentlyUsed<>(MAX_FINISHED, MAX_BYTES, LIFE, clock, job -> {});
        solves.metrics().gauge("jobs", "Jobs that are kept, finished or not", this::size);
    }

    synchronized int size() {
        return unfinished.size() + finished.size();
    }

    /** Accepts a problem. */
    synchronized Job submit(Problem problem, Settings settings) {
        Job job = new Job(RequestLog.freshId());
        WorkQueue.Work<Solution> work = solves.submit(problem, settings, job::heard);
        unfinished.put(job.id(), new Accepted(job, work));
        work.whenDone(() -> end(problem, job, work));
        return job;
    }

    /** Called once the result is there; the result is written before others wait for it. */
    private void end(Problem problem, Job job, WorkQueue.Work<Solution> work) {
        int size = 0;
        try {
            byte[] solution = Answers.json(problem, work.join());
            size = solution.length;
            job.done(solution);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            HttpProblem refusal = ErrorReply.problem(cause);
            if (refusal.type().equals("internal")) {
                log.failure(job.id(), cause);
            }
            job.failed(refusal);
        }
        keep(job, size);
    }

    private synchronized void keep(Job job, int size) {
        if (unfinished.remove(job.id()) != null) {
            finished.put(job.id(), job, size);
        }
    }

    synchronized Job find(String id) {
        Accepted running = unfinished.get(id);
        return running != null
                ? running.job()
                : finished.find(id)
                        .orElseThrow(() -> HttpProblem.of(
                                404,
                                "no-such-job",
                                "no job has this id; finished jobs are kept for " + LIFE.toMinutes()
                                        + " minutes, fewer if there are many"));
    }

    /** Forgets a job, and ends it if it has not ended. */
    synchronized void cancel(String id) {
        find(id).cancelled();
        finished.remove(id);
        Accepted running = unfinished.remove(id);
        if (running != null) {
            running.work().cancel();
        }
    }

    /** Logs the answers that were never fetched: with the process they are gone. */
    @Override
    public void close() {
        List<Job> all = new ArrayList<>();
        synchronized (this) {
            unfinished.values().forEach(each -> all.add(each.job()));
            all.addAll(finished.values());
        }
        for (Job job : all) {
            if (!job.fetched()) {
                String state = job.now().state().label();
                log.event("job-not-fetched", Map.of("job", job.id(), "state", state));
            }
        }
    }
}
