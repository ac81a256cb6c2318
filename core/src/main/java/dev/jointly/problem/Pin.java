package dev.jointly.problem;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A hard constraint by the user on one or two detections; as text, in the words of a problem file. A new kind of pin is a record here
 * and a constant of {@link Kind}. Code that treats kinds differently is a switch over {@link #kind} without a default, which does not
 * compile while a kind is missing.
 */
public sealed interface Pin {
    /** The kinds of pins, and what all users of a pin ask of its kind. */
    enum Kind {
        TOGETHER(2, false, "%s together with %s"),
        APART(2, false, "%s apart from %s"),
        USE(1, false, "using %s"),
        SKIP(1, true, "not using %s");

        private final int detections;
        private final boolean forbids;
        private final String words;

        Kind(int detections, boolean forbids, String words) {
            this.detections = detections;
            this.forbids = forbids;
            this.words = words;
        }

        /** The kind that problem files spell like this. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst();
        }

        /** How problem files spell it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** How many detections such a pin names. */
        public int detections() {
            return detections;
        }

        /** The pin of this kind on these detections, as many as {@link #detections()} says. */
        public Pin pin(int... detections) {
            return switch (this) {
                case TOGETHER -> new Together(detections[0], detections[1]);
                case APART -> new Apart(detections[0], detections[1]);
                case USE -> new Use(detections[0]);
                case SKIP -> new Skip(detections[0]);
            };
        }
    }

    /** Its kind. */
    Kind kind();

    /** The one or two detections it names. */
    int[] detections();

    /** Whether no pose may have its detections, in any solution. */
    default boolean forbids() {
        return kind().forbids;
    }

    /**
     * The pin in words.
     *
     * @param name of a detection
     */
    default String words(IntFunction<String> name) {
        return String.format(
                kind().words, Arrays.stream(detections()).mapToObj(name).toArray());
    }

    private static String text(Pin pin) {
        int[] all = pin.detections();
        return pin.kind().word() + " " + (all.length == 1 ? all[0] : Arrays.toString(all));
    }

    /** Both are used, in one pose. */
    record Together(int a, int b) implements Pin {
        @Override
        public Kind kind() {
            return Kind.TOGETHER;
        }

        @Override
        public int[] detections() {
            return new int[] {a, b};
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /** Never in one pose. */
    record Apart(int a, int b) implements Pin {
        @Override
        public Kind kind() {
            return Kind.APART;
        }

        @Override
        public int[] detections() {
            return new int[] {a, b};
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /** In some pose. */
    record Use(int detection) implements Pin {
        @Override
        public Kind kind() {
            return Kind.USE;
        }

        @Override
        public int[] detections() {
            return new int[] {detection};
        }

        @Override
        public String toString() {
            return text(this);
        }
    }

    /** In no pose. */
    record Skip(int detection) implements Pin {
        @Override
        public Kind kind() {
            return Kind.SKIP;
        }

        @Override
        public int[] detections() {
            return new int[] {detection};
        }

        @Override
        public String toString() {
            return text(this);
        }
    }
}
