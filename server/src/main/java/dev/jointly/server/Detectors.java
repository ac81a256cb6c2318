package dev.jointly.server;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import dev.jointly.vision.net.Views;
import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Images to problems, by the networks that this server was started with. A network is opened when it is first asked for,
 * and stays open. Requests choose among names; none of them ever opens a file of its own choice.
 */
public final class Detectors implements AutoCloseable {
    private final ModelStore store;
    private final List<String> names;
    private final Execution execution;
    private final Map<String, Opened> opened = new HashMap<>();

    private record Opened(Network network, CostModel costs) {}

    /**
     * Networks of a store.
     *
     * @param names of installed models, or files of model cards; the first is the default
     * @param execution of each network
     */
    public Detectors(ModelStore store, List<String> names, Execution execution) {
        this.store = store;
        this.names = List.copyOf(names);
        this.execution = execution;
        if (names.isEmpty()) {
            throw new IllegalArgumentException("expected at least one model");
        }
    }

    /** The model that is used where none is asked for. */
    public String standard() {
        return names.get(0);
    }

    /** Refuses a model this server does not have. */
    void require(String model) {
        if (!names.contains(model)) {
            throw HttpProblem.badParameter(
                    "found model " + Excerpt.quoted(model) + " but expected one of " + String.join(", ", names));
        }
    }

    /**
     * The name of a network, which may differ from the one given when the server was started.
     *
     * @throws HttpProblem if it is not installed; the message names the command that does it
     */
    public String name(String model) {
        return opened(model).network().card().name();
    }

    /** Parts and limbs of the people in the problems of a network. */
    public Anatomy anatomy(String model) {
        return opened(model).costs().anatomy();
    }

    /**
     * The problem of an image.
     *
     * @param name of the image, which becomes the problem's id and image file; it is not opened
     */
    Problem problem(String name, byte[] image, String model, long mostPixels) {
        BufferedImage photo = PhotoReader.read("the image", image, mostPixels);
        Opened detector = opened(model);
        Evidence evidence = detector.network().detect(withoutEnding(name), name, photo);
        return detector.costs().problem(evidence);
    }

    private static String withoutEnding(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private synchronized Opened opened(String model) {
        require(model);
        Opened known = opened.get(model);
        if (known != null) {
            return known;
        }
        try {
            ModelStore.Model found = store.find(model);
            Opened fresh = new Opened(
                    Network.open(found.card(), found.network(), execution, Views.ONE),
                    ShippedCosts.orGuesses(
                            found.card().name(),
                            found.card().anatomy(),
                            found.card().decoder().measure()));
            opened.put(model, fresh);
            return fresh;
        } catch (BadInputException e) {
            // of the server, not of the request
            throw HttpProblem.of(503, "no-model", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public synchronized void close() {
        opened.values().forEach(each -> each.network().close());
        opened.clear();
    }
}
