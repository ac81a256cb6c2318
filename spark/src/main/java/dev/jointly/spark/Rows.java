package dev.jointly.spark;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.JsonText;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Ending;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of one solved problem. */
record Rows(RawRecord record, Problem problem, Solution solution, BatchSettings settings) {

    FrameRow frame(double seconds, int pass) {
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        Image image = problem.image();
        FrameRow.Answer answer = new FrameRow.Answer(
                optimal,
                solution.method().label(),
                solution.objective(),
                solution.lowerBound(),
                solution.gap(),
                solution.poses().size(),
                JsonText.anatomy(problem.anatomy()),
                image == null ? null : new FrameRow.ImageFile(image.file(), image.width(), image.height()),
                solution.problemSha256(),
                settings.certificates() ? JsonText.certificate(solution.proof()) : "");
        return new FrameRow(problem.id(), record.place(), answer, seconds, pass, unproven(optimal, pass), false);
    }

    private @Nullable String unproven(boolean optimal, int pass) {
        String reason = solution.ending() == Ending.OUT_OF_TIME
                ? "within the time limit of "
                        + settings.solver(pass).timeLimit().toMillis() / 1e3 + " s"
                : solution.ending().words();
        return optimal ? null : "not proven " + reason + "; both bounds hold";
    }

    List<PersonRow> people() {
        List<PersonRow> people = new ArrayList<>();
        for (Pose pose : solution.poses()) {
            people.add(new PersonRow(problem.id(), record.place(), people.size(), pose.cost(problem), joints(pose)));
        }
        return people;
    }

    private List<PersonRow.Joint> joints(Pose pose) {
        Anatomy body = problem.anatomy();
        List<PersonRow.Joint> joints = new ArrayList<>();
        for (Map.Entry<Integer, Integer> entry : pose.global().entrySet()) {
            Detection seen = problem.detections().get(entry.getValue());
            List<Integer> doubles = pose.local().getOrDefault(entry.getKey(), List.of());
            joints.add(new PersonRow.Joint(
                    body.parts().get(entry.getKey()), entry.getValue(), seen.x(), seen.y(), seen.score(), doubles));
        }
        return joints;
    }
}
