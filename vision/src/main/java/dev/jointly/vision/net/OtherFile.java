package dev.jointly.vision.net;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What is given for an image and is none that can be read: told by its first bytes. */
enum OtherFile {
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
