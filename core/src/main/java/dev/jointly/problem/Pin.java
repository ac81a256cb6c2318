package dev.jointly.problem;

/** A person's word on a detection or two, which no cost can outweigh. */
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
