package dev.jointly.vision.net;

/** The network's output: maps of numbers, all of one size. Cells are addressed by their centres: 0 to side - 1. */
public final class Maps {
    private final int width;
    private final int height;
    private final float[][] values;

    Maps(int channels, int width, int height) {
        this.width = width;
        this.height = height;
        this.values = new float[channels][width * height];
    }

    /** Maps. */
    public int channels() {
        return values.length;
    }

    /** Cells in a row. */
    public int width() {
        return width;
    }

    /** Rows. */
    public int height() {
        return height;
    }

    void set(int channel, int cell, float value) {
        values[channel][cell] = value;
    }

    /** The value of a cell. */
    public float at(int channel, int x, int y) {
        return values[channel][y * width + x];
    }

    /** One map as probabilities: 1 / (1 + exp(-value)). */
    Maps logistic(int channel) {
        Maps probabilities = new Maps(1, width, height);
        for (int cell = 0; cell < values[channel].length; cell++) {
            probabilities.set(0, cell, (float) (1 / (1 + Math.exp(-values[channel][cell]))));
        }
        return probabilities;
    }

    /** Linear between cells, constant outside the border. */
    public double between(int channel, double x, double y) {
        double insideX = Math.max(0, Math.min(width - 1, x));
        double insideY = Math.max(0, Math.min(height - 1, y));
        int left = (int) insideX;
        int top = (int) insideY;
        int right = Math.min(left + 1, width - 1);
        int bottom = Math.min(top + 1, height - 1);
        double u = insideX - left;
        double v = insideY - top;
        return (1 - v) * ((1 - u) * at(channel, left, top) + u * at(channel, right, top))
                + v * ((1 - u) * at(channel, left, bottom) + u * at(channel, right, bottom));
    }
}
