package dev.jointly.bench.scene;

import dev.jointly.io.BadInputException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The ingredients of a problem with simulated detections.
 *
 * @param source the collection its images are of
 * @param pictures numbers of images; several are put together as a {@link Crowd}
 * @param seed of the detector's random numbers
 * @param sha256 of the problem in canonical form
 */
public record Recipe(String id, String source, List<Long> pictures, long seed, String sha256) {
    public static final String HEADING = "id,source,pictures,seed,sha256";

    public Recipe {
        pictures = List.copyOf(pictures);
    }

    /** Whether people of several images stand together. */
    public boolean crowd() {
        return pictures.size() > 1;
    }

    Recipe withSha256(String digest) {
        return new Recipe(id, source, pictures, seed, digest);
    }

    /** As a line of CSV. */
    public String line() {
        String numbers = pictures.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return String.join(",", id, source, numbers, Long.toString(seed), sha256);
    }

    static Recipe of(String line) {
        String[] cells = line.split(",", -1);
        if (cells.length != 5) {
            throw new BadInputException("recipe '" + line + "': expected " + HEADING);
        }
        List<Long> pictures =
                Arrays.stream(cells[2].split(" ")).map(Long::valueOf).toList();
        return new Recipe(cells[0], cells[1], pictures, Long.parseLong(cells[3]), cells[4]);
    }
}
