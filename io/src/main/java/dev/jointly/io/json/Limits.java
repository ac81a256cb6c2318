package dev.jointly.io.json;

/**
 * The limits of one document. A file that exceeds them is an error instead of using up the memory; they are far above
 * what one image needs.
 */
public final class Limits {
    /**
     * Detections of one problem; also poses, margins, pins and prices, of which there are never more than a few per detection.
     */
    public static final int DETECTIONS = 100_000;

    /** Listed pairs of one problem; reading that many takes about half a gigabyte. */
    public static final int PAIRS = 5_000_000;

    public static final int PARTS = 200;

    /** Pins and prices of all margins of one solution together. */
    public static final int MARGIN_TERMS = 5_000_000;

    /** Frames of one clip; also people of all its frames. */
    public static final int TRACKED = 5_000_000;

    /** Links between people of one clip. */
    public static final int LINKS = 50_000_000;

    /** Characters, as code points, of an id or another name, and of the name of any field, also in what is passed over. */
    public static final int NAME = 1_000;

    /** Unknown fields of one object; likewise names in an object whose fields may have any names. */
    public static final int FIELDS = 10_000;

    /** Duplicates of all parts of one pose. */
    public static final int DUPLICATES = 5_000_000;

    /** Values of one document that are in memory at the same time, which takes about half a gigabyte; more than any valid one needs. */
    public static final int VALUES = 10_000_000;

    /** Nodes of all decision trees of one certificate. */
    public static final int NODES = 2_000_000;

    /** Nesting of arrays and objects, also in what is passed over. */
    public static final int NESTING = 5_100;

    /** Characters of one document: ten times the annotations of COCO. */
    public static final long DOCUMENT = 1L << 31;

    /** Digits of a number. */
    public static final int DIGITS = 1_000;

    /** Characters of a string that is looked at. */
    public static final int STRING = 100_000;

    private Limits() {}
}
