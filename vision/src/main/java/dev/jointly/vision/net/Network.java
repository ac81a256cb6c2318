package dev.jointly.vision.net;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Image;
import dev.jointly.vision.net.Decoder.Mirror;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;

/** A network and its card, ready to run on images. Thread-safe: threads take turns, also with the one that closes it. */
public final class Network implements ImageDetector {
    private final ModelCard card;
    /** The card in the size of each view; the first decides where the cells are. */
    private final List<ModelCard> sizes;

    private final boolean flip;
    private final NetworkSession session;

    private Network(ModelCard card, List<ModelCard> sizes, boolean flip, NetworkSession session) {
        this.card = card;
        this.sizes = sizes;
        this.flip = flip;
        this.session = session;
    }

    /**
     * Opens a network and checks that its inputs and outputs are those of the card; it runs on the CPU.
     *
     * @param file the ONNX network
     */
    public static Network open(ModelCard card, Path file, int threads) {
        return open(card, file, Execution.cpu(threads), Views.ONE);
    }

    /**
     * The same for any device and several views of each image.
     *
     * @throws BadInputException also if the decoder of the card cannot combine these views
     */
    public static Network open(ModelCard card, Path file, Execution execution, Views views) {
        if (!views.single() && !card.decoder().averages()) {
            throw new BadInputException("model " + card.name()
                    + " has maps that count in cells, which cannot be averaged over flips and scales");
        }
        if (views.flip() && card.decoder().mirror(card).isEmpty()) {
            throw new BadInputException(
                    "model " + card.name() + " has a field without a mirror image, so flips cannot be averaged");
        }
        NetworkSession.Described described = new NetworkSession.Described(
                card.name(), card.input(), card.output(), card.decoder().readsLists());
        return new Network(card, sizes(card, views), views.flip(), NetworkSession.open(described, file, execution));
    }

    private static List<ModelCard> sizes(ModelCard card, Views views) {
        try {
            return views.scales().stream()
                    .map(scale -> scale == 1
                            ? card
                            : card.withLongSide(scale * card.input().longSide()))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new BadInputException(
                    "model " + card.name() + " cannot run at scales " + views.scales() + ": " + e.getMessage(), e);
        }
    }

    public ModelCard card() {
        return card;
    }

    /** Runs the network on an image. */
    @Override
    public synchronized Evidence detect(String id, String photoFile, BufferedImage photo) {
        Seen seen = sizes.size() == 1 && !flip ? see(photo, sizes.get(0)) : seeAll(photo);
        Decoder.Found found = card.decoder().decode(card, seen.maps(), seen.cells());
        Image image = new Image(photoFile, photo.getWidth(), photo.getHeight());
        return new Evidence(id, image, card.partNames(), found.candidates(), found.edges());
    }

    /** The maps of a view, and where their cells are in the image. */
    private record Seen(Maps maps, Cells cells) {}

    private Seen see(BufferedImage photo, ModelCard sized) {
        Placement placement = Placement.of(sized, photo.getWidth(), photo.getHeight());
        float[] shown = Shrinking.shown(photo, card.input(), placement);
        Cells middles = Cells.of(placement, card.output().stride(), photo.getWidth(), photo.getHeight());
        return new Seen(
                session.run(shown, placement.width(), placement.height()),
                card.output().corners() ? middles.atCorners() : middles);
    }

    private Seen seeAll(BufferedImage photo) {
        Seen first = see(photo, sizes.get(0));
        Maps maps = first.maps();
        MeanMaps mean = new MeanMaps(maps.channels(), maps.width(), maps.height(), first.cells());
        mean.add(maps, first.cells());
        for (ModelCard other : sizes.subList(1, sizes.size())) {
            Seen next = see(photo, other);
            mean.add(next.maps(), next.cells());
        }
        if (flip) {
            Mirror mirror = card.decoder().mirror(card).orElseThrow();
            BufferedImage mirrored = Shrinking.mirrored(photo);
            for (ModelCard sized : sizes) {
                Seen next = see(mirrored, sized);
                mean.addMirrored(next.maps(), next.cells(), mirror);
            }
        }
        return new Seen(mean.mean(), first.cells());
    }

    @Override
    public synchronized void close() {
        session.close();
    }

    /** The mean of a network's maps of several views of one image, in the cells of the first. */
    static final class MeanMaps {
        private final Maps sum;
        private final Cells cells;
        private int views;

        /** @param cells where the cells of the first view are in the image */
        MeanMaps(int channels, int width, int height, Cells cells) {
            this.sum = new Maps(channels, width, height);
            this.cells = cells;
        }

        /** Adds a view. */
        void add(Maps maps, Cells own) {
            add(maps, own, Mirror.same(maps.channels()), false);
        }

        /**
         * Adds a view of the mirrored image.
         *
         * @param own where its cells are in the mirrored image
         */
        void addMirrored(Maps maps, Cells own, Mirror mirror) {
            add(maps, own, mirror, true);
        }

        private void add(Maps maps, Cells own, Mirror mirror, boolean mirrored) {
            for (int y = 0; y < sum.height(); y++) {
                double row = own.row(cells.y(y));
                for (int x = 0; x < sum.width(); x++) {
                    double inPhoto = cells.x(x);
                    double column = own.column(mirrored ? cells.photoWidth() - inPhoto : inPhoto);
                    for (int c = 0; c < sum.channels(); c++) {
                        double value = mirror.sign()[c] * maps.between(mirror.source()[c], column, row);
                        sum.set(c, y * sum.width() + x, (float) (sum.at(c, x, y) + value));
                    }
                }
            }
            views++;
        }

        Maps mean() {
            Maps mean = new Maps(sum.channels(), sum.width(), sum.height());
            for (int c = 0; c < sum.channels(); c++) {
                for (int y = 0; y < sum.height(); y++) {
                    for (int x = 0; x < sum.width(); x++) {
                        mean.set(c, y * sum.width() + x, sum.at(c, x, y) / views);
                    }
                }
            }
            return mean;
        }
    }
}
