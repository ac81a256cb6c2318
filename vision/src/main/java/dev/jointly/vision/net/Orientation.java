package dev.jointly.vision.net;

import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import javax.imageio.stream.ImageInputStream;

/**
 * Which way up a JPEG is meant to be seen. Cameras store the sensor's image and record in the file's Exif block how
 * they were held; Java's reader ignores that, and networks do not recognise people lying on their side.
 */
final class Orientation {
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
