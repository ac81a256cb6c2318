package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --quality} on the example photo, with the networks inside the program. */
class QualityTest {
    private static final Path PHOTO =
            Path.of("..", "server", "src", "main", "resources", "dev", "jointly", "server", "example", "photo.jpg");

    @TempDir
    Path dir;

    /** The detections: the time in a solution differs from run to run. */
    private String problem(Object... options) throws IOException {
        Path problem = dir.resolve("problem.json");
        Stream<Object> usual =
                Stream.of("pose", PHOTO, "--problems", problem, "-o", dir.resolve("out.json"), "--quiet", "--force");
        Run run = new Program(new Main.Engine())
                .run(Stream.concat(usual, Stream.of(options)).toArray());
        assertThat(run.code()).as(run.err()).isZero();
        return Files.readString(problem);
    }

    @Tag("slow")
    @Test
    void levelsStandForOptions() throws IOException {
        String fast = problem("--quality", "fast");
        String good = problem("--quality", "good");
        String best = problem("--quality", "best");
        assertThat(fast).doesNotContain("foundAt");
        assertThat(good).isNotEqualTo(fast);
        assertThat(best).isNotEqualTo(good);
        assertThat(problem()).isEqualTo(good);
        assertThat(problem("--quality", "fast", "--refine")).isEqualTo(good);
        assertThat(problem("--quality", "fast", "--flip", "--scales", "1,0.5", "--refine"))
                .isEqualTo(best);
    }

    @Test
    void whatANetworkCannotDoIsLeftOut() throws IOException {
        assertThat(problem("--model", "movenet-multipose", "--quality", "best"))
                .isEqualTo(problem("--model", "movenet-multipose", "--quality", "good"));
    }

    @Test
    void anotherLevelIsRefused() {
        Run run = Program.withLazySolver().run("pose", PHOTO, "--quality", "superb");
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("found 'superb' but expected one of fast, good, best");
    }
}
