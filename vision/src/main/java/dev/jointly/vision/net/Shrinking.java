package dev.jointly.vision.net;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import org.jspecify.annotations.Nullable;

/**
 * Fits a photo to the sides a network is shown. Every pixel of the result is a weighted mean of the pixels under a
 * triangle around it that is as wide as two pixels of the result, or of the photo where the photo is smaller: an average
 * when shrinking, linear interpolation when enlarging. Works through the photo row by row, so it needs little memory.
 * What is padded has the card's grey, or else the photo's mean colour: the network takes a frame of grey or black around a strip for people more
 * often, and a border row that is repeated outwards for none at all.
 */
final class Shrinking {
    private Shrinking() {}

    /** Which pixels of a line make a pixel of the scaled line: from {@code first} on, with these weights. */
    private record Window(int first, float[] weights) {}

    /** The image in the card's layout, colours and numbers. */
    static float[] shown(BufferedImage photo, ModelCard.Input input, Placement placement) {
        int width = placement.imageWidth();
        int height = placement.imageHeight();
        Window[] columns = windows(photo.getWidth(), width);
        Window[] rows = windows(photo.getHeight(), height);
        float[] sum = new float[height * width * 3];
        byte[] pixels = pixels(photo);
        int firstRow = 0;
        for (int y = 0; y < photo.getHeight(); y++) {
            float[] line = line(pixels, y * photo.getWidth() * 3, columns);
            while (firstRow < height && end(rows[firstRow]) <= y) {
                firstRow++;
            }
            for (int to = firstRow; to < height && rows[to].first() <= y; to++) {
                float weight = rows[to].weights()[y - rows[to].first()];
                int start = to * width * 3;
                for (int i = 0; i < line.length; i++) {
                    sum[start + i] += weight * line[i];
                }
            }
        }
        return arranged(padded(sum, placement, input.letterbox()), input, placement.width(), placement.height());
    }

    /** The photo with left and right exchanged. */
    static BufferedImage mirrored(BufferedImage photo) {
        int width = photo.getWidth();
        BufferedImage mirrored = new BufferedImage(width, photo.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        byte[] from = pixels(photo);
        byte[] to = pixels(mirrored);
        for (int i = 0; i < width * photo.getHeight(); i++) {
            int x = i % width;
            System.arraycopy(from, 3 * i, to, 3 * (i - x + width - 1 - x), 3);
        }
        return mirrored;
    }

    private static byte[] pixels(BufferedImage photo) {
        return ((DataBufferByte) photo.getRaster().getDataBuffer()).getData();
    }

    private static float[] padded(float[] image, Placement placement, ModelCard.@Nullable Letterbox box) {
        if (image.length == placement.width() * placement.height() * 3) {
            return image;
        }
        double[] mean = new double[3];
        for (int i = 0; i < image.length; i++) {
            mean[i % 3] += image[i] * 3.0 / image.length;
        }
        float[] padded = new float[placement.width() * placement.height() * 3];
        for (int i = 0; i < padded.length; i++) {
            padded[i] = box != null ? box.grey() : (float) mean[i % 3];
        }
        int line = placement.imageWidth() * 3;
        for (int y = 0; y < placement.imageHeight(); y++) {
            int to = ((placement.top() + y) * placement.width() + placement.left()) * 3;
            System.arraycopy(image, y * line, padded, to, line);
        }
        return padded;
    }

    private static int end(Window window) {
        return window.first() + window.weights().length;
    }

    private static Window[] windows(int from, int to) {
        double step = (double) from / to;
        double reach = Math.max(step, 1);
        Window[] windows = new Window[to];
        for (int i = 0; i < to; i++) {
            double centre = (i + 0.5) * step;
            int first = Math.max(0, (int) Math.ceil(centre - reach - 0.5));
            int last = Math.min(from - 1, (int) Math.floor(centre + reach - 0.5));
            float[] weights = new float[last - first + 1];
            double total = 0;
            for (int k = 0; k < weights.length; k++) {
                double weight = Math.max(0, 1 - Math.abs(first + k + 0.5 - centre) / reach);
                weights[k] = (float) weight;
                total += weight;
            }
            for (int k = 0; k < weights.length; k++) {
                weights[k] /= (float) total;
            }
            windows[i] = new Window(first, weights);
        }
        return windows;
    }

    private static float[] line(byte[] pixels, int start, Window[] columns) {
        float[] line = new float[columns.length * 3];
        for (int x = 0; x < columns.length; x++) {
            float[] weights = columns[x].weights();
            int at = start + columns[x].first() * 3;
            for (float weight : weights) {
                line[3 * x] += weight * (pixels[at++] & 0xff);
                line[3 * x + 1] += weight * (pixels[at++] & 0xff);
                line[3 * x + 2] += weight * (pixels[at++] & 0xff);
            }
        }
        return line;
    }

    /** From blue, green, red side by side to what the card wants. */
    private static float[] arranged(float[] bgr, ModelCard.Input input, int width, int height) {
        float[] shown = new float[bgr.length];
        int plane = width * height;
        for (int c = 0; c < 3; c++) {
            int source = input.colours() == ModelCard.Colours.BGR ? c : 2 - c;
            float mean = input.mean().get(c).floatValue();
            float scale = input.scale().get(c).floatValue();
            for (int i = 0; i < plane; i++) {
                int to = input.layout() == ModelCard.Layout.NCHW ? c * plane + i : 3 * i + c;
                shown[to] = (bgr[3 * i + source] - mean) * scale;
            }
        }
        return shown;
    }
}
