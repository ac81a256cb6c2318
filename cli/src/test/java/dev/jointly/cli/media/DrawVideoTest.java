package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.cli.WalkingPeople;
import dev.jointly.vision.fixture.SmallVideos;
import dev.jointly.vision.video.VideoFile;
import dev.jointly.vision.video.VideoProbe;
import dev.jointly.vision.video.VideoTools;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People who walk on a blue ground, in every second frame from 10 to 18 of a video of 20. */
@Timeout(300)
class DrawVideoTest {
    @TempDir
    Path dir;

    private final Program program = new Program(new Main.Engine());
    private Path clip = Path.of("");
    private Path problems = Path.of("");
    private Path solutions = Path.of("");

    @BeforeEach
    void solve() throws IOException, InterruptedException {
        SmallVideos.requireFfmpeg();
        clip = SmallVideos.ffmpeg(
                "-f", "lavfi", "-i", "color=c=blue:s=640x480:r=10", "-frames:v", 20, dir.resolve("walk.mp4"));
        problems = WalkingPeople.write(dir.resolve("p.ndjson"));
        solutions = dir.resolve("s.ndjson");
        program.run("solve", problems, "-o", solutions, "-q");
    }

    private Run draw(Path drawn, Object... further) {
        List<Object> words = new ArrayList<>(List.of("draw", solutions, "--problems", problems, "-o", drawn));
        Collections.addAll(words, further);
        return program.run(words.toArray());
    }

    @Test
    void theFramesWithSolutionsAsAVideo() throws IOException, InterruptedException {
        Path tracks = dir.resolve("tracks.json");
        program.run("track", solutions, "--problems", problems, "-o", tracks, "-q");
        Path drawn = dir.resolve("labelled.mp4");
        Run run = draw(drawn, "--video", clip, "--tracks", tracks, "--no-caption");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEqualTo("wrote " + drawn + ", 5 frames\n");
        VideoFile video = VideoProbe.probe(VideoTools.ofPath(), drawn);
        assertThat(video.frames()).isEqualTo(5);
        // every second frame of ten per second
        assertThat(video.rate().perSecond()).isEqualTo(5);
        // the one at the top walks to the right: a limb is where it is in frame 10, and blue is there in frame 18
        int x = (int) WalkingPeople.top(10);
        assertThat(blue(shown(drawn, 0), x)).isFalse();
        assertThat(blue(shown(drawn, 4), x)).isTrue();
        assertThat(blue(shown(drawn, 4), (int) WalkingPeople.top(18))).isFalse();
    }

    private BufferedImage shown(Path drawn, int frame) throws IOException, InterruptedException {
        Path png = SmallVideos.ffmpeg(
                "-i", drawn, "-vf", "select=eq(n\\," + frame + ")", "-frames:v", 1, dir.resolve(frame + ".png"));
        return ImageIO.read(png.toFile());
    }

    /** Between neck and head; encoding blurs colours. */
    private static boolean blue(BufferedImage image, int x) {
        Color colour = new Color(image.getRGB(x, 40));
        return colour.getBlue() > 150 && colour.getRed() + colour.getGreen() < 60;
    }

    @Test
    void whatCannotBeDrawnIsSaid() throws IOException, InterruptedException {
        assertThat(draw(dir.resolve("a.png"), "--video", clip).err()).contains("must end in one of .mp4, ");
        assertThat(draw(clip, "--video", clip).err()).contains("is the video to be read");
        assertThat(draw(dir.resolve("a.mp4"), "--video", clip, "--image", dir).err())
                .contains("--video cannot be combined with --image");
        Path early = SmallVideos.ffmpeg("-i", clip, "-frames:v", 12, dir.resolve("early.mp4"));
        Run ended = draw(dir.resolve("a.mp4"), "--video", early);
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("early.mp4: ends before frame 12");
        List<String> lines = new ArrayList<>(Files.readAllLines(solutions));
        Collections.reverse(lines);
        Files.write(solutions, lines);
        assertThat(draw(dir.resolve("a.mp4"), "--video", clip).err())
                .contains("frame 16 follows frame 18; the solutions for a video must be in the order of its frames");
        assertThat(dir.resolve("a.mp4")).doesNotExist();
    }
}
