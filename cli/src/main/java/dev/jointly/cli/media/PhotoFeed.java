package dev.jointly.cli.media;

import dev.jointly.cli.Inputs;
import dev.jointly.cli.solve.ProblemFeed;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Images and videos as problems: the network runs on one after another, while those before are being grouped. */
public final class PhotoFeed implements ProblemFeed {
    static final Inputs.Kind PHOTO =
            new Inputs.Kind("image", List.of(".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".gif", ".webp"));

    private final Inputs photos;
    private final FrameFeed frames;
    private final Seeing seeing;

    /** @param frames hands over those files that are videos */
    PhotoFeed(Inputs photos, FrameFeed frames, Seeing seeing) {
        this.photos = photos;
        this.frames = frames;
        this.seeing = seeing;
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

    /** The files by their ids. */
    static Map<String, Path> byId(List<String> names) {
        Map<String, Path> known = new HashMap<>();
        for (Path photo : paths(names)) {
            String id = id(photo);
            Path other = known.put(id, photo);
            if (other != null) {
                throw new BadInputException(other + " and " + photo + " would both be known as \"" + id
                        + "\"; rename one of them, or run them apart");
            }
        }
        return known;
    }

    /** A photo's file name without its ending. */
    public static String id(Path photo) {
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
                if (Clips.isVideo(name)) {
                    if (!frames.pour(name, taker)) {
                        return;
                    }
                } else {
                    Path photo = Path.of(name);
                    BufferedImage image = seeing.timed(() -> PhotoReader.read(photo));
                    taker.take(seeing.problem(id(photo), fileName(photo), image), name, !photos.many());
                }
            } catch (BadInputException e) {
                taker.failed(name, e);
            }
            taker.endOfFile();
        }
    }
}
