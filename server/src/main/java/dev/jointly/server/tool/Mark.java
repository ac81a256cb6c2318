package dev.jointly.server.tool;

/** Something an annotator draws on an image to correct the grouping, in pixels of the image. */
public sealed interface Mark {
    /** The joints in here belong to one person. */
    record SamePerson(double left, double top, double right, double bottom) implements Mark {
        /** Of any two opposite corners. */
        public static SamePerson of(double x1, double y1, double x2, double y2) {
            return new SamePerson(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
        }

        boolean contains(double x, double y) {
            return x >= left && x <= right && y >= top && y <= bottom;
        }
    }

    /** There is a joint here. */
    record UseThis(double x, double y) implements Mark {}

    /** What is here is no joint of anybody. */
    record NotThis(double x, double y) implements Mark {}
}
