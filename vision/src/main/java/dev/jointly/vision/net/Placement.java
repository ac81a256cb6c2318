package dev.jointly.vision.net;

/**
 * Where an image lies in what the network is shown: in its letterbox, or scaled so that its long side fits, and centred. A
 * side that would be too short is padded. A convolution pads its own borders with zeros, and on a map of a few cells every value depends on
 * them: the shipped network reports 145 joints, with scores up to 1.4, in a blank strip of one cell.
 *
 * @param width of what is shown, a multiple of the card's {@code multipleOf}, and so is {@code height}
 * @param left first column of the image, and {@code top} its first row; 0 where nothing is padded
 * @param imageWidth of the scaled image, and {@code imageHeight} likewise
 */
record Placement(int width, int height, int left, int top, int imageWidth, int imageHeight) {
    /**
     * Fewest cells of a map in each direction. A blank image of any colour gives no detections from 8 cells on. At 16, more
     * of the joints in a narrow strip of a real image are found.
     */
    private static final int FEWEST_CELLS = 16;

    static Placement of(ModelCard card, int photoWidth, int photoHeight) {
        ModelCard.Letterbox box = card.input().letterbox();
        if (box != null) {
            double fitting = Math.min((double) box.width() / photoWidth, (double) box.height() / photoHeight);
            int across = (int) Math.max(1, Math.round(photoWidth * fitting));
            int down = (int) Math.max(1, Math.round(photoHeight * fitting));
            int left = box.corner() ? 0 : (box.width() - across) / 2;
            int top = box.corner() ? 0 : (box.height() - down) / 2;
            return new Placement(box.width(), box.height(), left, top, across, down);
        }
        double scale = (double) card.input().longSide() / Math.max(photoWidth, photoHeight);
        int least = least(card);
        int width = shown(photoWidth * scale, card, least);
        int height = shown(photoHeight * scale, card, least);
        int imageWidth = inside(photoWidth * scale, card, width);
        int imageHeight = inside(photoHeight * scale, card, height);
        return new Placement(
                width, height, (width - imageWidth) / 2, (height - imageHeight) / 2, imageWidth, imageHeight);
    }

    private static int least(ModelCard card) {
        int multiple = card.input().multipleOf();
        int cells = FEWEST_CELLS * card.output().stride();
        return Math.min(card.input().longSide(), (cells + multiple - 1) / multiple * multiple);
    }

    private static int shown(double pixels, ModelCard card, int least) {
        return Math.max(least, rounded(pixels, card));
    }

    /** A side that is long enough is stretched to the multiple; one that is padded need not be. */
    private static int inside(double pixels, ModelCard card, int shown) {
        return rounded(pixels, card) == shown ? shown : Math.max(1, (int) Math.round(pixels));
    }

    private static int rounded(double pixels, ModelCard card) {
        int multiple = card.input().multipleOf();
        return (int) Math.round(pixels / multiple) * multiple;
    }
}
