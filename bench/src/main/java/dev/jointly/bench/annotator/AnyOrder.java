package dev.jointly.bench.annotator;

import java.util.List;
import java.util.Random;

/** Corrects mistakes in random order. */
final class AnyOrder implements Annotator {
    private final Random random;

    AnyOrder(long seed) {
        random = new Random(seed);
    }

    @Override
    public Choice next(Shown shown, List<Mistake> open) {
        return new Choice(open.get(random.nextInt(open.size())), List.of(), false);
    }
}
