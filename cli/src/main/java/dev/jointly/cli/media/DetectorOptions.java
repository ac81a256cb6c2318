package dev.jointly.cli.media;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.cli.Choice;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.Device;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.ModelCard;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.SleapNetwork;
import dev.jointly.vision.net.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which network runs on images, and how costs are made of what it finds. */
public final class DetectorOptions {

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            description =
                    "A model by name (jointly model list), or a file: a model card, or an ONNX network that says what"
                            + " it is (see docs/your-network.md). Default: openpose-mobilenet.")
    @Nullable
    String modelName;

    @Option(
            names = "--sleap",
            paramLabel = "DIR",
            description = "Instead of --model: a bottom-up network in the folder that sleap-nn export wrote.")
    @Nullable
    String sleap;

    @Option(
            names = "--hub",
            paramLabel = "PART",
            description = "For --sleap: major part, of which every animal has at least one; up to three times."
                    + " Default: the part that is missed least in the first images.")
    List<String> hubs = new ArrayList<>();

    @Mixin
    SharedOption<String> costs = SharedOption.costs("the one that comes with the model, or default costs.");

    @Mixin
    SharedOption<Device> device = device("What the network runs on: one of ${COMPLETION-CANDIDATES}. cuda needs another"
            + " ONNX Runtime: see docs/your-network.md. Default: cpu.");

    @Option(
            names = "--long-side",
            paramLabel = "PIXELS",
            description = "Images are scaled to this longer side for the network, rounded to what it can take."
                    + " Default: that of the model card.")
    @Nullable
    Integer longSide;

    @Option(
            names = "--flip",
            description = "Also shows the network each image mirrored, and takes the mean. Takes twice as long.")
    boolean flip;

    @Option(
            names = "--scales",
            paramLabel = "FACTOR",
            split = ",",
            description = "Shows the network each image in several sizes, such as 1,0.5, and takes the mean. The first"
                    + " decides how fine the maps are. Default: 1.")
    List<Double> scales = List.of(1.0);

    /** The option {@code --device}. */
    public static SharedOption<Device> device(String description) {
        return SharedOption.choice("--device", "DEVICE", Choice.of(Device.class), Device.CPU, description);
    }

    /**
     * A network ready to run.
     *
     * @param note what the user should hear of the network; empty if nothing
     */
    record Ready(ImageDetector detector, CostModel model, Optional<String> note) implements AutoCloseable {
        @Override
        public void close() {
            detector.close();
        }
    }

    /** Refuses options that contradict each other. */
    void check() {
        Misuse.unless(
                sleap == null || modelName == null, "--sleap cannot be combined with --model: each names a network");
        if (!hubs.isEmpty() && (sleap == null || costs.given() != null)) {
            throw new Misuse("--hub needs --sleap, and no --costs: others have an anatomy with major parts");
        }
        if (sleap != null && (longSide != null || flip || !scales.equals(List.of(1.0)))) {
            throw new Misuse(
                    "--sleap cannot be combined with --long-side, --flip or --scales: its export fixes what is shown");
        }
        Misuse.unless(hubs.size() <= 3, "found " + hubs.size() + " times --hub but expected 3 at most");
    }

    Execution execution(int threads) {
        return new Execution(device.value(), threads);
    }

    /** @param best whether to show all views that pay, unless others were asked for */
    private Views views(ModelCard card, boolean best) {
        Views asked = Misuse.checked("--scales: ", () -> new Views(flip, scales));
        return best && asked.equals(Views.ONE) ? Views.best(card) : asked;
    }

    private ModelCard sized(ModelCard card) {
        Integer side = longSide;
        return side == null ? card : Misuse.checked("--long-side: ", () -> card.withLongSide(side));
    }

    /**
     * Opens the network.
     *
     * @param best whether it is shown all views that pay
     * @param first runs a network on the first images
     */
    Ready open(ModelStore models, int threads, boolean best, Function<ImageDetector, List<Evidence>> first) {
        if (sleap != null) {
            return openSleap(sleap, threads, first);
        }
        ModelStore.Model found = models.find(modelName == null ? ModelStore.SHIPPED.get(0) : modelName);
        CostModel model = costs(found.card());
        Network network =
                Network.open(sized(found.card()), found.network(), execution(threads), views(found.card(), best));
        return new Ready(network, model, found.card().decoder().note());
    }

    private Ready openSleap(String folder, int threads, Function<ImageDetector, List<Evidence>> first) {
        SleapNetwork network = SleapNetwork.open(PhotoFeed.path(folder), execution(threads));
        try {
            String given = costs.given();
            if (given != null) {
                return new Ready(network, read(given, folder, network.parts(), true), Optional.empty());
            }
            Anatomy anatomy = AnatomyChoice.of("sleap", first.apply(network), hubs);
            return new Ready(
                    network, CostModel.defaults(anatomy, Measure.FIELD), Optional.of(PlainWords.anatomy(anatomy)));
        } catch (IllegalArgumentException e) {
            network.close();
            throw new BadInputException(folder + ": " + e.getMessage(), e);
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }

    /** The requested one, or the one fitted to the model, or default costs for the anatomy of the card. */
    private CostModel costs(ModelCard card) {
        String given = costs.given();
        return given != null
                ? read(
                        given,
                        "model " + card.name(),
                        card.partNames(),
                        card.decoder().scoresPairs())
                : ShippedCosts.orGuesses(
                        card.name(), card.anatomy(), card.decoder().measure());
    }

    private static CostModel read(String file, String detector, List<String> parts, boolean affinities) {
        CostModel model = CostModelReader.read(PhotoFeed.path(file));
        model.requireFits(file, detector, parts, affinities);
        return model;
    }
}
