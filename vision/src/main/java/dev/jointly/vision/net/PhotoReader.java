package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.awt.image.SampleModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
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
    static final long MAX_PIXELS = 100_000_000;

    /**
     * Bytes of a photo while it is turned from the form it has in the file into the one it is handed on in: seven for each of
     * the most pixels, which is enough for colours and transparency of eight bits.
     */
    static final long MAX_BYTES = 7 * MAX_PIXELS;

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
                return photo(name, stream, start, Math.min(mostPixels, MAX_PIXELS));
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
                return photo(file.toString(), stream, start, MAX_PIXELS);
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
        if (bytes > MAX_BYTES) {
            throw new BadInputException(name + ": is " + width + " x " + height + " pixels of " + bits
                    + " bits, which take " + bytes / 1_000_000 + " MB, but expected at most " + MAX_BYTES / 1_000_000
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

    /** Files that are given for images and cannot be read as one, recognised by their first bytes. */
    private enum OtherFile {
        VIDEO(
                "is a video but expected an image; extract frames first, for example: ffmpeg -i VIDEO -vf fps=5 frames/%06d.png"),
        HEIF("is a HEIC or AVIF image, which cannot be read; save it as JPEG or PNG first"),
        UNKNOWN("is not an image in a format that can be read; expected one of JPEG, PNG, WebP, TIFF, BMP and GIF");

        /** Bytes that tell. */
        static final int HEADER = 12;

        /** Kinds of image within the container of MP4. */
        private static final Set<String> IMAGES = Set.of("heic", "heix", "heim", "heis", "mif1", "avif", "avis");

        private final String advice;

        OtherFile(String advice) {
            this.advice = advice;
        }

        /** What to say after the name of the file. */
        String advice() {
            return advice;
        }

        /** @param start the first {@link #HEADER} bytes, or fewer where there are no more */
        static OtherFile of(byte[] start) {
            String text = new String(start, StandardCharsets.ISO_8859_1);
            if (text.startsWith("ftyp", 4)) {
                return IMAGES.contains(text.substring(8)) ? HEIF : VIDEO;
            }
            boolean avi = text.startsWith("RIFF") && text.startsWith("AVI ", 8);
            boolean matroska = text.startsWith("\u001aE\u00df\u00a3");
            boolean mpeg = text.startsWith("\0\0\1\u00ba") || text.startsWith("\0\0\1\u00b3");
            boolean quickTime = text.startsWith("moov", 4) || text.startsWith("mdat", 4) || text.startsWith("wide", 4);
            return avi || matroska || mpeg || quickTime ? VIDEO : UNKNOWN;
        }
    }

    /**
     * Which way up a JPEG is meant to be seen. Cameras store the sensor's image and record in the file's Exif block how
     * they were held; Java's reader ignores that, and networks do not recognise people lying on their side.
     */
    private static final class Orientation {
        private static final int UPRIGHT = 1;
        private static final int START = 0xffd8;
        private static final int APP1 = 0xffe1;
        private static final int PIXELS = 0xffda;
        private static final String EXIF = "Exif\0\0";
        private static final int ORIENTATION_TAG = 0x0112;
        private static final int ENTRY_BYTES = 12;

        private Orientation() {}

        /** The code in the file, from 1 to 8; 1, upright, where it has none or none that makes sense. Ends at the start. */
        static int of(ImageInputStream file) throws IOException {
            try {
                file.seek(0);
                if (file.readUnsignedShort() != START) {
                    return UPRIGHT;
                }
                while (true) {
                    int marker = file.readUnsignedShort();
                    if (marker < 0xff00 || marker == PIXELS) {
                        return UPRIGHT;
                    }
                    byte[] segment = new byte[Math.max(0, file.readUnsignedShort() - 2)];
                    file.readFully(segment);
                    if (marker == APP1) {
                        return inExif(ByteBuffer.wrap(segment));
                    }
                }
            } catch (IOException | BufferUnderflowException | IllegalArgumentException e) {
                // cut off or senseless: whether the photo itself can be read is for its reader to say
                return UPRIGHT;
            } finally {
                file.seek(0);
            }
        }

        private static int inExif(ByteBuffer segment) {
            byte[] name = new byte[EXIF.length()];
            segment.get(name);
            if (!EXIF.equals(new String(name, StandardCharsets.ISO_8859_1))) {
                return UPRIGHT;
            }
            ByteBuffer tiff = segment.slice();
            tiff.order(tiff.get() == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            tiff.position(4);
            tiff.position(tiff.getInt());
            int entries = tiff.getShort() & 0xffff;
            int first = tiff.position();
            for (int i = 0; i < entries; i++) {
                tiff.position(first + i * ENTRY_BYTES);
                if ((tiff.getShort() & 0xffff) == ORIENTATION_TAG) {
                    tiff.position(tiff.position() + 6);
                    int code = tiff.getShort();
                    return code >= 1 && code <= 8 ? code : UPRIGHT;
                }
            }
            return UPRIGHT;
        }

        /** The photo as it is meant to be seen. */
        static BufferedImage upright(BufferedImage photo, int code) {
            if (code == UPRIGHT) {
                return photo;
            }
            int w = photo.getWidth();
            int h = photo.getHeight();
            AffineTransform turn =
                    switch (code) {
                        case 2 -> new AffineTransform(-1, 0, 0, 1, w, 0);
                        case 3 -> new AffineTransform(-1, 0, 0, -1, w, h);
                        case 4 -> new AffineTransform(1, 0, 0, -1, 0, h);
                        case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
                        case 6 -> new AffineTransform(0, 1, -1, 0, h, 0);
                        case 7 -> new AffineTransform(0, -1, -1, 0, h, w);
                        case 8 -> new AffineTransform(0, -1, 1, 0, 0, w);
                        default -> throw new IllegalArgumentException("orientation " + code + " must be from 1 to 8");
                    };
            boolean lying = code >= 5;
            BufferedImage turned = new BufferedImage(lying ? h : w, lying ? w : h, BufferedImage.TYPE_3BYTE_BGR);
            Graphics2D canvas = turned.createGraphics();
            canvas.drawImage(photo, turn, null);
            canvas.dispose();
            return turned;
        }
    }
}
