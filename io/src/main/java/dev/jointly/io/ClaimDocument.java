package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.io.MarginJson.MarginLabels;
import dev.jointly.io.json.JsonValue;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one solution file, with parts given by name. A problem maps the names to positions.
 */
public final class ClaimDocument {
    /**
     * A pose by the names of its parts.
     *
     * @param places of its detections, as far as the solution itself tells them; likewise limbCosts
     */
    record NamedPose(
            long cost,
            Map<String, Integer> global,
            Map<String, List<Integer>> local,
            List<Place> places,
            List<LimbCost> limbCosts) {}

    /** A detection as the solution itself places it. */
    record Place(
            String part,
            int detection,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double score) {}

    /** The cost of the two ends of a limb. */
    record LimbCost(int a, int b, long micro) {}

    /** The beginning of a message about this document; valid also after the source has moved on. */
    private final String where;

    private final @Nullable String problemId;
    private final String sha256;
    private final OptionalInt maxPoses;
    private final boolean optimal;
    private final long objective;
    private final long lowerBound;
    private final double requestedGap;
    private final List<NamedPose> poses;
    private final Proof proof;
    private final List<Margin> margins;
    private final @Nullable Image image;
    private final @Nullable Anatomy anatomy;
    private final @Nullable PersonScore personScore;

    /** What a solution's file says, all of it well formed. */
    ClaimDocument(JsonValue solution) {
        where = solution.where();
        sha256 = solution.name("problemSha256", "the problem's SHA-256 in hexadecimal");
        optimal = claimsOptimal(solution);
        objective = solution.micro("objective");
        lowerBound = solution.micro("lowerBound");
        solution.find("gap").ifPresent(gap -> gap.finite("a finite number"));
        problemId =
                solution.find("problem").map(id -> id.name("the problem's id")).orElse(null);
        maxPoses = ProblemReader.maxPoses(solution);
        requestedGap = solution.ifAny("requestedGap", ClaimDocument::requestedGap, 0.0);
        poses = solution.list("poses");
        proof = ProofJson.of(solution);
        margins = solution.listIfAny("margins");
        image = ImageFields.of(solution);
        anatomy = solution.has("anatomy") ? AnatomyJson.of(solution) : null;
        personScore = PersonScoreJson.of(solution);
    }

    /** What the field {@code status} says. */
    static boolean claimsOptimal(JsonValue document) {
        String expected = "\"optimal\" or \"bounded\"";
        return document.get("status", expected)
                .oneOf(List.of("optimal", "bounded"), expected)
                .equals("optimal");
    }

    private static double requestedGap(JsonValue value) {
        double gap = value.finite("a number from 0 to below 1");
        if (gap < 0 || gap >= 1) {
            throw value.bad("a number from 0 to below 1");
        }
        return gap;
    }

    /** The id of the problem that it claims to solve. */
    public Optional<String> problemId() {
        return Optional.ofNullable(problemId);
    }

    /**
     * The problem as far as the solution itself tells it: image, anatomy and the detections of its people. They can be drawn,
     * tracked and exported with it; it does not have the digest of the problem that was solved, and proves nothing.
     */
    public Problem problem() {
        if (anatomy == null || problemId == null) {
            throw new BadInputException(where + "found a solution without "
                    + (anatomy == null ? "anatomy" : "the id of its problem")
                    + ", as solutions of problems without coordinates and of earlier versions are; give its problem with"
                    + " --problems");
        }
        List<Detection> detections = new ArrayList<>();
        poses.stream().flatMap(pose -> pose.places().stream()).forEach(place -> {
            int d = place.detection();
            while (detections.size() <= d) {
                // of no person
                detections.add(new Detection(0, null, null, null, 0));
            }
            int part = positioned(Map.of(place.part(), 0), anatomy, "/poses: ")
                    .keySet()
                    .iterator()
                    .next();
            detections.set(d, new Detection(part, place.x(), place.y(), place.score(), 0));
        });
        try {
            PairCosts.Builder pairs = new PairCosts.Builder();
            poses.stream()
                    .flatMap(pose -> pose.limbCosts().stream())
                    .forEach(limb -> pairs.add(limb.a(), limb.b(), limb.micro()));
            return new Problem(
                    problemId,
                    image,
                    anatomy,
                    0,
                    detections,
                    pairs.build(detections.size(), false),
                    List.of(),
                    maxPoses,
                    personScore);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(where + e.getMessage(), e);
        }
    }

    /**
     * What it says that it solves, given the problem of its id: that problem with at most so many poses as the solution says, or
     * fewer if the problem allows only fewer. To check a solution, take the problem that was asked instead.
     */
    public Problem problem(Problem given) {
        return maxPoses.isPresent() ? given.withAtMost(maxPoses.getAsInt()) : given;
    }

    /**
     * The claim in terms of {@code problem}, whether or not that is the one it was made for.
     *
     * @throws BadInputException if a name is no part of the problem, or a margin is not about the pose that it names
     */
    public Claim claim(Problem problem) {
        List<ClaimedPose> claimed = new ArrayList<>();
        for (NamedPose pose : poses) {
            String path = "/poses/" + claimed.size();
            claimed.add(new ClaimedPose(
                    pose.cost(),
                    positioned(pose.global(), problem.anatomy(), path + "/global/"),
                    positioned(pose.local(), problem.anatomy(), path + "/local/")));
        }
        List<MarginClaim> claims = new ArrayList<>();
        MarginLabels labels = new MarginLabels(where, claimed, problem.anatomy());
        for (Margin margin : margins) {
            labels.check(claims.size(), margin);
            claims.add(margin.claim());
        }
        return new Claim(sha256, optimal, objective, lowerBound, requestedGap, claimed, proof, maxPoses, claims);
    }

    /** The margins, none of which is trusted; whether they are about the poses they name is found out by {@link #claim}. */
    public List<Margin> margins() {
        return List.copyOf(margins);
    }

    private <T> Map<Integer, T> positioned(Map<String, T> named, Anatomy anatomy, String path) {
        Map<Integer, T> positioned = new LinkedHashMap<>();
        named.forEach((part, value) -> {
            int position = anatomy.parts().indexOf(part);
            if (position < 0) {
                throw new BadInputException(where + path + Excerpt.of(part) + ": found " + Excerpt.quoted(part)
                        + " but expected one of the problem's parts: "
                        + Excerpt.of(String.join(", ", anatomy.parts())));
            }
            positioned.put(position, value);
        });
        return positioned;
    }
}
