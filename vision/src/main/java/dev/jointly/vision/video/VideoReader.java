package dev.jointly.vision.video;

import dev.jointly.io.BadInputException;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The frames of a video, one after another, decoded by ffmpeg while they are used; one is in memory at a time.
 *
 * <p>Every frame that is stored counts once, at whatever intervals they are shown: numbers are those of other programs that read
 * frame by frame. Frames come the right way up. Damage is reported after the last frame that could be decoded.
 *
 * <p>One thread reads; any may close it meanwhile.
 */
public final class VideoReader implements AutoCloseable {
    /** Any rate will do: frames are given times that fit it, so that none is repeated or left out. */
    private static final int RATE = 25;

    private final VideoFile video;
    private final FrameChoice choice;
    private final ToolProcess process;
    private long read;
    private boolean ended;

    private VideoReader(VideoFile video, FrameChoice choice, ToolProcess process) {
        this.video = video;
        this.choice = choice;
        this.process = process;
    }

    public static VideoReader open(VideoTools tools, VideoFile video, FrameChoice choice) {
        ToolProcess process = ToolProcess.start(words(tools, video, choice));
        try {
            process.input().close();
        } catch (IOException e) {
            process.close();
            throw new BadInputException(video.file() + ": ffmpeg cannot be used: " + e.getMessage(), e);
        }
        return new VideoReader(video, choice, process);
    }

    private static List<String> words(VideoTools tools, VideoFile video, FrameChoice choice) {
        String filters = chosen(choice) + ",scale=" + video.width() + ":" + video.height() + ",format=bgr24,settb=1/"
                + RATE + ",setpts=N";
        // a playlist may name anything; where frames change their size, filters would start to count again
        List<String> words = VideoTools.words(
                tools.ffmpeg(),
                "-nostdin -hide_banner -v error -protocol_whitelist file -reinit_filter 0 -i",
                VideoTools.argument(video.file()));
        words.addAll(List.of("-map", "0:V:0", "-vf", filters, "-r", Integer.toString(RATE)));
        if (choice.last() != FrameChoice.END) {
            // or it would decode the rest for nothing
            words.addAll(List.of("-frames:v", Long.toString(choice.countTo(choice.last()))));
        }
        words.addAll(List.of("-c:v", "rawvideo", "-f", "rawvideo", "pipe:1"));
        return words;
    }

    private static String chosen(FrameChoice choice) {
        String last = choice.last() == FrameChoice.END ? "" : "*lte(n\\," + choice.last() + ")";
        return "select=gte(n\\," + choice.first() + ")" + last + "*not(mod(n-" + choice.first() + "\\," + choice.every()
                + "))";
    }

    /**
     * The next frame; none at the end.
     *
     * @throws BadInputException behind the last frame, if the video is damaged or ffmpeg failed
     */
    public Optional<DecodedFrame> next() throws InterruptedException {
        if (ended) {
            return Optional.empty();
        }
        BufferedImage image = new BufferedImage(video.width(), video.height(), BufferedImage.TYPE_3BYTE_BGR);
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        int got;
        try {
            got = process.output().readNBytes(pixels, 0, pixels.length);
        } catch (IOException e) {
            ended = true;
            throw new BadInputException(video.file() + ": reading it stopped " + sofar() + ": " + e.getMessage(), e);
        }
        if (got == pixels.length) {
            long number = choice.first() + read * choice.every();
            read++;
            return Optional.of(new DecodedFrame(number, image));
        }
        ended = true;
        boolean good = process.succeeded();
        if (!good || got != 0) {
            throw new BadInputException(video.file() + ": ffmpeg failed " + sofar() + ": " + process.complaint());
        }
        if (process.complained()) {
            throw new BadInputException(video.file() + ": is damaged; the frames that could be decoded are done, "
                    + read + " of them. ffmpeg says: " + process.complaint());
        }
        return Optional.empty();
    }

    private String sofar() {
        return read == 0 ? "before the first frame" : "after frame " + (choice.first() + (read - 1) * choice.every());
    }

    /** Ends ffmpeg. */
    @Override
    public void close() {
        process.close();
    }
}
