package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The people of a network's own decoder: the k-th candidates of all parts, if the first part, the centre, has a high enough score.
 * They are ranked by the score of the centre times the mean score of the joints, which was better than the centre's alone.
 *
 * @param leastJoint joints with lower scores are left out
 */
record OwnGrouping(double leastCentre, double leastJoint) implements Baseline {
    @Override
    public List<GroupedPerson> people(Evidence evidence) {
        int[][] ofPart = IntStream.range(0, evidence.parts().size())
                .mapToObj(evidence::ofPart)
                .toArray(int[][]::new);
        List<GroupedPerson> people = new ArrayList<>();
        for (int k = 0; k < ofPart[0].length; k++) {
            int own = k;
            int[] candidate = Arrays.stream(ofPart).mapToInt(all -> all[own]).toArray();
            double centre = evidence.candidates().get(candidate[0]).score();
            double[] scores = new double[candidate.length - 1];
            int joints = 0;
            for (int p = 1; p < candidate.length; p++) {
                double score = evidence.candidates().get(candidate[p]).score();
                if (score >= leastJoint) {
                    scores[joints++] = score;
                } else {
                    candidate[p] = GroupedPerson.NONE;
                }
            }
            if (centre >= leastCentre && joints > 0) {
                people.add(new GroupedPerson(
                        candidate, centre * Arrays.stream(scores).sum() / joints));
            }
        }
        return people;
    }
}
