package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program on a machine where nothing was installed: an empty cache folder, no other program, no connection. */
@Timeout(300)
class FirstMinuteTest {
    private static final Path PHOTO = Path.of("../server/src/main/resources/dev/jointly/server/example/photo.jpg")
            .toAbsolutePath();

    @TempDir
    Path dir;

    private Program.Run run(Object... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // whoever asks for a connection gets none
                "-Dhttp.proxyHost=127.0.0.1",
                "-Dhttp.proxyPort=1",
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        for (Object arg : args) {
            command.add(arg.toString());
        }
        return ChildProgram.run(
                command,
                Map.of(
                        "PATH",
                        "nowhere" + File.separator,
                        "XDG_CACHE_HOME",
                        dir.resolve("cache").toString()));
    }

    @Test
    void aPhotoBecomesPeopleWithoutAnyInstalling() throws IOException, InterruptedException {
        Path out = dir.resolve("out.json");
        Path problem = dir.resolve("problem.json");
        Program.Run pose = run("pose", PHOTO, "-o", out, "--problems", problem, "--refine");
        assertThat(pose.code()).as(pose.err()).isZero();
        assertThat(pose.err()).containsPattern("photo: [1-9]\\d* (person|people)");
        assertThat(Files.readString(out)).contains("\"nose\"").contains("\"foundAt\"");
        assertThat(dir.resolve("cache/jointly/models")).doesNotExist();
        Program.Run verify = run("verify", problem, out);
        assertThat(verify.out()).endsWith("PROVEN OPTIMAL" + System.lineSeparator());
    }

    @Test
    void theOtherNetworkIsThereToo() throws IOException, InterruptedException {
        Program.Run pose = run("pose", PHOTO, "-o", dir.resolve("out.json"), "--model", "movenet-multipose");
        assertThat(pose.code()).as(pose.err()).isZero();
        assertThat(pose.err()).containsPattern("photo: [1-9]\\d* (person|people)");
    }
}
