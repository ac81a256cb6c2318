package dev.jointly.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Exit;
import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code CollectedData_*.h5} where csv is taken. Both files were written by pandas. */
class LabelsInHdf5Test {
    private static final String PANDAS = "/dev/jointly/io/dlc/pandas/";

    @TempDir
    Path folder;

    private Path hdf5 = Path.of("");
    private Path csv = Path.of("");

    @BeforeEach
    void files() throws IOException {
        hdf5 = folder.resolve("CollectedData_A.h5");
        csv = folder.resolve("CollectedData_A.csv");
        try (InputStream in = new GZIPInputStream(resource("mice.h5.gz"))) {
            Files.copy(in, hdf5);
        }
        try (InputStream in = resource("mice.csv")) {
            Files.copy(in, csv);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(LabelsInHdf5Test.class.getResourceAsStream(PANDAS + name), name);
    }

    @Test
    void bothFilesHaveTheSamePeople() {
        Run run = new Program(new Main.Engine()).run("compare", hdf5, csv);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("6 frames in both").contains("6 the same, 0 different");
    }

    /** The frame is found, and then its part is missed in the costs: those of people have no snout. */
    @Test
    void evalReadsThem() throws IOException {
        Path evidence = Files.writeString(
                folder.resolve("e.json"),
                "{\"format\":\"jointly/evidence@1\",\"id\":\"labeled-data/m1/img0003.png\",\"parts\":[\"snout\"],"
                        + "\"candidates\":[[0,1,2,0.5]]}");
        Run run = new Program(new Main.Engine()).run("eval", "--evidence", evidence, "--truth", hdf5);
        assertThat(run.code()).isEqualTo(Exit.WRONG);
        assertThat(run.err()).contains("image \"labeled-data/m1/img0003.png\": found the part \"snout\"");
    }
}
