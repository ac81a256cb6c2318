package dev.jointly.vision.net;

/** The mean of a network's maps of several views of one image, in the cells of the first. */
final class MeanMaps {
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
