package dev.jointly.vision.net;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the maps of one kind of network become evidence. A new kind of network is a class with this interface, and a line in
 * {@code ModelCardReader.DecoderKinds}.
 */
public interface Decoder {
    /**
     * What was found in an image.
     *
     * @param candidates in the order of the card's parts
     */
    record Found(List<Evidence.Candidate> candidates, List<Evidence.Edge> edges) {
        public Found {
            candidates = List.copyOf(candidates);
            edges = List.copyOf(edges);
        }
    }

    /**
     * What becomes of a network's channels if the image is mirrored.
     *
     * @param source for each channel the one of the mirrored image that says the same
     * @param sign by which that one is multiplied, -1 or 1
     */
    record Mirror(int[] source, int[] sign) {
        /** Nothing changes. */
        static Mirror same(int channels) {
            Mirror mirror = new Mirror(IntStream.range(0, channels).toArray(), new int[channels]);
            Arrays.fill(mirror.sign, 1);
            return mirror;
        }

        void set(int channel, int from, int times) {
            source[channel] = from;
            sign[channel] = times;
        }
    }

    /**
     * Refuses a card with which it cannot work.
     *
     * @throws IllegalArgumentException that says what is wrong, for example a channel that the network does not have
     */
    void requireFits(List<ModelCard.Part> parts, ModelCard.Output output);

    /** Whether it measures how well two candidates go together. */
    boolean scoresPairs();

    /** What the affinities measure. */
    default Measure measure() {
        return Measure.FIELD;
    }

    /** Whether the maps of several views of an image may be averaged: not those that count in cells. */
    default boolean averages() {
        return false;
    }

    /** Whether the outputs are lists, of one hypothesis after the other, instead of maps. */
    default boolean readsLists() {
        return false;
    }

    /** What a user should know about how such a network was saved. */
    default Optional<String> note() {
        return Optional.empty();
    }

    /** What becomes of the channels in a mirrored image; empty if they do not have the same parts and fields. */
    default Optional<Mirror> mirror(ModelCard card) {
        return Optional.empty();
    }

    /**
     * Reads the maps of an image.
     *
     * @param cells where the cells of the maps are in the image
     */
    Found decode(ModelCard card, Maps maps, Cells cells);
}
