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
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataFormatImpl;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jspecify.annotations.Nullable;

/** Files that a drawing can be written to. */
public enum DrawingFormat {
    PNG("png"),
    SVG("svg"),
    JPG("jpg");

    /** What every drawing says near its beginning, so that it is known from the pictures of others. */
    public static final String MARK = "drawn by Jointly";

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
            case PNG -> png(overlay.image(photo, longest), out);
            case JPG -> jpeg(overlay.image(photo, longest), out);
        }
    }

    /** Writes a PNG that carries the mark; the stream stays open. */
    public static void png(BufferedImage image, OutputStream out) throws IOException {
        write("png", image, out);
    }

    static void jpeg(BufferedImage image, OutputStream out) throws IOException {
        write("jpeg", image, out);
    }

    private static void write(String format, BufferedImage image, OutputStream out) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
        // in memory: a cache on a disk that is full would be an error about another file
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
            ImageWriteParam how = writer.getDefaultWriteParam();
            if (format.equals("jpeg")) {
                how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                how.setCompressionQuality(QUALITY);
            }
            IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), how);
            metadata.mergeTree(IIOMetadataFormatImpl.standardMetadataFormatName, mark());
            writer.setOutput(stream);
            writer.write(null, new IIOImage(image, null, metadata), how);
        } finally {
            writer.dispose();
        }
    }

    /** A text chunk of a PNG, or a comment of a JPEG. */
    private static IIOMetadataNode mark() {
        IIOMetadataNode entry = new IIOMetadataNode("TextEntry");
        entry.setAttribute("keyword", "Software");
        entry.setAttribute("value", MARK);
        IIOMetadataNode text = new IIOMetadataNode("Text");
        text.appendChild(entry);
        IIOMetadataNode root = new IIOMetadataNode(IIOMetadataFormatImpl.standardMetadataFormatName);
        root.appendChild(text);
        return root;
    }
}
