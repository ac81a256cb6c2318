package dev.jointly.io;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A problem as read, in whatever order; {@link #problem} checks what holds it together. */
final class ProblemDraft {
    /** A detection by the name of its part. */
    record NamedDetection(
            String part,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double score,
            long cost) {}

    String id = "";

    @Nullable
    Image image;

    final AnatomyDraft body;
    long poseCost;
    final List<NamedDetection> detections = new ArrayList<>();
    final PairDraft pairs = new PairDraft();
    boolean absentForbidden = true;
    final List<PinDraft> pins = new ArrayList<>();
    OptionalInt maxPoses = OptionalInt.empty();

    @Nullable
    PersonScore personScore;

    private final JsonSource source;
    private final Map<String, String> partNames = new HashMap<>();

    ProblemDraft(JsonSource source) {
        this.source = source;
        this.body = new AnatomyDraft(source);
    }

    /** Keeps one copy of every part's name, not one per detection. */
    void add(NamedDetection read) {
        String part = partNames.computeIfAbsent(read.part(), name -> name);
        if (partNames.size() > Limits.PARTS) {
            throw source.problem(
                    "/detections/" + detections.size() + "/part",
                    "found more than " + Limits.PARTS + " different parts but expected at most that many");
        }
        detections.add(new NamedDetection(part, read.x(), read.y(), read.score(), read.cost()));
    }

    Problem problem() {
        Anatomy anatomy = body.anatomy();
        List<Detection> resolved = new ArrayList<>(detections.size());
        for (NamedDetection d : detections) {
            int part = body.position(d.part(), "/detections/" + resolved.size() + "/part");
            resolved.add(new Detection(part, d.x(), d.y(), d.score(), d.cost()));
        }
        return new Problem(
                id,
                image,
                anatomy,
                poseCost,
                resolved,
                pairCosts(anatomy, resolved),
                checkedPins(),
                maxPoses,
                personScore);
    }

    private PairCosts pairCosts(Anatomy anatomy, List<Detection> resolved) {
        PairCosts.Builder builder = new PairCosts.Builder();
        for (int i = 0; i < pairs.size(); i++) {
            int a = pairs.a(i);
            int b = pairs.b(i);
            if (a >= resolved.size() || b >= resolved.size()) {
                int end = a >= resolved.size() ? 0 : 1;
                throw outOfRange("/pairs/" + i + "/" + end, end == 0 ? a : b);
            }
            if (a == b) {
                throw source.bad("/pairs/" + i, pairs.text(i), "two different detections");
            }
            int partA = resolved.get(a).part();
            int partB = resolved.get(b).part();
            if (!anatomy.mayPair(partA, partB)) {
                String parts = Excerpt.quoted(anatomy.parts().get(partA)) + " and "
                        + Excerpt.quoted(anatomy.parts().get(partB));
                throw source.bad(
                        "/pairs/" + i,
                        pairs.text(i) + " which joins " + parts,
                        "two detections of one part, of the two parts of a limb, or of a major part and any part");
            }
            builder.add(a, b, pairs.micro(i));
        }
        try {
            return builder.build(resolved.size(), absentForbidden);
        } catch (IllegalArgumentException e) {
            int[] repeated = pairs.repeated();
            if (repeated.length == 0) {
                throw e;
            }
            throw source.bad(
                    "/pairs/" + repeated[1],
                    pairs.text(repeated[1]) + " after /pairs/" + repeated[0] + " " + pairs.text(repeated[0]),
                    "every pair once, in either order");
        }
    }

    private List<Pin> checkedPins() {
        List<Pin> checked = new ArrayList<>(pins.size());
        for (PinDraft pin : pins) {
            String path = "/pins/" + checked.size() + "/" + pin.kind();
            if (pin.a() >= detections.size()) {
                throw outOfRange(pin.aboutTwo() ? path + "/0" : path, pin.a());
            }
            if (pin.b() >= detections.size()) {
                throw outOfRange(path + "/1", pin.b());
            }
            if (pin.a() == pin.b()) {
                throw source.bad(path, "[" + pin.a() + ", " + pin.b() + "]", "two different detections");
            }
            checked.add(pin.pin());
        }
        return checked;
    }

    private BadInputException outOfRange(String path, int index) {
        return source.bad(
                path,
                Integer.toString(index),
                detections.isEmpty()
                        ? "no index at all, for there are no detections"
                        : "the index of a detection, 0 to " + (detections.size() - 1));
    }
}
