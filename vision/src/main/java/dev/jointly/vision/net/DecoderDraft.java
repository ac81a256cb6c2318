package dev.jointly.vision.net;

/** What a card says about its decoder, by the names of parts; a card may list its parts later. */
@FunctionalInterface
interface DecoderDraft {
    /** Finds a part by its name, or refuses the card. */
    @FunctionalInterface
    interface Positions {
        /**
         * The position of a part.
         *
         * @param path of the name in the card, for the message
         */
        int of(String part, String path);
    }

    /** The decoder, once the parts are known. */
    Decoder decoder(Positions positions);
}
