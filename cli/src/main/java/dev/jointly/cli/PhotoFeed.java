package dev.jointly.cli;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Images as problems: the network runs on one after another, while those before are being grouped. */
final class PhotoFeed implements ProblemFeed {
    static final Inputs.Kind PHOTO =
            new Inputs.Kind("image", List.of(".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".gif", ".webp"));

    private final Inputs photos;
    private final Network network;
    private final Function<Evidence, Problem> costs;
    private final Consumer<Evidence> told;
    private double seconds;
    private int images;

    /** @param told is given the network's evidence, image by image */
    PhotoFeed(Inputs photos, Network network, Function<Evidence, Problem> costs, Consumer<Evidence> told) {
        this.photos = photos;
        this.network = network;
        this.costs = costs;
        this.told = told;
    }

    /** Files by name. */
    static List<Path> paths(List<String> names) {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            try {
                paths.add(Path.of(name));
            } catch (InvalidPathException e) {
                throw new BadInputException(name + ": no such file", e);
            }
        }
        return paths;
    }

    /** A photo's file name without its ending. */
    static String id(Path photo) {
        String name = fileName(photo);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static String fileName(Path photo) {
        Path name = photo.getFileName();
        return name == null ? photo.toString() : name.toString();
    }

    @Override
    public void pour(Taker taker) throws InterruptedException {
        for (String name : photos.files()) {
            if (taker.enough()) {
                return;
            }
            try {
                Evidence evidence = seen(Path.of(name));
                told.accept(evidence);
                taker.take(costs.apply(evidence), name, !photos.many());
            } catch (BadInputException e) {
                taker.failed(name, e);
            }
            taker.endOfFile();
        }
    }

    private Evidence seen(Path photo) {
        long start = System.nanoTime();
        BufferedImage image = PhotoReader.read(photo);
        Evidence evidence = network.detect(id(photo), fileName(photo), image);
        synchronized (this) {
            seconds += (System.nanoTime() - start) / 1e9;
            images++;
        }
        return evidence;
    }

    /** Time spent on reading images and on inference. */
    synchronized double seconds() {
        return seconds;
    }

    /** Images that the network has run on. */
    synchronized int images() {
        return images;
    }
}
