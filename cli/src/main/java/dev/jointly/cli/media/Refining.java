package dev.jointly.cli.media;

import dev.jointly.cli.solve.SolvedProblem;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.refine.SecondLook;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A second look at the people of each image, if there is to be one. Keeps images until then. Thread-safe. */
final class Refining implements AutoCloseable {
    private final @Nullable SinglePose network;
    private final Map<String, BufferedImage> waiting = new ConcurrentHashMap<>();
    private double seconds;

    private Refining(@Nullable SinglePose network) {
        this.network = network;
    }

    /** None: joints stay where they were found. */
    static Refining off() {
        return new Refining(null);
    }

    /** @param parts of the people that will be found */
    static Refining open(ModelStore models, Execution execution, List<String> parts) {
        if (!SecondLook.knows(parts)) {
            throw new BadInputException("--refine moves the joints of people, such as " + SinglePose.PARTS.get(0)
                    + " and " + SinglePose.PARTS.get(5) + ", but this network finds none of them");
        }
        return new Refining(SinglePose.open(models.secondLook(), execution));
    }

    /** Keeps an image until its people are known. */
    void keep(String id, BufferedImage image) {
        if (network != null) {
            waiting.put(id, image);
        }
    }

    void drop(Problem problem) {
        waiting.remove(problem.id());
    }

    /** The solved problem with its joints where the second look sees them. */
    SolvedProblem moved(SolvedProblem solved) {
        BufferedImage image = waiting.remove(solved.problem().id());
        if (network == null || image == null) {
            return solved;
        }
        long start = System.nanoTime();
        Problem moved = new SecondLook(network::look, SecondLook.Rule.CHOSEN)
                .moved(image, solved.problem(), solved.solution().poses());
        synchronized (this) {
            seconds += (System.nanoTime() - start) / 1e9;
        }
        return solved.moved(moved);
    }

    /** Time spent on second looks. */
    synchronized double seconds() {
        return seconds;
    }

    @Override
    public void close() {
        if (network != null) {
            network.close();
        }
    }
}
