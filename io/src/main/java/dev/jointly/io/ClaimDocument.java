package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The claim of one solution file, with parts given by name. A problem maps the names to positions. */
public final class ClaimDocument {
    /** A pose by the names of its parts. */
    record NamedPose(long cost, Map<String, Integer> global, Map<String, List<Integer>> local) {}

    /** What has been read so far. */
    static final class Draft {
        @Nullable
        String problemId;

        String sha256 = "";
        OptionalInt maxPoses = OptionalInt.empty();
        boolean optimal;
        long objective;
        long lowerBound;
        double requestedGap;
        final List<NamedPose> poses = new ArrayList<>();
        Proof proof = new Proof(0, new long[0], new long[0]);

        final List<Margin> margins = new ArrayList<>();

        @Nullable
        Image image;

        @Nullable
        Anatomy anatomy;

        @Nullable
        PersonScore personScore;

        final Places places = new Places(new HashMap<>(), new ArrayList<>());
    }

    /** A detection as the solution itself places it. */
    record Place(
            String part,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double score) {}

    /** The cost of the two ends of a limb. */
    record LimbCost(int a, int b, long micro) {}

    /** What a solution says of the detections of its people. */
    record Places(Map<Integer, Place> detections, List<LimbCost> limbCosts) {}

    /** The beginning of a message about this document; valid also after the source has moved on. */
    private final String where;

    private final Draft draft;

    ClaimDocument(String where, Draft draft) {
        this.where = where;
        this.draft = draft;
    }

    /** The id of the problem that it claims to solve. */
    public Optional<String> problemId() {
        return Optional.ofNullable(draft.problemId);
    }

    /**
     * The problem as far as the solution itself tells it: image, anatomy and the detections of its people. They can be drawn,
     * tracked and exported with it; it does not have the digest of the problem that was solved, and proves nothing.
     */
    public Problem problem() {
        Anatomy anatomy = draft.anatomy;
        if (anatomy == null || draft.problemId == null) {
            throw new BadInputException(where + "found a solution without "
                    + (anatomy == null ? "anatomy" : "the id of its problem")
                    + ", as solutions of problems without coordinates and of earlier versions are; give its problem with"
                    + " --problems");
        }
        List<Detection> detections = new ArrayList<>();
        draft.places.detections().forEach((d, place) -> {
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
            draft.places.limbCosts().forEach(limb -> pairs.add(limb.a(), limb.b(), limb.micro()));
            return new Problem(
                    draft.problemId,
                    draft.image,
                    anatomy,
                    0,
                    detections,
                    pairs.build(detections.size(), false),
                    List.of(),
                    draft.maxPoses,
                    draft.personScore);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(where + e.getMessage(), e);
        }
    }

    /**
     * What it says that it solves, given the problem of its id: that problem with at most so many poses as the solution says, or
     * fewer if the problem allows only fewer. To check a solution, take the problem that was asked instead.
     */
    public Problem problem(Problem given) {
        return draft.maxPoses.isPresent() ? given.withAtMost(draft.maxPoses.getAsInt()) : given;
    }

    /**
     * The claim in terms of {@code problem}, whether or not that is the one it was made for.
     *
     * @throws BadInputException if a name is no part of the problem, or a margin is not about the pose that it names
     */
    public Claim claim(Problem problem) {
        List<ClaimedPose> poses = new ArrayList<>();
        for (NamedPose pose : draft.poses) {
            String path = "/poses/" + poses.size();
            poses.add(new ClaimedPose(
                    pose.cost(),
                    positioned(pose.global(), problem.anatomy(), path + "/global/"),
                    positioned(pose.local(), problem.anatomy(), path + "/local/")));
        }
        List<MarginClaim> margins = new ArrayList<>();
        MarginLabels labels = new MarginLabels(where, poses, problem.anatomy());
        for (Margin margin : draft.margins) {
            labels.check(margins.size(), margin);
            margins.add(margin.claim());
        }
        return new Claim(
                draft.sha256,
                draft.optimal,
                draft.objective,
                draft.lowerBound,
                draft.requestedGap,
                poses,
                draft.proof,
                draft.maxPoses,
                margins);
    }

    /** The margins, none of which is trusted; whether they are about the poses they name is found out by {@link #claim}. */
    public List<Margin> margins() {
        return List.copyOf(draft.margins);
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
