package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Program.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code serve} refuses about annotation tools, before it listens anywhere. */
@Timeout(120)
class AnnotationToolOptionsTest {
    private static void refused(String complaint, Object... options) {
        Object[] all = new Object[options.length + 3];
        all[0] = "serve";
        all[1] = "--port";
        all[2] = 0;
        System.arraycopy(options, 0, all, 3, options.length);
        Run run = new Program(new Main.Engine()).run(all);
        assertThat(run.code()).as(run.err()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains(complaint);
        assertThat(run.err()).doesNotContain("listening");
    }

    @Test
    void halfOfAnOptionIsNotEnough() {
        refused("--cvat-host needs --cvat-port", "--cvat-host", "127.0.0.1");
        refused("--label-studio-key-file needs --label-studio-url", "--label-studio-key-file", "key");
    }

    @Test
    void wrongValuesAreNamed() {
        refused("must be like http://localhost:8080", "--label-studio-url", "localhost:8080");
        refused("port is 70000 but must be from 0 to 65535", "--cvat-port", 70_000);
        refused(
                "cannot read the key of Label Studio from nowhere.txt",
                "--label-studio-url",
                "http://localhost:8080",
                "--label-studio-key-file",
                "nowhere.txt");
    }
}
