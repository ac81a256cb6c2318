package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Measure;
import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Cost models that come with the program, fitted to networks it can install. */
public final class ShippedCosts {
    private ShippedCosts() {}

    /** The model for a network, by the network's name. */
    public static Optional<CostModel> of(String network) {
        String resource = network + ".costs.json";
        try (InputStream in = ShippedCosts.class.getResourceAsStream(resource)) {
            return in == null ? Optional.empty() : Optional.of(CostModelReader.read(resource, in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The model for a network, or default costs for the anatomy of its card and what its affinities measure. */
    public static CostModel orGuesses(String network, Optional<Anatomy> body, Measure measure) {
        return of(network)
                .or(() -> body.map(anatomy -> CostModel.defaults(anatomy, measure)))
                .orElseThrow(() -> new BadInputException("the card of model " + network
                        + " has no anatomy, and without one --costs has to name a cost model"));
    }
}
