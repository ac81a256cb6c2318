package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferUShort;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PhotoReaderTest {
    @TempDir
    Path dir;

    private Path file(byte[] content) throws IOException {
        return Files.write(dir.resolve("photo"), content);
    }

    private static byte[] jpeg() throws IOException {
        BufferedImage image = Photos.plain(200, 100, Color.DARK_GRAY);
        Photos.dot(image, 100, 50, 20, Color.ORANGE);
        return Photos.encoded(image, "jpeg");
    }

    private void refused(Path photo, String complaint) {
        assertThatThrownBy(() -> PhotoReader.read(photo))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(photo + ": ")
                .hasMessageContaining(complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "bmp", "gif", "tiff"})
    void everyFormat(String format) throws IOException {
        Path photo = file(Photos.encoded(Photos.plain(40, 30, new Color(200, 100, 51)), format));
        BufferedImage read = PhotoReader.read(photo);
        assertThat(read.getType()).isEqualTo(BufferedImage.TYPE_3BYTE_BGR);
        assertThat(read.getWidth()).isEqualTo(40);
        assertThat(read.getHeight()).isEqualTo(30);
        Color colour = new Color(read.getRGB(20, 15));
        assertThat(colour.getRed()).isBetween(195, 205);
        assertThat(colour.getGreen()).isBetween(95, 105);
        assertThat(colour.getBlue()).isBetween(46, 56);
    }

    @Test
    void whatIsTransparentShowsAWhitePage() throws IOException {
        byte[] png = Photos.encoded(new BufferedImage(20, 20, BufferedImage.TYPE_INT_ARGB), "png");
        assertThat(new Color(PhotoReader.read(file(png)).getRGB(10, 10))).isEqualTo(Color.WHITE);
    }

    /** As other programs write them: four channels, inverted, with Adobe's marker. */
    @Test
    void aPhotoInCmykIsRead() throws IOException {
        WritableRaster inks = Raster.createInterleavedRaster(DataBuffer.TYPE_BYTE, 64, 32, 4, null);
        for (int x = 0; x < 64; x++) {
            for (int y = 0; y < 32; y++) {
                inks.setPixel(x, y, new int[] {x < 32 ? 255 : 0, 255, 255, 255});
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(new IIOImage(inks, null, null));
        } finally {
            writer.dispose();
        }
        byte[] plain = bytes.toByteArray();
        ByteArrayOutputStream marked = new ByteArrayOutputStream();
        marked.write(plain, 0, 2);
        marked.writeBytes(new byte[] {(byte) 0xff, (byte) 0xee, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, 0});
        marked.write(plain, 2, plain.length - 2);
        BufferedImage read = PhotoReader.read(file(marked.toByteArray()));
        assertThat(read.getType()).isEqualTo(BufferedImage.TYPE_3BYTE_BGR);
        Color paper = new Color(read.getRGB(8, 16));
        assertThat(paper.getRed()).isGreaterThan(245);
        assertThat(paper.getBlue()).isGreaterThan(245);
        Color cyan = new Color(read.getRGB(56, 16));
        assertThat(cyan.getRed()).isLessThan(10);
        assertThat(cyan.getBlue()).isGreaterThan(245);
    }

    @Test
    void aGreyPhotoKeepsItsGrey() throws IOException {
        BufferedImage grey = new BufferedImage(20, 20, BufferedImage.TYPE_BYTE_GRAY);
        Arrays.fill(((DataBufferByte) grey.getRaster().getDataBuffer()).getData(), (byte) 90);
        assertThat(new Color(PhotoReader.read(file(Photos.encoded(grey, "png"))).getRGB(10, 10)))
                .isEqualTo(new Color(90, 90, 90));
    }

    @Test
    void aHugeHeaderIsRefusedBeforeAnythingIsDecoded() throws IOException {
        refused(file(Photos.claiming(30_000, 30_000)), "is 30000 x 30000 pixels but expected at most 100 million");
        refused(file(Photos.claiming(jpeg(), 30_000, 30_000)), "is 30000 x 30000 pixels");
    }

    /** No format's header is believed: a file of a few bytes takes no memory for what it claims to be. */
    @Test
    void everyFormatIsRefusedByItsHeader() throws IOException {
        refused(file(Photos.claiming(100_000, 100_000)), "is 100000 x 100000 pixels but expected at most 100 million");
        refused(file(gif(65_535, 65_535, new byte[0])), "is 65535 x 65535 pixels");
        // tags 256 and 257 are width and height
        byte[] tiff = Photos.encoded(Photos.plain(20, 20, Color.RED), "tiff");
        ByteBuffer tags = ByteBuffer.wrap(tiff);
        tags.order(tiff[0] == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int first = tags.getInt(4) + 2;
        for (int tag = 0; tag < tags.getShort(first - 2); tag++) {
            int at = first + 12 * tag;
            if (tags.getShort(at) == 256 || tags.getShort(at) == 257) {
                tags.putShort(at + 2, (short) 4).putInt(at + 8, 100_000);
            }
        }
        refused(file(tiff), "is 100000 x 100000 pixels");
        byte[] bmp = Photos.encoded(Photos.plain(20, 20, Color.RED), "bmp");
        ByteBuffer.wrap(bmp).order(ByteOrder.LITTLE_ENDIAN).putInt(18, 100_000).putInt(22, 100_000);
        refused(file(bmp), "cannot be read as an image: Invalid width/height");
        // 14 bits each, less one, behind the signature of a lossless image
        ByteBuffer webp = ByteBuffer.allocate(120).order(ByteOrder.LITTLE_ENDIAN);
        webp.put("RIFF".getBytes(UTF_8))
                .putInt(112)
                .put("WEBPVP8L".getBytes(UTF_8))
                .putInt(100);
        webp.put((byte) 0x2f).putInt(0x0fff_ffff);
        refused(file(webp.array()), "is 16384 x 16384 pixels");
    }

    /** Whose pixels are all of the first colour. */
    private static byte[] gif(int width, int height, byte[] extensions) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteBuffer screen = ByteBuffer.allocate(19).order(ByteOrder.LITTLE_ENDIAN);
        screen.put("GIF89a".getBytes(UTF_8)).putShort((short) width).putShort((short) height);
        bytes.writeBytes(screen.put((byte) 0x80)
                .putShort((short) 0)
                .put(new byte[] {9, 8, 7, 0, 0, 0})
                .array());
        bytes.writeBytes(extensions);
        ByteBuffer image = ByteBuffer.allocate(11).order(ByteOrder.LITTLE_ENDIAN);
        image.put((byte) 0x2c).putInt(0).putShort((short) width).putShort((short) height);
        bytes.writeBytes(image.put((byte) 0).put((byte) 2).array());
        // codes of three bits: 4 clears the table, 0 is a pixel, 5 the end; four clears and pixels are three bytes
        byte[] pixels = new byte[255];
        for (int i = 0; i < 255; i++) {
            pixels[i] = (byte) (0b000_100_000_100_000_100_000_100 >> (8 * (i % 3)));
        }
        bytes.write(255);
        bytes.writeBytes(pixels);
        bytes.write(255);
        bytes.writeBytes(pixels);
        bytes.writeBytes(new byte[] {1, 5, 0, ';'});
        return bytes.toByteArray();
    }

    /** Java's readers would take hours for the comments of the one and keep all texts of the other. */
    @Test
    @Timeout(300)
    void commentsAreNotRead() throws IOException {
        ByteArrayOutputStream comment = new ByteArrayOutputStream();
        comment.writeBytes(new byte[] {0x21, (byte) 0xfe});
        byte[] block = new byte[256];
        Arrays.fill(block, (byte) 255);
        for (int i = 0; i < 250_000; i++) {
            comment.writeBytes(block);
        }
        comment.write(0);
        byte[] gif = gif(20, 17, comment.toByteArray());
        BufferedImage read = PhotoReader.read("gif", gif, 1000);
        assertThat(List.of(read.getWidth(), read.getHeight())).containsExactly(20, 17);
        assertThat(new Color(read.getRGB(19, 16))).isEqualTo(new Color(9, 8, 7));

        BufferedImage twoColours = new BufferedImage(20, 17, BufferedImage.TYPE_BYTE_INDEXED);
        twoColours.setRGB(3, 4, Color.RED.getRGB());
        byte[] png = Photos.encoded(twoColours, "png");
        byte[] texts = Photos.withTexts(png, 100_000);
        assertThat(texts).hasSizeGreaterThan(png.length + 1_500_000);
        try (ImageInputStream essence = Essence.of(new MemoryCacheImageInputStream(new ByteArrayInputStream(texts)))) {
            byte[] bytes = new byte[texts.length];
            assertThat(Arrays.copyOf(bytes, essence.read(bytes))).isEqualTo(png);
        }
        assertThat(new Color(PhotoReader.read("png", texts, 1000).getRGB(3, 4))).isEqualTo(Color.RED);
    }

    @Test
    void pixelsOfSixteenBitsCountAsWhatTheyTake() throws IOException {
        // 6 or 8 bytes as the file has them and 3 as they are handed on
        refused(
                file(Photos.claiming(10_000, 7_900, 16, 2)),
                "is 10000 x 7900 pixels of 48 bits, which take 711 MB, but expected at most 700 MB");
        refused(
                file(Photos.claiming(10_000, 6_400, 16, 6)),
                "is 10000 x 6400 pixels of 64 bits, which take 704 MB, but expected at most 700 MB");
        // within the limits: what is wrong is that it ends
        refused(file(Photos.claiming(10_000, 10_000, 8, 6)), "cannot be read as an image");
    }

    @Test
    void sixteenBitsAreReadAsEight() throws IOException {
        BufferedImage deep = new BufferedImage(20, 20, BufferedImage.TYPE_USHORT_GRAY);
        Arrays.fill(((DataBufferUShort) deep.getRaster().getDataBuffer()).getData(), (short) 0x5a5a);
        BufferedImage read = PhotoReader.read(file(Photos.encoded(deep, "png")));
        assertThat(read.getType()).isEqualTo(BufferedImage.TYPE_3BYTE_BGR);
        assertThat(read.getWidth()).isEqualTo(20);
    }

    @Test
    void aPhotoThatIsCutOffIsRefused() throws IOException {
        byte[] whole = jpeg();
        for (int length : new int[] {3, 30, whole.length / 2, whole.length - 20}) {
            refused(file(Arrays.copyOf(whole, length)), "image");
        }
    }

    @Test
    void damageNeverEscapesAsAnythingElse() throws IOException {
        byte[] whole = jpeg();
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] damaged = whole.clone();
            for (int k = 0; k < 1 + random.nextInt(8); k++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            Path photo = file(damaged);
            try {
                PhotoReader.read(photo);
            } catch (BadInputException e) {
                assertThat(e).as("seed " + seed).hasMessageStartingWith(photo + ": ");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
    }

    /** A photo with a red corner; where it is seen says which way it was turned. Codes as the Exif standard draws them. */
    @ParameterizedTest
    @CsvSource({
        "1, top left, 40, 20", "2, top right, 40, 20", "3, bottom right, 40, 20", "4, bottom left, 40, 20",
        "5, top left, 20, 40", "6, top right, 20, 40", "7, bottom right, 20, 40", "8, bottom left, 20, 40"
    })
    void photosAreTurnedAsTheyAreMeant(int code, String corner, int width, int height) throws IOException {
        BufferedImage image = Photos.plain(40, 20, Color.BLACK);
        for (int y = 0; y < 8; y++) {
            for (int x = 0; x < 8; x++) {
                image.setRGB(x, y, Color.RED.getRGB());
            }
        }
        for (boolean bigEndian : new boolean[] {true, false}) {
            BufferedImage read = PhotoReader.read(file(Photos.turned(Photos.encoded(image, "jpeg"), code, bigEndian)));
            assertThat(read.getWidth()).isEqualTo(width);
            assertThat(read.getHeight()).isEqualTo(height);
            int x = corner.endsWith("left") ? 2 : width - 3;
            int y = corner.startsWith("top") ? 2 : height - 3;
            assertThat(new Color(read.getRGB(x, y)).getRed()).isGreaterThan(200);
        }
    }

    @Test
    void anExifBlockWithoutSenseIsPassedOver() throws IOException {
        byte[] jpeg = Photos.turned(jpeg(), 6, true);
        // the offset of the first table points nowhere
        for (int at = 16; at < 20; at++) {
            jpeg[at] = (byte) 0xff;
        }
        assertThat(PhotoReader.read(file(jpeg)).getWidth()).isEqualTo(200);
        assertThat(PhotoReader.read(file(Photos.turned(jpeg(), 9, true))).getWidth())
                .isEqualTo(200);
    }

    @Test
    void whatIsNoImage() throws IOException {
        refused(file("hello".getBytes(UTF_8)), "is not an image");
        refused(file(new byte[0]), "is not an image");
        refused(dir, "is a directory");
        refused(dir.resolve("nowhere.jpg"), "no such file");
        refused(file(Photos.encoded(Photos.plain(4, 4, Color.RED), "png")), "is 4 x 4 pixels");
    }

    @Test
    void videosAndTheImagesOfPhonesAreNamed() throws IOException {
        String[] videos = {
            "\0\0\0 ftypisom\0\0\2\0",
            "\0\0\0\24ftypqt  \0\0",
            "RIFF\1\2\3\4AVI LIST",
            "\32E\u00df\u00a3\1\0\0\0\0\0\0\0"
        };
        for (String start : videos) {
            refused(file(start.getBytes(ISO_8859_1)), "is a video but expected an image; extract frames first");
        }
        refused(file("\0\0\0 ftypheic\0\0\0\0".getBytes(ISO_8859_1)), "is a HEIC or AVIF image");
        refused(file("hello".getBytes(ISO_8859_1)), "is not an image in a format that can be read");
        refused(file(new byte[0]), "is not an image in a format that can be read");
    }

    /**
     * 48 x 32 pixels, the left half red (220, 30, 30), the right half blue (20, 60, 200), or transparent; made by cwebp
     * with -q 80 and -lossless.
     */
    @ParameterizedTest
    @CsvSource({
        "20, UklGRmAAAABXRUJQVlA4IFQAAABQBACdASowACAAPm0wk0akIyGhMBVYAIANiUAYzzG/wD8QNMAAKO32C0wAAP7vKGNlsDddGB6/9nA/7nA"
                + "/jr7T/1ct+Av65iqr/y468KXBBFqAAAA=, 20, 60, 200",
        "0, UklGRigAAABXRUJQVlA4TBwAAAAvL8AHAA9Qj+Nw30N1/qOCWDCZv3QG3RH9D1Tn, 20, 60, 200",
        "0, UklGRigAAABXRUJQVlA4TBsAAAAvL8AHEA8wHsM9HvMf8BALJvOXzqA7ov9R4RwA, 255, 255, 255",
        "20, UklGRooAAABXRUJQVlA4WAoAAAAQAAAALwAAHwAAQUxQSBMAAAABDzD/ERFCLJjMXzqD7oj+R4VzAFZQOCBQAAAA0AMAnQEqMAAgAD5tLJJF"
                + "pCKhmAQAQAbEoAuy6AfIAAfjdvoUcXkAAP7vKUf+A3Xxa5f/7nA+Zb5lv5LH7jygh/Vd8wv9gcc3J8pU4KGQAAA=, 255, 255, 255",
    })
    void webP(int tolerance, String base64, int red, int green, int blue) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(base64);
        BufferedImage read = PhotoReader.read(file(bytes));
        assertThat(read.getType()).isEqualTo(BufferedImage.TYPE_3BYTE_BGR);
        assertThat(read.getWidth()).isEqualTo(48);
        assertThat(read.getHeight()).isEqualTo(32);
        assertNear(new Color(read.getRGB(8, 16)), new Color(220, 30, 30), tolerance);
        assertNear(new Color(read.getRGB(40, 16)), new Color(red, green, blue), tolerance);
        for (int length : new int[] {12, 20, 30, bytes.length / 2, bytes.length - 1}) {
            refused(file(Arrays.copyOf(bytes, length)), "as an image: it is truncated after " + length + " bytes");
        }
    }

    private static void assertNear(Color found, Color expected, int tolerance) {
        assertThat(found.getRed()).isCloseTo(expected.getRed(), within(tolerance));
        assertThat(found.getGreen()).isCloseTo(expected.getGreen(), within(tolerance));
        assertThat(found.getBlue()).isCloseTo(expected.getBlue(), within(tolerance));
    }
}
