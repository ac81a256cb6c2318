package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.json.Json;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes solutions, format {@code jointly/solution@1}. Objective, bound and costs are exact decimals. */
public final class SolutionWriter {
    /** What the field {@code format} of a solution says. */
    public static final String FORMAT = "jointly/solution@1";

    /** What the field {@code format} of the certificate in a solution says. */
    public static final String CERTIFICATE_FORMAT = "jointly/certificate@3";

    private SolutionWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(Solution solution, Problem problem, Layout layout, OutputStream out) throws IOException {
        write(solution, List.of(), problem, layout, out);
    }

    /** The same with margins, each of which is one of the solution's. */
    public static void write(Solution solution, List<Margin> margins, Problem problem, Layout layout, OutputStream out)
            throws IOException {
        write(solution, margins, problem, problem, layout, out);
    }

    /**
     * The same for a problem whose detections were moved after it was solved.
     *
     * @param found the problem with its detections where they were found; nothing else differs
     */
    public static void write(
            Solution solution, List<Margin> margins, Problem problem, Problem found, Layout layout, OutputStream out)
            throws IOException {
        layout.write(out, document(solution, new MarginJson(margins), new Places(problem, found)));
    }

    /** A problem, and the same as it was found. */
    private record Places(Problem problem, Problem found) {
        /** Whether there is anything to see without the problem, as {@link ClaimDocument#problem()} does. */
        boolean placed() {
            return problem.detections().stream().anyMatch(d -> d.x() != null && d.y() != null);
        }

        String part(int part) {
            return problem.anatomy().parts().get(part);
        }

        /** Where a detection is, as far as it is known. */
        Map<String, @Nullable Object> place(int d) {
            Map<String, @Nullable Object> json = Json.object("detection", d);
            json.putAll(ProblemWriter.place(problem.detections().get(d)));
            return json;
        }

        /** Where a detection was found that has been moved. */
        Optional<Object> foundAt(int d) {
            Detection was = found.detections().get(d);
            Detection now = problem.detections().get(d);
            Double x = was.x();
            Double y = was.y();
            return x == null || y == null || (x.equals(now.x()) && y.equals(now.y()))
                    ? Optional.empty()
                    : Optional.of(List.of(x, y));
        }
    }

    private static Map<String, @Nullable Object> document(Solution solution, MarginJson margins, Places places) {
        Problem problem = places.problem();
        boolean placed = places.placed();
        return Json.object(
                "format", FORMAT,
                "problem", solution.problemId(),
                "problemSha256", solution.problemSha256(),
                "maxPoses", problem.maxPoses(),
                "image", ImageFields.json(problem.image()).filter(image -> placed),
                "anatomy", Json.when(placed, AnatomyJson.json(problem.anatomy())),
                "personScore", PersonScoreJson.json(problem.personScore()).filter(score -> placed),
                "method", solution.method().label(),
                "status", status(solution.status()),
                "objective", Micro.decimal(solution.objective()),
                "lowerBound", Micro.decimal(solution.lowerBound()),
                "gap", solution.gap(),
                "requestedGap", solution.requestedGap(),
                "selfCheck", check(solution.check()),
                "poses",
                        IntStream.range(0, solution.poses().size())
                                .mapToObj(i -> pose(i, solution.poses().get(i), margins, places, placed)),
                "seconds", seconds(solution.seconds()),
                "iterations", solution.iterations(),
                "skeletons", solution.skeletons(),
                "localAssignments", solution.localAssignments(),
                "rows", solution.rows(),
                "nodes", solution.nodes(),
                "trace", solution.trace().stream().map(SolutionWriter::point),
                "margins", margins.list(),
                "certificate", ProofJson.json(solution.proof()));
    }

    private static Map<String, @Nullable Object> point(Solution.TracePoint point) {
        return Json.object(
                "seconds", seconds(point.seconds()),
                "lowerBound", Micro.decimal(point.lowerBound()),
                "objective", Micro.decimal(point.objective()));
    }

    /** The certificate alone, for tables that have a column for it. */
    public static String certificate(Proof proof) {
        return Json.text(ProofJson.json(proof));
    }

    /** The status as files spell it. */
    public static String status(Solution.Status status) {
        return switch (status) {
            case OPTIMAL -> "optimal";
            case BOUNDED -> "bounded";
        };
    }

    private static String check(Solution.Check check) {
        return switch (check) {
            case OFF -> "off";
            case PASSED -> "passed";
            case WEAKER_BOUND -> "weakerBound";
        };
    }

    private static Map<String, @Nullable Object> pose(
            int i, Pose pose, MarginJson margins, Places places, boolean placed) {
        Problem problem = places.problem();
        Map<String, Object> global = new LinkedHashMap<>();
        Map<String, Object> joints = new LinkedHashMap<>();
        pose.global().forEach((part, d) -> {
            Map<String, @Nullable Object> joint = places.place(d);
            joint.putAll(Json.object("foundAt", places.foundAt(d), "margin", margins.ofJoint(i, d)));
            global.put(places.part(part), d);
            joints.put(places.part(part), joint);
        });
        Map<String, Object> local = new LinkedHashMap<>();
        Map<String, Object> duplicates = new LinkedHashMap<>();
        pose.local().forEach((part, all) -> {
            local.put(places.part(part), all);
            duplicates.put(places.part(part), all.stream().map(places::place));
        });
        double strength = Strength.of(problem, pose.global().values());
        OptionalDouble score = Strength.score(problem, pose.global());
        return Json.object(
                "cost", Micro.decimal(pose.cost(problem)),
                "global", global,
                "local", local,
                "duplicates", Json.when(placed && !duplicates.isEmpty(), duplicates),
                "limbCosts", Json.when(placed && problem.personScore() != null, limbCosts(pose, problem)),
                "joints", joints,
                // coordinates near the largest double have no extent that is a number
                "strength", Json.when(Double.isFinite(strength), strength),
                "score", score,
                "weak", Json.when(score.isPresent(), Strength.weak(problem, pose.global())),
                "margin", margins.ofPose(i));
    }

    /** The score of the person depends on them. */
    private static List<Object> limbCosts(Pose pose, Problem problem) {
        List<Object> costs = new ArrayList<>();
        for (Anatomy.Limb limb : problem.anatomy().limbs()) {
            Integer a = pose.global().get(limb.a());
            Integer b = pose.global().get(limb.b());
            if (a != null && b != null && problem.pairs().cost(a, b) != PairCosts.FORBIDDEN) {
                costs.add(List.of(a, b, Micro.decimal(problem.pairs().cost(a, b))));
            }
        }
        return costs;
    }

    /** Clocks are not finer than this, and sixteen digits of a time help no one. */
    private static BigDecimal seconds(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
    }
}
