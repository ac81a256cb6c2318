package dev.jointly.certify;

import java.util.ArrayList;
import java.util.List;

/** Why a claim is rejected: the first few reasons. A hostile claim has millions. */
final class Reasons {
    private static final int MOST = 8;

    private final List<String> texts = new ArrayList<>();

    void add(String reason) {
        if (!full()) {
            texts.add(reason);
        }
    }

    /** Whether further reasons would be passed over. */
    boolean full() {
        return texts.size() == MOST;
    }

    boolean isEmpty() {
        return texts.isEmpty();
    }

    int size() {
        return texts.size();
    }

    List<String> texts() {
        return List.copyOf(texts);
    }
}
