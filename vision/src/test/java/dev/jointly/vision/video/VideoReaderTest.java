package dev.jointly.vision.video;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.SmallVideos;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Frame n of the videos has the brightness 40 + 8 n, so a frame itself tells its number. */
@Timeout(120)
class VideoReaderTest {
    private static final VideoTools TOOLS = VideoTools.ofPath();

    @TempDir
    Path dir;

    @BeforeEach
    void ffmpeg() throws InterruptedException {
        SmallVideos.requireFfmpeg();
    }

    private record Seen(List<Long> numbers, List<Long> contents) {}

    private static Seen read(Path file, FrameChoice choice) throws InterruptedException {
        Seen seen = new Seen(new ArrayList<>(), new ArrayList<>());
        try (VideoReader reader = VideoReader.open(TOOLS, VideoProbe.probe(TOOLS, file), choice)) {
            read(reader, seen);
        }
        return seen;
    }

    private static void read(VideoReader reader, Seen seen) throws InterruptedException {
        for (Optional<DecodedFrame> frame = reader.next(); frame.isPresent(); frame = reader.next()) {
            seen.numbers().add(frame.get().number());
            seen.contents().add(content(frame.get().image()));
        }
    }

    private static long content(BufferedImage image) {
        return Math.round(((image.getRGB(20, 20) & 0xff) - 40) / 8.0);
    }

    private static List<Long> range(long first, long end) {
        return LongStream.range(first, end).boxed().toList();
    }

    /** Full range, so that brightness is stored as it is. */
    private Path video(String name, int frames) throws IOException, InterruptedException {
        return SmallVideos.brightening(
                dir.resolve(name), frames, "-vf", "format=gray,geq=lum=40+8*N,format=yuvj420p", "-c:v", "mjpeg");
    }

    @Test
    void everyFrameComesOnceWithItsNumber() throws Exception {
        Path file = video("a.mkv", 20);
        VideoFile video = VideoProbe.probe(TOOLS, file);
        assertThat(List.of(video.width(), video.height())).containsExactly(64, 48);
        assertThat(video.frames()).isEqualTo(20);
        assertThat(video.rate().perSecond()).isEqualTo(10);
        Seen seen = read(file, FrameChoice.ALL);
        assertThat(seen.numbers()).isEqualTo(range(0, 20));
        assertThat(seen.contents()).isEqualTo(range(0, 20));
    }

    @Test
    void rangesAndStrides() throws Exception {
        Path file = video("a.avi", 20);
        for (String[] one : new String[][] {
            {"5-8", "1", "5,6,7,8"},
            {"5-12", "3", "5,8,11"},
            {"17-", "1", "17,18,19"},
            {"19", "1", "19"},
            {"18-90", "1", "18,19"},
            {"30-", "1", ""}
        }) {
            Seen seen = read(file, FrameChoice.parse(one[0], Long.parseLong(one[1])));
            List<Long> expected = one[2].isEmpty()
                    ? List.of()
                    : Arrays.stream(one[2].split(",")).map(Long::valueOf).toList();
            assertThat(seen.numbers()).as(one[0]).isEqualTo(expected);
            assertThat(seen.contents()).as(one[0]).isEqualTo(expected);
        }
    }

    @Test
    void framesAtUnevenTimesCountOnceEach() throws Exception {
        // the first five at ten per second, then one a second
        Path file = SmallVideos.ffmpeg(
                "-i",
                video("a.mkv", 12),
                "-vf",
                "setpts=if(lt(N\\,5)\\,N*0.1/TB\\,(N-3.6)/TB)",
                "-c:v",
                "mjpeg",
                dir.resolve("uneven.mkv"));
        assertThat(read(file, FrameChoice.ALL).contents()).isEqualTo(range(0, 12));
        assertThat(read(file, FrameChoice.parse("4-6", 1)).contents()).isEqualTo(range(4, 7));
    }

    @Test
    void aVideoHeldSidewaysIsTurned() throws Exception {
        Path plain = SmallVideos.ffmpeg(
                "-f",
                "lavfi",
                "-i",
                "color=red:s=64x48:r=10:d=1",
                "-vf",
                "drawbox=x=0:y=0:w=64:h=16:color=blue:t=fill",
                "-c:v",
                "mpeg4",
                "-q:v",
                "2",
                dir.resolve("plain.mp4"));
        Path turned =
                SmallVideos.ffmpeg("-i", plain, "-c", "copy", "-metadata:s:v", "rotate=90", dir.resolve("turned.mp4"));
        VideoFile video = VideoProbe.probe(TOOLS, turned);
        assertThat(List.of(video.width(), video.height())).containsExactly(48, 64);
        try (VideoReader reader = VideoReader.open(TOOLS, video, FrameChoice.ALL)) {
            BufferedImage image = reader.next().orElseThrow().image();
            // what is above in the file is at one side now, over the whole height
            boolean blueLeft = (image.getRGB(4, 32) & 0xff) > 128;
            int x = blueLeft ? 4 : 43;
            assertThat(List.of(image.getRGB(x, 4) & 0xff, image.getRGB(x, 60) & 0xff))
                    .allMatch(blue -> blue > 128);
            assertThat(image.getRGB(47 - x, 32) & 0xff).isLessThan(128);
        }
    }

    @Test
    void aNameIsNeverAnOption() throws Exception {
        Path file = Files.move(video("a.mkv", 3), dir.resolve("-i concat:x.mkv"));
        assertThat(read(file, FrameChoice.ALL).contents()).isEqualTo(range(0, 3));
    }

    @Test
    void aTruncatedVideoIsAnErrorBehindItsFrames() throws Exception {
        byte[] bytes = Files.readAllBytes(video("a.mkv", 20));
        Path file = Files.write(dir.resolve("cut.mkv"), Arrays.copyOf(bytes, bytes.length * 3 / 4));
        Seen seen = new Seen(new ArrayList<>(), new ArrayList<>());
        try (VideoReader reader = VideoReader.open(TOOLS, VideoProbe.probe(TOOLS, file), FrameChoice.ALL)) {
            assertThatThrownBy(() -> read(reader, seen))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("cut.mkv: is damaged; the frames that could be decoded are done")
                    .hasMessageContaining("File ended prematurely");
        }
        assertThat(seen.contents())
                .hasSizeBetween(5, 19)
                .isEqualTo(range(0, seen.contents().size()));
    }

    @Test
    void whatIsNoVideo() throws Exception {
        Path text = Files.writeString(dir.resolve("text.mp4"), "no video at all");
        assertThatThrownBy(() -> VideoProbe.probe(TOOLS, text))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("text.mp4: cannot be read as a video; ffprobe says: ");
        Path sound = SmallVideos.ffmpeg("-f", "lavfi", "-i", "sine=d=1", dir.resolve("sound.wav"));
        assertThatThrownBy(() -> VideoProbe.probe(TOOLS, sound))
                .hasMessageEndingWith(": has no video stream but expected a video");
    }

    @Test
    void aMissingProgramIsNamedWithTheFix() throws Exception {
        VideoTools none = new VideoTools("no-such-ffmpeg", "no-such-ffprobe");
        Path file = video("a.mkv", 2);
        assertThatThrownBy(() -> VideoProbe.probe(none, file))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(
                        "no-such-ffprobe cannot be run, and videos are read and written by it; install ffmpeg");
    }

    @Test
    void closingEndsAnEndlessProgram() throws Exception {
        // as big as it gets: it would fill the pipe and wait
        Path file = video("a.mkv", 200);
        VideoReader reader = VideoReader.open(TOOLS, VideoProbe.probe(TOOLS, file), FrameChoice.ALL);
        List<ProcessHandle> children = ProcessHandle.current().children().toList();
        assertThat(reader.next()).isPresent();
        reader.close();
        for (ProcessHandle child : children) {
            child.onExit().get();
        }
    }

    @Test
    void aWrittenVideoHasTheFramesAndTheRate() throws Exception {
        Path file = dir.resolve("-out.mp4");
        try (VideoWriter writer = VideoWriter.create(TOOLS, file, new FrameRate(30, 1), 3)) {
            for (int i = 0; i < 7; i++) {
                // odd sides, which the encoder does not take
                writer.write(new BufferedImage(63, 47, BufferedImage.TYPE_INT_RGB));
            }
            assertThat(file).doesNotExist();
            writer.commit();
        }
        VideoFile video = VideoProbe.probe(TOOLS, file);
        assertThat(List.of(video.width(), video.height())).containsExactly(64, 48);
        assertThat(video.frames()).isEqualTo(7);
        assertThat(video.rate().perSecond()).isEqualTo(10);
        assertThat(dir).isDirectoryNotContaining("glob:**.part.*");
    }

    @Test
    void namesAreThoseOfDeepLabCut() {
        // trimouse has 2,330 frames, frame0000 to frame2329; montblanc 180, frame000 to frame179
        assertThat(FrameNames.of("", 2330).name(7)).isEqualTo("frame0007");
        assertThat(FrameNames.of("clip/", 180).name(179)).isEqualTo("clip/frame179");
    }
}
