package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.margin.Margin;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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
        layout.write(out, json -> fields(solution, new MarginJson(margins), new Places(problem, found), json));
    }

    /** What {@link ClaimDocument#problem()} needs, so that people can be drawn and exported without the problem. */
    private static void people(Problem problem, JsonGenerator json) throws IOException {
        if (problem.image() != null) {
            ImageFields.write(problem.image(), json);
        }
        AnatomyJson.write(problem.anatomy(), json);
        if (problem.personScore() != null) {
            PersonScoreJson.write(problem.personScore(), json);
        }
    }

    private static boolean placed(Problem problem) {
        return problem.detections().stream().anyMatch(d -> d.x() != null && d.y() != null);
    }

    /** A problem, and the same as it was found. */
    private record Places(Problem problem, Problem found) {}

    private static void fields(Solution solution, MarginJson margins, Places places, JsonGenerator json)
            throws IOException {
        Problem problem = places.problem();
        json.writeStringField("format", FORMAT);
        json.writeStringField("problem", solution.problemId());
        json.writeStringField("problemSha256", solution.problemSha256());
        if (problem.maxPoses().isPresent()) {
            json.writeNumberField("maxPoses", problem.maxPoses().getAsInt());
        }
        if (placed(problem)) {
            people(problem, json);
        }
        json.writeStringField("method", solution.method().label());
        json.writeStringField("status", status(solution.status()));
        json.writeNumberField("objective", Micro.decimal(solution.objective()));
        json.writeNumberField("lowerBound", Micro.decimal(solution.lowerBound()));
        json.writeNumberField("gap", solution.gap());
        json.writeNumberField("requestedGap", solution.requestedGap());
        json.writeStringField("selfCheck", check(solution.check()));
        json.writeArrayFieldStart("poses");
        for (int i = 0; i < solution.poses().size(); i++) {
            pose(i, solution.poses().get(i), margins, places, json);
        }
        json.writeEndArray();
        json.writeNumberField("seconds", seconds(solution.seconds()));
        json.writeNumberField("iterations", solution.iterations());
        json.writeNumberField("skeletons", solution.skeletons());
        json.writeNumberField("localAssignments", solution.localAssignments());
        json.writeNumberField("rows", solution.rows());
        json.writeNumberField("nodes", solution.nodes());
        json.writeArrayFieldStart("trace");
        for (Solution.TracePoint point : solution.trace()) {
            json.writeStartObject();
            json.writeNumberField("seconds", seconds(point.seconds()));
            json.writeNumberField("lowerBound", Micro.decimal(point.lowerBound()));
            json.writeNumberField("objective", Micro.decimal(point.objective()));
            json.writeEndObject();
        }
        json.writeEndArray();
        margins.list(json);
        json.writeFieldName("certificate");
        ProofJson.write(solution.proof(), json);
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

    private static void pose(int i, Pose pose, MarginJson margins, Places places, JsonGenerator json)
            throws IOException {
        Problem problem = places.problem();
        List<String> parts = problem.anatomy().parts();
        json.writeStartObject();
        json.writeNumberField("cost", Micro.decimal(pose.cost(problem)));
        json.writeObjectFieldStart("global");
        for (Map.Entry<Integer, Integer> entry : pose.global().entrySet()) {
            json.writeNumberField(parts.get(entry.getKey()), entry.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("local");
        for (Map.Entry<Integer, List<Integer>> entry : pose.local().entrySet()) {
            int[] detections =
                    entry.getValue().stream().mapToInt(Integer::intValue).toArray();
            json.writeFieldName(parts.get(entry.getKey()));
            json.writeArray(detections, 0, detections.length);
        }
        json.writeEndObject();
        if (placed(problem)) {
            duplicates(pose, problem, json);
            if (problem.personScore() != null) {
                limbCosts(pose, problem, json);
            }
        }
        joints(i, pose, margins, places, json);
        json.writeEndObject();
    }

    private static void duplicates(Pose pose, Problem problem, JsonGenerator json) throws IOException {
        if (pose.local().isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("duplicates");
        for (Map.Entry<Integer, List<Integer>> entry : pose.local().entrySet()) {
            json.writeArrayFieldStart(problem.anatomy().parts().get(entry.getKey()));
            for (int d : entry.getValue()) {
                json.writeStartObject();
                json.writeNumberField("detection", d);
                ProblemWriter.place(problem.detections().get(d), json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** The score of the person depends on them. */
    private static void limbCosts(Pose pose, Problem problem, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("limbCosts");
        for (Anatomy.Limb limb : problem.anatomy().limbs()) {
            Integer a = pose.global().get(limb.a());
            Integer b = pose.global().get(limb.b());
            if (a != null && b != null && problem.pairs().cost(a, b) != PairCosts.FORBIDDEN) {
                json.writeStartArray();
                json.writeNumber(a);
                json.writeNumber(b);
                json.writeNumber(Micro.decimal(problem.pairs().cost(a, b)));
                json.writeEndArray();
            }
        }
        json.writeEndArray();
    }

    /** What a reader without the problem needs to know: where the joints are, and how confident to be in the person. */
    private static void joints(int i, Pose pose, MarginJson margins, Places places, JsonGenerator json)
            throws IOException {
        Problem problem = places.problem();
        json.writeObjectFieldStart("joints");
        for (Map.Entry<Integer, Integer> entry : pose.global().entrySet()) {
            json.writeObjectFieldStart(problem.anatomy().parts().get(entry.getKey()));
            json.writeNumberField("detection", entry.getValue());
            ProblemWriter.place(problem.detections().get(entry.getValue()), json);
            foundAt(entry.getValue(), places, json);
            margins.ofJoint(i, entry.getValue(), json);
            json.writeEndObject();
        }
        json.writeEndObject();
        double strength = Strength.of(problem, pose.global().values());
        if (Double.isFinite(strength)) {
            // coordinates near the largest double have no extent that is a number
            json.writeNumberField("strength", strength);
        }
        OptionalDouble score = Strength.score(problem, pose.global());
        if (score.isPresent()) {
            json.writeNumberField("score", score.getAsDouble());
            json.writeBooleanField("weak", Strength.weak(problem, pose.global()));
        }
        margins.ofPose(i, json);
    }

    /** Where a detection was found that has been moved. */
    private static void foundAt(int d, Places places, JsonGenerator json) throws IOException {
        Detection found = places.found().detections().get(d);
        Detection now = places.problem().detections().get(d);
        Double x = found.x();
        Double y = found.y();
        if (x != null && y != null && !(x.equals(now.x()) && y.equals(now.y()))) {
            json.writeFieldName("foundAt");
            json.writeArray(new double[] {x, y}, 0, 2);
        }
    }

    /** Clocks are not finer than this, and sixteen digits of a time help no one. */
    private static BigDecimal seconds(double value) {
        return BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_EVEN).stripTrailingZeros();
    }
}
