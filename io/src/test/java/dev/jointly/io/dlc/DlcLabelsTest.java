package dev.jointly.io.dlc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables as pandas writes them for DeepLabCut. */
class DlcLabelsTest {
    private static final Joint ABSENT = new Joint(0, 0, Mark.ABSENT);

    private static final String MICE = """
            scorer,,,Anna,Anna,Anna,Anna,Anna,Anna,Anna,Anna,Anna,Anna
            individuals,,,mus1,mus1,mus1,mus1,mus2,mus2,mus2,mus2,single,single
            bodyparts,,,snout,snout,tail,tail,snout,snout,tail,tail,corner,corner
            coords,,,x,y,x,y,x,y,x,y,x,y
            labeled-data,m1,img0003.png,1.5,2.5,,,30.0,40.0,50.0,60.0,9.0,9.0
            labeled-data,m1,img0012.png,,,,,7.0,8.0,,,,
            labeled-data,m1,img0100.png,,,,,,,,,9.0,9.0
            """;

    private static List<Truth> read(String text) {
        return DlcLabels.read("-", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private static Joint at(double x, double y) {
        return new Joint(x, y, Mark.VISIBLE);
    }

    @Test
    void animalsWithTheirJoints() {
        List<Truth> truths = read(MICE);
        assertThat(truths)
                .extracting(Truth::id)
                .containsExactly(
                        "labeled-data/m1/img0003.png", "labeled-data/m1/img0012.png", "labeled-data/m1/img0100.png");
        assertThat(truths).allSatisfy(truth -> assertThat(truth.parts()).containsExactly("snout", "tail"));
        assertThat(truths.get(0).people())
                .extracting(Truth.Person::joints)
                .containsExactly(List.of(at(1.5, 2.5), ABSENT), List.of(at(30, 40), at(50, 60)));
        assertThat(truths.get(1).people()).extracting(Truth.Person::joints).containsExactly(List.of(at(7, 8), ABSENT));
        assertThat(truths.get(2).people()).isEmpty();
    }

    /** As DeepLabCut writes a table of an analysed video, and as we export one. */
    @Test
    void likelihoodsArePassedOver() {
        List<Truth> truths = read("""
                scorer,net,net,net,net,net,net
                individuals,a,a,a,a,a,a
                bodyparts,snout,snout,snout,tail,tail,tail
                coords,x,y,likelihood,x,y,likelihood
                7,1.5,2.5,0.9,,,
                8,3.0,4.0,0.5,5.0,6.0,0.25
                """);
        assertThat(truths).extracting(Truth::id).containsExactly("7", "8");
        assertThat(truths.get(0).people()).singleElement().satisfies(animal -> assertThat(animal.joints())
                .containsExactly(at(1.5, 2.5), ABSENT));
        assertThat(truths.get(1).people()).singleElement().satisfies(animal -> assertThat(animal.joints())
                .containsExactly(at(3, 4), at(5, 6)));
        assertThatThrownBy(() -> read("""
                scorer,net,net,net
                bodyparts,snout,snout,tail
                coords,x,y,likelihood
                """))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("line 3: found \"x\" in column 2 but expected x and y of each part");
    }

    @Test
    void thePathMayBeOneCellAndTheProjectMayHaveOneAnimal() {
        List<Truth> truths = read("""
                scorer,Pranav,Pranav,Pranav,Pranav
                bodyparts,snout,snout,tail,tail
                coords,x,y,x,y
                labeled-data/m4s1/img0000.png,21.521,265.428,NaN,nan
                labeled-data\\m4s1\\img0001.png,10.248,288.487,87.11,152.69799999999998
                """);
        assertThat(truths)
                .extracting(Truth::id)
                .containsExactly("labeled-data/m4s1/img0000.png", "labeled-data/m4s1/img0001.png");
        assertThat(truths.get(0).people()).singleElement().satisfies(animal -> assertThat(animal.joints())
                .containsExactly(at(21.521, 265.428), ABSENT));
        assertThat(truths.get(1).people()).singleElement().satisfies(animal -> assertThat(animal.marked())
                .isEqualTo(2));
    }

    @Test
    void framesAreFoundByPathNameAndNumber() {
        DlcTruths mice = new DlcTruths(read(MICE));
        for (String id : List.of(
                "labeled-data/m1/img0012.png",
                "labeled-data/m1/img0012",
                "img0012",
                "frame0012",
                "frame12",
                "m1DLC_resnet50_miceshuffle1_50000/frame00012",
                "m1/frame12")) {
            assertThat(mice.of(id)).as(id).hasValueSatisfying(truth -> {
                assertThat(truth.id()).isEqualTo(id);
                assertThat(truth.people()).hasSize(1);
            });
        }
        for (String id : List.of("frame0013", "img12", "m10DLC_x/frame0012", "m2/frame0012", "12")) {
            assertThat(mice.of(id)).as(id).isEmpty();
        }
        DlcTruths two = new DlcTruths(read(MICE + "labeled-data,m2,img0012.png,1,2,,,,,,,,\n"));
        assertThat(two.of("frame0012")).as("of which video?").isEmpty();
        assertThat(two.of("img0012")).as("of which video?").isEmpty();
        assertThat(two.of("img0003")).isPresent();
        assertThat(two.of("m2DLC_x/frame0012")).hasValueSatisfying(truth -> assertThat(truth.people())
                .extracting(Truth.Person::joints)
                .containsExactly(List.of(at(1, 2), ABSENT)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'a,b'|line 1: found \"a\" but expected a row \"scorer\", as in CollectedData_*.csv of DeepLabCut",
                "'scorer,A,A;coords,x,y'|line 2: found \"coords\", 3 but expected a row \"bodyparts\" of 3 cells",
                "'scorer,A,A;bodyparts,s,s'|line 2: found nothing but expected a row \"coords\" of 3 cells",
                "'scorer,A,A;bodyparts,s,s;coords,x,likelihood'|line 3: found \"x\" in column 2 but expected x and y of each part",
                "'scorer,A,A;bodyparts,s,s;coords,x,y;i.png,1'|line 4: found 2 cells but expected 3, as in the rows before",
                "'scorer,A,A;bodyparts,s,s;coords,x,y;i.png,1,'|line 4: found \"1,\" but expected x and y in pixels, or two empty cells",
                "'scorer,A,A;bodyparts,s,s;coords,x,y;i.png,1,inf'|line 4: found \"1,inf\" but",
                "'scorer,A,A;bodyparts,s,s;coords,x,y;i.png,1,2;i.png,1,2'|line 5: found \"i.png\" a second time",
                "'scorer,A,A,A,A;bodyparts,s,s,s,s;coords,x,y,x,y'|line 3: found \"s\" of \"individual1\" in two columns",
                "'scorer,A,A;individuals,single,single;bodyparts,s,s;coords,x,y'|line 4: found 0 parts of animals",
                "'scorer,A,A;individuals,a;bodyparts,s,s;coords,x,y'|line 2: found \"individuals\", 2 but expected a row \"individuals\" of 3 cells",
            })
    void whatIsWrongIsSaid(String text, String message) {
        assertThatThrownBy(() -> read(text.replace(';', '\n')))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("standard input: " + message);
    }
}
