package dev.jointly.server;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.EvidenceFormat;
import dev.jointly.io.EvidenceReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFormat;
import dev.jointly.io.dlc.DlcFile;
import dev.jointly.io.dlc.DlcFormat;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Detections as problems, one per line and frame, as {@code jointly import} makes them. */
final class ImportRoutes implements Routes {
    private static final byte PICKLE = (byte) 0x80;
    /** As many as a problem may list. */
    private static final long MAX_PAIRS = 5_000_000;
    /** Of one pair, while it is made and written. */
    private static final int PAIR_BYTES = 64;
    /** Memory for each byte of evidence as text. */
    private static final int EXPANSION = 4;

    private final SolveService solves;
    /** A quarter of the memory for work. An import takes three: two for what it reads, one for what it makes of it. */
    private final long share;

    ImportRoutes(SolveService solves) {
        this.solves = solves;
        this.share = solves.workBytes() / 4;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post("/api/v1/import", this::problems);
    }

    private void problems(Context ctx) throws Exception {
        String name = Parameters.of(ctx, List.of(SolveRoutes.NAME))
                .text(SolveRoutes.NAME)
                .map(SolveRoutes::requireName)
                .orElse("");
        solves.bodies().read(ctx, body -> {
            List<InputStream> lines = solves.run(
                            3 * share, solves.limits().longest(), budget -> lines(body, name, budget))
                    .await(Client.of(ctx)::gone);
            ctx.contentType("application/x-ndjson").result(new SequenceInputStream(Collections.enumeration(lines)));
        });
    }

    private List<InputStream> lines(byte[] body, String name, WorkQueue.TimeBudget budget) {
        boolean pickle = body.length > 0 && body[0] == PICKLE;
        InputFormat format = pickle ? new DlcFormat() : new EvidenceFormat();
        InputStream in = new ByteArrayInputStream(body);
        List<Evidence> frames =
                pickle ? DlcFile.of(SolveRoutes.BODY, in, 2 * share).frames() : evidence(in, body.length);
        if (frames.isEmpty()) {
            throw new BadInputException(SolveRoutes.BODY + ": found no frames");
        }
        CostModel costs = CostModel.defaults(anatomy(format, frames), format.measure());
        String prefix = format.scope(name)
                .filter(scope -> !scope.isEmpty())
                .map(scope -> scope + "/")
                .orElse("");
        Set<String> ids = new HashSet<>();
        List<InputStream> lines = new ArrayList<>();
        long size = 0;
        for (Evidence frame : frames) {
            if (budget.over()) {
                throw HttpProblem.tooLate();
            }
            if (!ids.add(frame.id())) {
                throw new BadInputException(
                        SolveRoutes.BODY + ": found frame " + Excerpt.quoted(frame.id()) + " a second time");
            }
            requireFewPairs(frame, costs.anatomy());
            Problem problem = costs.problem(
                    new Evidence(prefix + frame.id(), frame.image(), frame.parts(), frame.candidates(), frame.edges()));
            byte[] line = Answers.json(problem);
            size += line.length;
            if (size > share) {
                throw tooLarge("the problems of " + frames.size() + " frames take more than the " + share
                        + " bytes this server has for them");
            }
            lines.add(new ByteArrayInputStream(line));
        }
        return lines;
    }

    private List<Evidence> evidence(InputStream in, int bytes) {
        long most = 2 * share / EXPANSION;
        if (bytes > most) {
            throw tooLarge("the body has " + bytes + " bytes but this server imports at most " + most);
        }
        List<Evidence> frames = new ArrayList<>();
        try (EvidenceReader reader = EvidenceReader.of(SolveRoutes.BODY, in)) {
            reader.forEachRemaining(frames::add);
        }
        return frames;
    }

    private static Anatomy anatomy(InputFormat format, List<Evidence> frames) {
        try {
            return format.anatomy(frames, List.of());
        } catch (IllegalArgumentException e) {
            throw new BadInputException(SolveRoutes.BODY + ": " + e.getMessage(), e);
        }
    }

    /** Before their costs take memory. */
    private void requireFewPairs(Evidence frame, Anatomy anatomy) {
        long[] count = new long[anatomy.size()];
        for (Evidence.Candidate candidate : frame.candidates()) {
            int part = anatomy.parts().indexOf(frame.parts().get(candidate.part()));
            if (part >= 0) {
                count[part]++;
            }
        }
        long pairs = 0;
        for (int p = 0; p < count.length; p++) {
            for (int q = p; q < count.length; q++) {
                pairs += anatomy.mayPair(p, q) ? count[p] * count[q] : 0;
            }
        }
        int detections = frame.candidates().size();
        long most = Math.min(MAX_PAIRS, share / PAIR_BYTES);
        if (detections > solves.limits().detections() || pairs > most) {
            throw tooLarge("frame " + Excerpt.quoted(frame.id()) + " has " + detections + " detections, which form "
                    + pairs + " pairs, but this server imports at most "
                    + solves.limits().detections()
                    + " detections and " + most + " pairs of a frame");
        }
    }

    private static HttpProblem tooLarge(String what) {
        return HttpProblem.of(413, "too-large-to-import", what + "; use jointly import");
    }
}
