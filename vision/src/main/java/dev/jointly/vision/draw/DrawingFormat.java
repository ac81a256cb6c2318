package dev.jointly.vision.draw;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** Files that a drawing can be written to. */
public enum DrawingFormat {
    PNG("png"),
    SVG("svg"),
    JPG("jpg");

    /** Thin lines in strong colours suffer from the usual 0.75. */
    private static final float QUALITY = 0.9f;

    private final String ending;

    DrawingFormat(String ending) {
        this.ending = ending;
    }

    /** What its files end in, without the dot. */
    public String ending() {
        return ending;
    }

    /** The format of a file, by its name. */
    public static Optional<DrawingFormat> of(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT).replaceFirst("\\.jpeg$", ".jpg");
        return Arrays.stream(values())
                .filter(format -> name.endsWith("." + format.ending))
                .findFirst();
    }

    /**
     * Writes a drawing.
     *
     * @param photo to draw on, or null for a plain ground
     * @param longest pixels of the drawing's long side, at most
     */
    public void write(Overlay overlay, @Nullable BufferedImage photo, int longest, OutputStream out)
            throws IOException {
        switch (this) {
            case SVG -> out.write(overlay.svg(photo, longest).getBytes(StandardCharsets.UTF_8));
            case PNG -> ImageIO.write(overlay.image(photo, longest), "png", out);
            case JPG -> jpeg(overlay.image(photo, longest), out);
        }
    }

    static void jpeg(BufferedImage image, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(QUALITY);
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
    }
}
