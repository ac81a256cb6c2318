package dev.jointly.problem;

/** A hard constraint by the user on one or two detections. */
public sealed interface Pin {
    /** The one or two detections it names. */
    int[] detections();

    /** Both are used, in one pose. */
    record Together(int a, int b) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {a, b};
        }
    }

    /** Never in one pose. */
    record Apart(int a, int b) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {a, b};
        }
    }

    /** In some pose. */
    record Use(int detection) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {detection};
        }
    }

    /** In no pose. */
    record Skip(int detection) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {detection};
        }
    }
}
