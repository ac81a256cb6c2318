package dev.jointly.example;

import dev.jointly.evidence.Evidence;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import java.nio.file.Path;

/** From a photo to the people in it, by a network of the artifact {@code jointly-models}, or one that a model card describes. */
public final class PhotoToPeople {
    private PhotoToPeople() {}

    /**
     * Prints the people of a photo.
     *
     * @param args a photo, and the name of an installed model, such as openpose-mobilenet, or the file of a model card
     */
    public static void main(String[] args) {
        Path photo = Path.of(args[0]);
        ModelStore.Model model = ModelStore.ofUser().find(args[1]);
        CostModel costs = ShippedCosts.orGuesses(
                model.card().name(),
                model.card().anatomy(),
                model.card().decoder().measure());

        try (Network network = Network.open(model.card(), model.network(), 1)) {
            Evidence seen = network.detect("photo", args[0], PhotoReader.read(photo));
            Problem problem = costs.problem(seen);
            Solution solution = new Solver(new HighsEngine()).solve(problem, Settings.defaults());

            System.out.println(solution.poses().size() + " people, " + solution.status());
            for (Pose person : solution.poses()) {
                System.out.println("person");
                person.global().values().forEach(d -> {
                    Detection joint = problem.detections().get(d);
                    System.out.println(
                            "  " + problem.anatomy().parts().get(joint.part()) + " " + joint.x() + " " + joint.y());
                });
            }
        }
    }
}
