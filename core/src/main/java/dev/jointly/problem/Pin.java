package dev.jointly.problem;

/** A hard constraint by the user on one or two detections; as text, in the words of a problem file. */
public sealed interface Pin {
    /** The one or two detections it names. */
    int[] detections();

    /** Both are used, in one pose. */
    record Together(int a, int b) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {a, b};
        }

        @Override
        public String toString() {
            return "together [" + a + ", " + b + "]";
        }
    }

    /** Never in one pose. */
    record Apart(int a, int b) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {a, b};
        }

        @Override
        public String toString() {
            return "apart [" + a + ", " + b + "]";
        }
    }

    /** In some pose. */
    record Use(int detection) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {detection};
        }

        @Override
        public String toString() {
            return "use " + detection;
        }
    }

    /** In no pose. */
    record Skip(int detection) implements Pin {
        @Override
        public int[] detections() {
            return new int[] {detection};
        }

        @Override
        public String toString() {
            return "skip " + detection;
        }
    }
}
