package dev.jointly.io.export;

import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.TrackedFrame;
import dev.jointly.pose.Person.Joint;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Move;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A problem and its people, without the weak ones.
 *
 * @param people in any order; kept sorted, the strongest first
 * @param leftOut the weak ones
 * @param placed detections that a person put where they are; null where the input has no moves
 * @param filled joints that no detection has, of people who were filled in along their track; their numbers follow those of the detections
 */
public record Solved(
        Problem problem,
        Bounds bounds,
        List<Person> people,
        List<Person> leftOut,
        @Nullable Set<Integer> placed,
        List<Joint> filled) {
    /** Pixels from the corner of an image; areas of boxes stay numbers that every format can hold. */
    private static final double FARTHEST = 1e9;

    /**
     * One person.
     *
     * <p>Maps are not copied and must not change.
     *
     * @param cost in micro-units
     * @param strength see {@link Strength}
     * @param score the calibrated score, where the problem has a calibration
     * @param global part to detection
     * @param local part to further detections of the same joint
     * @param track number of the track, from 1; {@link TrackedFrame#NO_TRACK} for none
     */
    public record Person(
            long cost,
            double strength,
            OptionalDouble score,
            SortedMap<Integer, Integer> global,
            SortedMap<Integer, List<Integer>> local,
            int track) {
        /** A person of a problem, with the score it has there. */
        public static Person of(
                Problem problem, long cost, Map<Integer, Integer> global, Map<Integer, List<Integer>> local) {
            global.values().forEach(d -> requireNear(problem, d));
            local.values().forEach(all -> all.forEach(d -> requireNear(problem, d)));
            double strength = Strength.of(problem, global.values());
            OptionalDouble score = Strength.score(problem, global);
            return new Person(
                    cost, strength, score, new TreeMap<>(global), new TreeMap<>(local), TrackedFrame.NO_TRACK);
        }

        /** Whether the person is in a track. */
        public boolean tracked() {
            return track != TrackedFrame.NO_TRACK;
        }

        Person in(int number) {
            return new Person(cost, strength, score, global, local, number);
        }
    }

    /** All of these people. */
    public Solved(Problem problem, Bounds bounds, List<Person> people) {
        this(problem, bounds, people, List.of(), null, List.of());
    }

    public Solved {
        people = people.stream()
                .sorted(Comparator.comparingDouble(person -> -person.strength()))
                .toList();
        leftOut = List.copyOf(leftOut);
        placed = placed == null ? null : Set.copyOf(placed);
        filled = List.copyOf(filled);
    }

    /** With people whom no detections show, by their tracks: joints by part. */
    public Solved withFilled(SortedMap<Integer, SortedMap<Integer, Joint>> missing) {
        List<Person> all = new ArrayList<>(people);
        List<Joint> joints = new ArrayList<>(filled);
        missing.forEach((track, places) -> {
            SortedMap<Integer, Integer> global = new TreeMap<>();
            places.forEach((part, joint) -> {
                global.put(part, problem.size() + joints.size());
                joints.add(joint);
            });
            all.add(new Person(0, 0, OptionalDouble.empty(), global, new TreeMap<>(), track));
        });
        return new Solved(problem, bounds, all, leftOut, placed, joints);
    }

    /** Whether a person was filled in along its track. */
    boolean isFilled(Person person) {
        return person.global().values().stream().anyMatch(d -> d >= problem.size());
    }

    /** What a solution file claims about its problem; {@code verify} checks whether it is true. */
    public static Solved of(Problem problem, Claim claim) {
        requireSame(problem, claim);
        return asClaimed(problem, claim, Collections.nCopies(claim.poses().size(), TrackedFrame.NO_TRACK));
    }

    /** Refuses a claim about another problem. */
    public static void requireSame(Problem problem, Claim claim) {
        if (!claim.problemSha256().equals(ProblemDigest.sha256(problem))) {
            throw new BadInputException("the solution of " + Excerpt.quoted(problem.id())
                    + " is that of another problem: its problemSha256 does not fit");
        }
    }

    /**
     * The same for a claim that is known to be about this problem, or that says itself what the problem is.
     *
     * @param tracks one for each pose, in their order
     */
    public static Solved asClaimed(Problem problem, Claim claim, List<Integer> tracks) {
        if (tracks.size() != claim.poses().size()) {
            throw new BadInputException("the solution of " + Excerpt.quoted(problem.id()) + " has "
                    + claim.poses().size() + " poses but its frame has " + tracks.size() + " tracks");
        }
        List<Person> people = new ArrayList<>();
        for (ClaimedPose pose : claim.poses()) {
            pose.global().forEach((part, d) -> requireDetection(problem, part, d));
            pose.local().forEach((part, all) -> all.forEach(d -> requireDetection(problem, part, d)));
            people.add(
                    Person.of(problem, pose.cost(), pose.global(), pose.local()).in(tracks.get(people.size())));
        }
        return shown(problem, new Bounds(claim.claimsOptimal(), claim.objective(), claim.lowerBound()), people);
    }

    /** The people of a solution that was just found. */
    public static Solved of(Problem problem, Solution solution) {
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        return shown(
                problem,
                new Bounds(optimal, solution.objective(), solution.lowerBound()),
                solution.poses().stream()
                        .map(pose -> Person.of(problem, pose.cost(problem), pose.global(), pose.local()))
                        .toList());
    }

    /** Weak people are left out, unless they are in a track: in other frames they are seen better. */
    private static Solved shown(Problem problem, Bounds bounds, List<Person> all) {
        List<Person> weak = all.stream()
                .filter(person -> !person.tracked() && Strength.weak(problem, person.global()))
                .toList();
        List<Person> people = new ArrayList<>(all);
        people.removeAll(weak);
        return new Solved(problem, bounds, people, weak, null, List.of());
    }

    /** How many weak people were left out. */
    public int weak() {
        return leftOut.size();
    }

    /** The same people with joints where a person put them. Weak people with such a joint are left out no longer. */
    public Solved moved(List<Move> by) {
        try {
            Problem moved = Move.all(problem, by);
            by.forEach(move -> requireNear(moved, move.detection()));
            Set<Integer> placed = by.stream().map(Move::detection).collect(Collectors.toSet());
            List<Person> shown = new ArrayList<>(people);
            leftOut.stream()
                    .filter(person -> person.global().values().stream().anyMatch(placed::contains))
                    .forEach(shown::add);
            List<Person> hidden = new ArrayList<>(leftOut);
            hidden.removeAll(shown);
            return new Solved(moved, bounds, shown, hidden, placed, filled);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id()) + ": " + e.getMessage(), e);
        }
    }

    /** Whether a person put a detection where it is. */
    boolean moved(int d) {
        return placed != null && placed.contains(d);
    }

    private static void requireDetection(Problem problem, int part, int d) {
        if (d < 0 || d >= problem.size() || problem.part(d) != part) {
            throw new BadInputException("the solution of " + Excerpt.quoted(problem.id()) + " has detection " + d
                    + " as \"" + problem.anatomy().parts().get(part) + "\", which it is not");
        }
    }

    private static void requireNear(Problem problem, int d) {
        Double x = problem.detections().get(d).x();
        Double y = problem.detections().get(d).y();
        if ((x != null && Math.abs(x) > FARTHEST) || (y != null && Math.abs(y) > FARTHEST)) {
            throw new BadInputException(
                    "problem " + Excerpt.quoted(problem.id()) + ": found detection " + d + " at x = " + x + ", y = " + y
                            + " but expected coordinates of magnitude at most 1e9 to export it");
        }
    }

    /** The names of the parts, in the order of the anatomy. */
    public List<String> parts() {
        return problem.anatomy().parts();
    }

    /**
     * Coordinates and score of a detection; the score is 1 if it is not known. The cells of a network may reach beyond the
     * image; what was found there is moved to its edge.
     */
    public Joint joint(int d) {
        if (d >= problem.size()) {
            return filled.get(d - problem.size());
        }
        Detection detection = problem.detections().get(d);
        Double x = detection.x();
        Double y = detection.y();
        if (x == null || y == null) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id()) + ": detection " + d
                    + " has no x and y, without which it cannot be exported");
        }
        Double score = detection.score();
        return new Joint(within(x, Image::width), within(y, Image::height), score == null ? 1 : score);
    }

    /** A coordinate, moved to the edge of the image if it lies beyond it. */
    double within(double coordinate, ToIntFunction<Image> side) {
        Image image = problem.image();
        return image == null ? coordinate : Math.max(0, Math.min(side.applyAsInt(image), coordinate));
    }

    /** The file of the image, or the id of the problem if there is none. */
    public String file() {
        Image image = problem.image();
        return image == null ? problem.id() : image.file();
    }

    /** The image, for formats that need its size. */
    public Image image(String format) {
        Image image = problem.image();
        if (image == null) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id()) + " has no image, whose size "
                    + format + " needs (import it with --size WIDTHxHEIGHT)");
        }
        return image;
    }

    /** A person by these detections of its parts, as people see it. */
    public dev.jointly.pose.Person seen(Map<Integer, Integer> global) {
        Map<Integer, Joint> joints = new TreeMap<>();
        global.forEach((part, d) -> joints.put(part, joint(d)));
        return dev.jointly.pose.Person.of(joints);
    }

    /** Left, top, width and height of the bounding box of a person's joints. */
    double[] box(Person person) {
        return seen(person.global()).box();
    }
}
