package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jointly.io.export.OutputFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistryTest {
    @Test
    void findsOurFormatsInTheOrderOfTheHelp() {
        assertThat(OutputFormat.all())
                .extracting(OutputFormat::name)
                .containsExactly(
                        "coco",
                        "coco-results",
                        "csv",
                        "openpose",
                        "cvat",
                        "labelstudio",
                        "dlc-csv",
                        "dlc-assemblies",
                        "ultralytics");
        assertThat(InputFormat.all())
                .extracting(InputFormat::name)
                .containsExactly("dlc", "openpose", "deepcut", "evidence");
    }

    @Test
    void noTwoMayShareAName() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Registry.distinct(List.of("a", "b", "a"), name -> name))
                .withMessageContaining("are both named a");
    }

    @Test
    void aSecondFileIsNamedAfterTheFirst() {
        OutputFormat table = OutputFormat.all().get(6);
        assertThat(table.second("out/x.csv")).contains("out/x.people.csv");
        assertThat(table.second("x.csv.gz")).contains("x.people.csv.gz");
        assertThat(table.second("x")).contains("x.people.csv");
    }
}
