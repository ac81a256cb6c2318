package dev.jointly.server.labelstudio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelConfigTest {
    private static void refused(String xml, String complaint) {
        assertThatThrownBy(() -> LabelConfig.read(xml))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(complaint);
    }

    @Test
    void namesComeFromTheLabellingInterface() {
        LabelConfig config = LabelConfig.read("""
                <View>
                  <Header value="Who is who?"/>
                  <RectangleLabels name="same" toName="img" smart="true"><Label value="same person"/></RectangleLabels>
                  <KeyPointLabels name="not" toName="img" smartOnly="true"><Label value="not this"/></KeyPointLabels>
                  <Image name="img" value="$photo" zoom="true"/>
                  <RectangleLabels name="kp_bbox" toName="img"><Label value="Person"/><Label value="dog"/></RectangleLabels>
                  <KeyPointLabels name="kp" toName="img">
                    <Label value="Left Wrist" background="red"/><Label value="neck"/>
                  </KeyPointLabels>
                </View>
                """);
        assertThat(config.image()).isEqualTo("img");
        assertThat(config.field()).isEqualTo("photo");
        assertThat(config.boxes())
                .hasValueSatisfying(boxes -> assertThat(boxes.name()).isEqualTo("kp_bbox"));
        assertThat(config.personLabel()).hasValue("Person");
        assertThat(config.points().name()).isEqualTo("kp");
        assertThat(config.points().label("l-wrist")).hasValue("Left Wrist");
        assertThat(config.points().label("left_wrist")).hasValue("Left Wrist");
        assertThat(config.points().label("r-wrist")).isEmpty();
        config.requireLabels(List.of("neck", "nose"));
        assertThatThrownBy(() -> config.requireLabels(List.of("nose", "tail")))
                .hasMessage(
                        "the labels of KeyPointLabels \"kp\" name no part that the network detects; expected some of"
                                + " nose, tail");
    }

    @Test
    void whereOnlySmartToolsAreTheyHoldTheResult() {
        LabelConfig config = LabelConfig.read("<View><Image name='i' value='$i'/><KeyPointLabels name='k' toName='i'"
                + " smart='true'><Label value='neck'/></KeyPointLabels></View>");
        assertThat(config.points().name()).isEqualTo("k");
        assertThat(config.boxes()).isEmpty();
        assertThat(config.personLabel()).isEmpty();
    }

    @Test
    void nothingOutsideIsOpened() throws Exception {
        Path secret = Files.createTempFile("jointly", "secret");
        try {
            refused(
                    "<!DOCTYPE View [<!ENTITY s SYSTEM '" + secret.toUri() + "'>]><View>&s;</View>",
                    "a document type or an entity");
            refused("<!DOCTYPE View SYSTEM 'http://127.0.0.1:1/x.dtd'><View/>", "a document type or an entity");
            refused(
                    "<!DOCTYPE v [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><View><Header value='&b;'/></View>",
                    "a document type or an entity");
        } finally {
            Files.delete(secret);
        }
    }

    @Test
    void complaintsSayWhatIsMissing() {
        refused("<View>", "the labelling interface is not XML");
        refused("<View/>", "no KeyPointLabels for an Image");
        refused(
                "<View><Image name='i' value='photo'/><KeyPointLabels name='k' toName='i'/></View>",
                "has the value \"photo\" but expected a field of the task");
        refused("<View>" + " ".repeat(500_000) + "</View>", "expected at most 500000");
    }
}
