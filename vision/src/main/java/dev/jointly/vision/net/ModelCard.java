package dev.jointly.vision.net;

import dev.jointly.anatomy.Anatomy;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The description of a network that is needed to turn an image into evidence.
 *
 * @param network file name of the ONNX network; where a card is a file, relative to it
 * @param threshold peaks of a part's map below this are no candidates
 * @param parts one map each
 * @param decoder how the maps become evidence
 * @param anatomy null if the card has none; its parts are those of the card in the same order
 */
public record ModelCard(
        String name,
        String network,
        Input input,
        Output output,
        double threshold,
        List<Part> parts,
        Decoder decoder,
        Optional<Anatomy> anatomy) {

    /** Most parts and most channels a card may speak of. */
    public static final int MAX_CHANNELS = 2_000;

    /** Longest side of an image a card may ask for: an activation of it must fit the memory. */
    public static final int LONGEST_SIDE = 4_096;

    /** In which order batch, channels, height and width lie. */
    public enum Layout {
        NCHW,
        NHWC
    }

    /** In which order the colours lie. */
    public enum Colours {
        RGB,
        BGR
    }

    /**
     * The network's input: (value from 0 to 255 - mean) x scale, mean and scale in the order of the colours.
     *
     * @param multipleOf both sides of the scaled image are multiples of this; a multiple of the output's stride
     * @param longSide of the scaled image
     * @param letterbox null where the network takes images of other proportions than its own
     */
    public record Input(
            Layout layout,
            Colours colours,
            List<Double> mean,
            List<Double> scale,
            int multipleOf,
            int longSide,
            @Nullable Letterbox letterbox) {
        public Input {
            mean = List.copyOf(mean);
            scale = List.copyOf(scale);
            if (mean.size() != 3 || scale.size() != 3) {
                throw new IllegalArgumentException("mean and scale need three numbers each");
            }
            if (multipleOf < 1 || longSide < multipleOf || longSide > LONGEST_SIDE || longSide % multipleOf != 0) {
                throw new IllegalArgumentException("long side " + longSide + " must be a multiple of " + multipleOf
                        + " and at most " + LONGEST_SIDE);
            }
            if (letterbox != null) {
                letterbox.requireFits(multipleOf, longSide);
            }
        }

        /** An input that takes images of any proportions. */
        public Input(
                Layout layout, Colours colours, List<Double> mean, List<Double> scale, int multipleOf, int longSide) {
            this(layout, colours, mean, scale, multipleOf, longSide, null);
        }

        private Input withLongSide(int pixels) {
            if (letterbox != null && pixels != longSide) {
                throw new IllegalArgumentException("long side " + pixels + " must be " + longSide
                        + ", for the input is fixed to " + letterbox.width() + " x " + letterbox.height());
            }
            return new Input(layout, colours, mean, scale, multipleOf, pixels, letterbox);
        }
    }

    /**
     * An input of a fixed size: images keep their proportions, and the rest of it is grey.
     *
     * @param corner whether the image is at the top left, otherwise in the middle
     * @param grey from 0 to 255
     */
    public record Letterbox(int width, int height, boolean corner, int grey) {
        private void requireFits(int multipleOf, int longSide) {
            boolean multiples = width > 0 && height > 0 && width % multipleOf == 0 && height % multipleOf == 0;
            if (!multiples || Math.max(width, height) != longSide || grey < 0 || grey > 255) {
                throw new IllegalArgumentException("letterbox " + width + " x " + height + " of grey " + grey
                        + " must have sides that are multiples of " + multipleOf + ", the longer one " + longSide
                        + ", and a grey from 0 to 255");
            }
        }
    }

    /**
     * The network's output.
     *
     * @param names of its outputs, whose channels are counted through in this order; empty where there is only one
     * @param stride pixels of the scaled image per cell of a map
     * @param channels of all named outputs together
     * @param logits whether a score is 1 / (1 + exp(-value)) of the value in a part's map; the kind {@code centres} always
     *     has logits
     * @param corners whether the place of a cell is its top left corner, otherwise its middle
     */
    public record Output(Layout layout, List<String> names, int stride, int channels, boolean logits, boolean corners) {
        public Output {
            names = List.copyOf(names);
            if (stride < 1 || stride > 64) {
                throw new IllegalArgumentException("stride " + stride + " must be from 1 to 64");
            }
            if (channels < 1 || channels > MAX_CHANNELS) {
                throw new IllegalArgumentException("channels " + channels + " must be from 1 to " + MAX_CHANNELS);
            }
        }

        /** Maps of scores, whose cells are at their middles. */
        public Output(Layout layout, List<String> names, int stride, int channels) {
            this(layout, names, stride, channels, false, false);
        }

        /** Refuses what only maps of the kind {@code fields} can have. */
        void requirePlain(String kind) {
            if (logits || corners) {
                throw new IllegalArgumentException(
                        "logits and corners are for the kind fields, not for the kind " + kind);
            }
        }

        void requireChannel(int channel) {
            if (channel < 0 || channel >= channels) {
                throw new IllegalArgumentException("channel " + channel + " must be from 0 to " + (channels - 1));
            }
        }
    }

    /** A part and the channel of its map. */
    public record Part(String name, int channel) {}

    public ModelCard {
        parts = List.copyOf(parts);
        if (!(threshold > 0 && threshold < 1)) {
            throw new IllegalArgumentException("threshold " + threshold + " must be above 0 and below 1");
        }
        if (input.multipleOf() % output.stride() != 0) {
            throw new IllegalArgumentException(
                    "multipleOf " + input.multipleOf() + " must be a multiple of the stride " + output.stride());
        }
        Set<String> names = new HashSet<>();
        for (Part part : parts) {
            output.requireChannel(part.channel());
            if (!names.add(part.name())) {
                throw new IllegalArgumentException("part \"" + part.name() + "\" is listed twice");
            }
        }
        decoder.requireFits(parts, output);
    }

    /** The same card for images of another size, rounded to what the network can take. */
    public ModelCard withLongSide(double pixels) {
        int multiple = input.multipleOf();
        int rounded = (int) Math.max(1, Math.round(pixels / multiple)) * multiple;
        return new ModelCard(name, network, input.withLongSide(rounded), output, threshold, parts, decoder, anatomy);
    }

    /** Names of the parts, in the order in which evidence has them. */
    public List<String> partNames() {
        return parts.stream().map(Part::name).toList();
    }
}
