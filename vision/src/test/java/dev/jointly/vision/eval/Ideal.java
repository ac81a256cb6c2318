package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.cost.BodySize;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.PartNames;
import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Ideal groupings of the same candidates by the truth: the upper limits. */
final class Ideal {
    private Ideal() {}

    private record Match(int person, int part, int candidate, double distance) {}

    /** Every true person gets the nearest candidates, within the tolerance of the figures; a candidate serves once. */
    static List<GroupedPerson> people(LabelledImage image) {
        Evidence evidence = image.evidence();
        Truth truth = image.truth();
        List<Match> matches = new ArrayList<>();
        for (int g = 0; g < truth.people().size(); g++) {
            Person person = truth.people().get(g);
            for (int p = 0; p < evidence.parts().size(); p++) {
                int own = PartNames.find(evidence.parts().get(p), truth.parts());
                if (own >= 0 && person.joints().get(own).mark() != Mark.ABSENT) {
                    near(evidence, person.joints().get(own), g, p, BodySize.of(person), matches);
                }
            }
        }
        matches.sort(Comparator.comparingDouble(Match::distance));
        int[][] candidate = new int[truth.people().size()][evidence.parts().size()];
        Arrays.stream(candidate).forEach(row -> Arrays.fill(row, GroupedPerson.NONE));
        BitSet used = new BitSet();
        for (Match match : matches) {
            if (candidate[match.person()][match.part()] == GroupedPerson.NONE && !used.get(match.candidate())) {
                candidate[match.person()][match.part()] = match.candidate();
                used.set(match.candidate());
            }
        }
        return Arrays.stream(candidate)
                .map(row -> new GroupedPerson(row, 0))
                .filter(body -> body.joints() > 0)
                .toList();
    }

    private static void near(Evidence evidence, Joint joint, int g, int p, double size, List<Match> matches) {
        for (int d : evidence.ofPart(p)) {
            Candidate seen = evidence.candidates().get(d);
            double distance = Math.hypot(seen.x() - joint.x(), seen.y() - joint.y()) / size;
            if (distance <= Comparison.TOLERANCE) {
                matches.add(new Match(g, p, d, distance));
            }
        }
    }

    /** The same people, ranked by how much they are like the true one they are most like. */
    static EvaluatedImage ranked(EvaluatedImage image) {
        Oks oks = Oks.of(image.truth().parts());
        List<Found> found = image.found().stream()
                .map(one -> new Found(
                        one.x(),
                        one.y(),
                        image.truth().people().stream()
                                .mapToDouble(person -> oks.similarity(person, one))
                                .max()
                                .orElse(0)))
                .toList();
        return new EvaluatedImage(image.truth(), found);
    }
}
