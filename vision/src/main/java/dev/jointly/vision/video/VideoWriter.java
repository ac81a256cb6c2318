package dev.jointly.vision.video;

import dev.jointly.io.BadInputException;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A video made of images of one size, encoded by ffmpeg as its name's ending wants it. It is written beside its place and moved
 * there by {@link #commit}; without images there is none.
 *
 * <p>Not thread-safe.
 */
public final class VideoWriter implements AutoCloseable {
    /** Names of files that can be written. */
    public static final List<String> ENDINGS = List.of(".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi");

    private final VideoTools tools;
    private final Path target;
    private final Path draft;
    private final FrameRate rate;
    private @Nullable ToolProcess process;
    private int bytes;

    private VideoWriter(VideoTools tools, Path target, Path draft, FrameRate rate) {
        this.tools = tools;
        this.target = target;
        this.draft = draft;
        this.rate = rate;
    }

    /** Whether a file of this name would be a video. */
    public static boolean isVideo(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(lower::endsWith);
    }

    /**
     * Prepares to write.
     *
     * @param rate of the source
     * @param every of whose n-th frames the images are, so that time passes as fast as in the source
     */
    public static VideoWriter create(VideoTools tools, Path target, FrameRate rate, long every) throws IOException {
        if (Files.isDirectory(target)) {
            throw new IOException("it is a directory");
        }
        Path absolute = target.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException("its directory does not exist");
        }
        String name = String.valueOf(absolute.getFileName());
        String unique = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
        // the ending tells ffmpeg what to write
        Path draft = parent.resolve("." + unique + ".part." + name);
        Files.createFile(draft);
        return new VideoWriter(tools, target, draft, rate.every(every));
    }

    /** Adds an image; all must have the size of the first. */
    public void write(BufferedImage image) throws IOException {
        BufferedImage plain = plain(image);
        if (process == null) {
            process = ToolProcess.start(words(image.getWidth(), image.getHeight()));
        }
        byte[] pixels = ((DataBufferByte) plain.getRaster().getDataBuffer()).getData();
        if (bytes != 0 && bytes != pixels.length) {
            throw new IllegalArgumentException("image of " + image.getWidth() + " x " + image.getHeight()
                    + " pixels has another size than those before it");
        }
        bytes = pixels.length;
        try {
            OutputStream in = process.input();
            in.write(pixels);
            in.flush();
        } catch (IOException e) {
            throw new IOException("ffmpeg stopped: " + complaint(process), e);
        }
    }

    private static BufferedImage plain(BufferedImage image) {
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR) {
            return image;
        }
        BufferedImage plain = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D canvas = plain.createGraphics();
        canvas.drawImage(image, 0, 0, null);
        canvas.dispose();
        return plain;
    }

    private List<String> words(int width, int height) {
        // players want yuv420p, and it needs even sides
        List<String> words = VideoTools.words(
                tools.ffmpeg(),
                "-hide_banner -v error -f rawvideo -pix_fmt bgr24 -s " + width + "x" + height + " -r " + rate
                        + " -i pipe:0 -vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -pix_fmt yuv420p");
        if (draft.toString().toLowerCase(Locale.ROOT).endsWith(".avi")) {
            // its usual encoder would save bits where thin lines need them
            words.addAll(List.of("-q:v", "3"));
        }
        words.addAll(List.of("-y", VideoTools.argument(draft)));
        return words;
    }

    /** Ends writing and puts the video in its place, if it has any images. */
    public void commit() throws IOException {
        if (process == null) {
            return;
        }
        try {
            process.input().close();
        } catch (IOException e) {
            if (succeeded(process) || !process.interrupted()) {
                throw new IOException("ffmpeg stopped: " + process.complaint(), e);
            }
        }
        if (!succeeded(process) && !process.interrupted()) {
            throw new IOException("ffmpeg failed: " + process.complaint());
        }
        Files.move(draft, target.toAbsolutePath(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String complaint(ToolProcess process) throws IOException {
        succeeded(process);
        return process.complaint();
    }

    private static boolean succeeded(ToolProcess process) throws IOException {
        try {
            return process.succeeded();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (BadInputException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** The video. */
    public Path file() {
        return target;
    }

    /** Throws away what has not been committed. */
    @Override
    public void close() throws IOException {
        if (process != null) {
            process.close();
        }
        Files.deleteIfExists(draft);
    }
}
