package dev.jointly.spark;

import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.Measure;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.ModelCard;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** From the name of a picture to its problem, with one thread: a network looks, a cost model judges. */
final class Looking implements AutoCloseable {
    private final Network network;
    private final CostModel costs;

    /**
     * @param model name of a shipped model, or file name of a card in the folder
     * @param costs file name of a cost model in the folder; null for the one that goes with the network
     * @param files folder with what was shipped
     */
    Looking(String model, @Nullable String costs, Path files) {
        ModelStore store = new ModelStore(files);
        ModelStore.Model found = store.find(
                ModelStore.SHIPPED.contains(model)
                        ? model
                        : files.resolve(model).toString());
        this.costs = costs == null ? ofNetwork(found.card()) : CostModelReader.read(files.resolve(costs));
        this.network = Network.open(found.card(), found.network(), 1);
    }

    /** The cost model fitted to a network, or guesses for the body that its card tells. */
    static CostModel ofNetwork(ModelCard card) {
        return ShippedCosts.of(card.name())
                .or(() -> card.anatomy().map(anatomy -> CostModel.defaults(anatomy, Measure.FIELD)))
                .orElseThrow(() -> new BadInputException("the card of model " + card.name()
                        + " has no anatomy, and without one --costs has to name a cost model"));
    }

    Problem problem(RawRecord record) {
        org.apache.hadoop.fs.Path picture = new org.apache.hadoop.fs.Path(record.text());
        String name = picture.getName();
        int dot = name.lastIndexOf('.');
        String id = dot > 0 ? name.substring(0, dot) : name;
        Evidence evidence = network.look(id, name, PhotoReader.read(local(picture)));
        return costs.problem(AnatomyChoice.within(costs.anatomy(), evidence));
    }

    /** The picture as a file of this machine; copied here if it is elsewhere. */
    private static Path local(org.apache.hadoop.fs.Path picture) {
        String scheme = picture.toUri().getScheme();
        if (scheme == null || scheme.equals("file")) {
            return Path.of(picture.toUri().getPath());
        }
        try (FileSystem files = FileSystem.newInstance(picture.toUri(), new Configuration())) {
            Path copy = Files.createTempFile("picture", picture.getName());
            copy.toFile().deleteOnExit();
            files.copyToLocalFile(false, picture, new org.apache.hadoop.fs.Path(copy.toUri()), true);
            return copy;
        } catch (IOException e) {
            throw new BadInputException(picture + ": cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
