package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.SampleModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads images. The header is checked before anything is decoded, so a file that claims to be huge costs nothing; a
 * truncated or damaged image is rejected rather than used in part.
 */
public final class PhotoReader {
    static final long MOST_PIXELS = 100_000_000;

    /**
     * Bytes of a photo while it is turned from the form it has in the file into the one it is handed on in: seven for each of
     * the most pixels, which is enough for colours and transparency of eight bits.
     */
    static final long MOST_BYTES = 7 * MOST_PIXELS;

    /** Of the form it is handed on in. */
    private static final int BYTES_PER_PIXEL = 3;

    private static final int LEAST_SIDE = 16;

    private PhotoReader() {}

    /** A photo the right way up, as three bytes per pixel, {@link BufferedImage#TYPE_3BYTE_BGR}. */
    public static BufferedImage read(Path file) {
        return Reading.of(file.toString(), () -> photo(file));
    }

    /**
     * The same from memory.
     *
     * @param name the image as messages spell it
     * @param mostPixels where fewer are wanted than files may have
     */
    public static BufferedImage read(String name, byte[] bytes, long mostPixels) {
        byte[] start = Arrays.copyOf(bytes, Math.min(bytes.length, OtherFile.HEADER));
        return Reading.of(name, () -> {
            try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(bytes))) {
                requireComplete(start, bytes.length);
                return photo(name, stream, start, Math.min(mostPixels, MOST_PIXELS));
            } catch (IOException e) {
                throw unreadable(name, e);
            }
        });
    }

    private static BufferedImage photo(Path file) {
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": is a directory but expected an image");
        }
        if (!Files.exists(file)) {
            throw new BadInputException(file + ": no such file");
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            byte[] start = start(file);
            requireComplete(start, Files.size(file));
            // the decoder of WebP reads byte by byte, four times slower from a file than from memory
            try (ImageInputStream stream =
                    isWebP(start) ? new MemoryCacheImageInputStream(bytes) : new FileImageInputStream(file.toFile())) {
                return photo(file.toString(), stream, start, MOST_PIXELS);
            }
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    private static BadInputException unreadable(String name, IOException e) {
        return new BadInputException(name + ": cannot be read as an image: " + e.getMessage(), e);
    }

    private static byte[] start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(OtherFile.HEADER);
        }
    }

    private static BufferedImage photo(String name, ImageInputStream stream, byte[] start, long mostPixels)
            throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
        if (!readers.hasNext()) {
            throw new BadInputException(name + ": " + OtherFile.of(start).advice());
        }
        ImageReader reader = readers.next();
        try {
            int orientation = Orientation.of(stream);
            reader.setInput(Essence.of(stream), true, true);
            return Orientation.upright(plain(decoded(name, reader, mostPixels)), orientation);
        } finally {
            reader.dispose();
        }
    }

    private static boolean isWebP(byte[] start) {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        return text.startsWith("RIFF") && text.startsWith("WEBP", 8);
    }

    /** WebP states its length, and the decoder does not notice where some of it is missing. */
    private static void requireComplete(byte[] start, long size) throws IOException {
        if (isWebP(start)) {
            int length = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
            if (Integer.toUnsignedLong(length) + 8 > size) {
                throw new IOException("it is truncated after " + size + " bytes");
            }
        }
    }

    private static BufferedImage decoded(String name, ImageReader reader, long mostPixels) throws IOException {
        List<String> damage = new ArrayList<>();
        reader.addIIOReadWarningListener((source, warning) -> {
            // other warnings are about colour profiles and the like
            if (warning.startsWith("Premature end") || warning.startsWith("Corrupt")) {
                damage.add(warning);
            }
        });
        BufferedImage image;
        try {
            requireSane(name, reader.getWidth(0), reader.getHeight(0), mostPixels);
            requireRoom(name, reader.getWidth(0), reader.getHeight(0), reader.getRawImageType(0));
            image = reader.read(0);
        } catch (BadInputException e) {
            throw e;
        } catch (RuntimeException e) {
            // the JDK's readers trip over damaged files in many ways
            throw new IOException(e.toString(), e);
        }
        if (!damage.isEmpty()) {
            throw new IOException(damage.get(0));
        }
        return image;
    }

    private static void requireSane(String name, int width, int height, long mostPixels) {
        if (width < LEAST_SIDE || height < LEAST_SIDE) {
            throw new BadInputException(name + ": is " + width + " x " + height + " pixels but expected at least "
                    + LEAST_SIDE + " x " + LEAST_SIDE);
        }
        if ((long) width * height > mostPixels) {
            throw new BadInputException(name + ": is " + width + " x " + height + " pixels but expected at most "
                    + words(mostPixels) + "; make it smaller first");
        }
    }

    private static String words(long pixels) {
        return pixels % 1_000_000 == 0 ? pixels / 1_000_000 + " million" : Long.toString(pixels);
    }

    /** @param type as the header has it; null where it does not say, as in most JPEG, whose pixels take three bytes */
    private static void requireRoom(String name, int width, int height, @Nullable ImageTypeSpecifier type) {
        if (type == null) {
            return;
        }
        SampleModel samples = type.getSampleModel();
        long bits = 0;
        for (int band = 0; band < samples.getNumBands(); band++) {
            // samples of 9 to 16 bits take two bytes each
            bits += samples.getSampleSize(band) <= 8 ? 8 : samples.getSampleSize(band) <= 16 ? 16 : 64;
        }
        long bytes = (bits / 8 + BYTES_PER_PIXEL) * width * height;
        if (bytes > MOST_BYTES) {
            throw new BadInputException(name + ": is " + width + " x " + height + " pixels of " + bits
                    + " bits, which take " + bytes / 1_000_000 + " MB, but expected at most " + MOST_BYTES / 1_000_000
                    + " MB; make it smaller or save it with 8 bits per colour");
        }
    }

    private static BufferedImage plain(BufferedImage image) {
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR) {
            return image;
        }
        BufferedImage plain = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D canvas = plain.createGraphics();
        // what is transparent shows a white page
        canvas.drawImage(image, 0, 0, Color.WHITE, null);
        canvas.dispose();
        return plain;
    }
}
