package dev.jointly.spark;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** From the name of an image to its problem, with one thread: by a network and a cost model. */
final class ImageToProblem implements AutoCloseable {
    private final Network network;
    private final CostModel costs;

    /**
     * @param model name of a shipped model, or file name of a card in the folder
     * @param costs file name of a cost model in the folder; null for the one that goes with the network
     * @param files folder with what was shipped
     */
    ImageToProblem(String model, @Nullable String costs, Path files) {
        ModelStore store = new ModelStore(files);
        ModelStore.Model found = store.find(
                ModelStore.SHIPPED.contains(model)
                        ? model
                        : files.resolve(model).toString());
        this.costs = costs == null
                ? ShippedCosts.orGuesses(found.card().name(), found.card().anatomy())
                : CostModelReader.read(files.resolve(costs));
        if (costs != null) {
            this.costs.requireFits(
                    costs,
                    "model " + found.card().name(),
                    found.card().partNames(),
                    found.card().decoder().scoresPairs());
        }
        this.network = Network.open(found.card(), found.network(), 1);
    }

    Problem problem(RawRecord record) {
        org.apache.hadoop.fs.Path image = new org.apache.hadoop.fs.Path(record.text());
        String name = image.getName();
        int dot = name.lastIndexOf('.');
        String id = dot > 0 ? name.substring(0, dot) : name;
        Evidence evidence = network.detect(id, name, pixels(image));
        return costs.problem(evidence);
    }

    /** An image that lies elsewhere is copied here for as long as it is read. */
    private static BufferedImage pixels(org.apache.hadoop.fs.Path image) {
        String scheme = image.toUri().getScheme();
        if (scheme == null || scheme.equals("file")) {
            return PhotoReader.read(Path.of(image.toUri().getPath()));
        }
        try (FileSystem files = FileSystem.newInstance(image.toUri(), new Configuration())) {
            Path folder = Files.createTempDirectory("jointly-image");
            Path copy = folder.resolve(image.getName());
            try {
                files.copyToLocalFile(false, image, new org.apache.hadoop.fs.Path(copy.toUri()), true);
                return PhotoReader.read(copy);
            } finally {
                Files.deleteIfExists(copy);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new BadInputException(image + ": cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
