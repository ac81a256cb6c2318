package dev.jointly.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.JsonSchema;
import dev.jointly.track.AnimalLimit;
import dev.jointly.track.Track;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackPin;
import dev.jointly.track.TrackQuestion;
import dev.jointly.track.TrackVerdict.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tracks as files. */
class TracksFileTest {
    private static final JsonSchema SCHEMA = SchemaTest.schema("tracks-1.schema.json");

    /**
     * By hand: one individual in frames 10, 12 and 16 and a duplicate in frame 12. The track earns 3, pays 2 for birth
     * and death and wins 1.5 by its links, which makes -2.5. With these
     * potentials only the second and the third person of the track have negative reduced costs, -1 and -1.5.
     */
    private static final String TRACKS = """
            {"format":"jointly/tracks@1","status":"optimal","objective":-2.5,"lowerBound":-2.5,
            "settings":{"longestGap":1,"birth":1,"death":1,"reward":1,"gap":0.5,"motion":0.1,"reach":2,"jointCap":6,"smallestSize":8},
            "stride":2,
            "frames":[{"problem":"m/frame0010","number":10,"tracks":[1]},
            {"problem":"m/frame0012","number":12,"tracks":[null,1]},
            {"problem":"m/frame0016","number":16,"tracks":[1]}],
            "people":[[1000000,1000000,1000000],[1000000,1000000,1000000],[1000000,1000000,1000000],[1000000,1000000,1000000]],
            "links":[[0,2,-1000000],[2,3,-500000]],
            "dual":{"in":[1000000,1000000,-1000000,-1500000],"out":[0,0,-1000000,-1000000]}}
            """;

    private static TracksDocument read(String text) {
        try (TracksReader reader = TracksReader.of("tracks.json", new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            return reader.next();
        }
    }

    @Test
    void aFileIsReadAndChecked() {
        TracksDocument tracks = read(TRACKS);
        assertThat(tracks.frames())
                .extracting(TrackedFrame::tracks)
                .containsExactly(List.of(1), List.of(0, 1), List.of(1));
        assertThat(tracks.problem().people()).extracting(TrackPerson::frame).containsExactly(0, 1, 1, 3);
        assertThat(tracks.problem().links())
                .containsExactly(new TrackLink(0, 2, -1_000_000), new TrackLink(2, 3, -500_000));
        assertThat(tracks.solution().tracks()).containsExactly(new Track(1, List.of(0, 2, 3)));
        assertThat(tracks.verdict().reasons()).isEmpty();
        assertThat(tracks.verdict().outcome()).isEqualTo(Outcome.OPTIMAL);
        assertThat(tracks.verdict().bound()).isEqualTo(-2_500_000);
    }

    @Test
    void whatIsWrittenIsReadAsTheSameAndFitsTheSchema() throws IOException {
        String digest = "0123456789abcdef".repeat(4);
        TracksDocument tracks =
                read(TRACKS.replace("\"number\":12", "\"problemSha256\":\"" + digest + "\",\"number\":12"));
        assertThat(tracks.frames().get(1).problemSha256()).isEqualTo(digest);
        for (Layout layout : Layout.values()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TracksWriter.write(tracks, layout, out);
            assertThat(read(out.toString(UTF_8))).isEqualTo(tracks);
            assertThat(SchemaTest.complaints(SCHEMA, out.toString(UTF_8))).isEmpty();
        }
    }

    @Test
    void aWeightOfIdentitiesIsWrittenIfThereIsOne() throws IOException {
        ByteArrayOutputStream without = new ByteArrayOutputStream();
        TracksWriter.write(read(TRACKS), Layout.LINE, without);
        assertThat(without.toString(UTF_8)).doesNotContain("identity");
        TracksDocument tracks = read(TRACKS.replace("\"motion\":", "\"identity\":2.5,\"motion\":"));
        assertThat(tracks.settings().identity()).isEqualTo(2.5);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TracksWriter.write(tracks, Layout.LINE, out);
        assertThat(read(out.toString(UTF_8))).isEqualTo(tracks);
        assertThat(SchemaTest.complaints(SCHEMA, out.toString(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "optimal"               | "bounded"             | OPTIMAL
            -2.5,"lowerBound":-2.5  | -2.5,"lowerBound":-2  | REJECTED
            -2.5,"lowerBound":-2.5  | -2.5,"lowerBound":-3  | OPTIMAL
            -2.5,"lowerBound":-2.5  | -2.6,"lowerBound":-2.6 | REJECTED
            -1000000]}}             | -900000]}}            | REJECTED
            [null,1]                | [1,null]              | REJECTED
            [null,1]                | [null,null]           | REJECTED
            [null,1]                | [2,1]                 | REJECTED
            """)
    void whatIsClaimedMustBeProven(String from, String to, Outcome outcome) {
        assertThat(TRACKS).contains(from);
        assertThat(read(TRACKS.replace(from, to)).verdict().outcome()).isEqualTo(outcome);
    }

    @Test
    void aWeakDualProvesABoundOnly() {
        String weak = TRACKS.replace("-1000000]}}", "-900000]}}")
                .replace("optimal", "bounded")
                .replace("\"lowerBound\":-2.5", "\"lowerBound\":-2.6");
        // the reduced cost of the last person is 0.1 lower, and that of its death is 0.1 instead of 0
        assertThat(read(weak).verdict().outcome()).isEqualTo(Outcome.BOUNDED);
        assertThat(read(weak).verdict().bound()).isEqualTo(-2_600_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tracks@1|tracks@2",
                "\"optimal\"|\"best\"",
                "\"objective\":-2.5,|",
                "\"longestGap\":1|\"longestGap\":-1",
                "\"motion\":0.1|\"motion\":0",
                "\"stride\":2|\"stride\":0",
                "\"number\":12,|",
                "\"number\":12|\"number\":-12",
                "\"number\":12|\"number\":12.5",
                "\"number\":12|\"number\":12,\"problemSha256\":\"abc\"",
                "\"m/frame0012\"|\"\"",
                "[null,1]|[0,1]",
                "[null,1]|[\"a\",1]",
                "[0,2,-1000000]|[0,2]",
                "[0,2,-1000000]|[0,2,-1000000,1]",
                "[0,2,-1000000]|[0,2,-0.5]",
                "\"out\":|\"off\":",
                "[0,0,-1000000,|[0,0.5,-1000000,"
            })
    void whatTheSchemaRefusesTheReaderRefusesToo(String change) {
        List<String> fromTo = List.of(change.split("\\|", -1));
        assertThat(TRACKS).contains(fromTo.get(0));
        String text = TRACKS.replace(fromTo.get(0), fromTo.get(1));
        assertThat(SchemaTest.complaints(SCHEMA, text)).isNotEmpty();
        assertThatThrownBy(() -> read(text)).isInstanceOf(BadInputException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "number":12        | "number":10     | tracks.json: /frames/1/number: found 10 but expected a number above 10, that of the frame before
            "number":12        | "number":13     | tracks.json: /frames/1/number: found 13 but expected 10 plus a multiple of the stride, 2
            [null,1]           | [1]             | tracks.json: /people: found 4 entries but expected 3, one for each entry of tracks
            "in":[1000000,     | "in":[          | tracks.json: /dual/in: found 3 entries but expected 4, one for each person
            [0,2,              | [0,7,           | tracks.json: /links/0: found from 0 to 7 but expected two of the people from 0 to 3, the second in a later frame
            [0,2,              | [1,2,           | tracks.json: /links/0: found from 1 to 2 but expected two of the people from 0 to 3, the second in a later frame
            [null,1]           | [-3,1]          | tracks.json: /frames/1/tracks/0: found -3 but expected the number of a track, from 1, or null
            [0,2,-1000000]     | [0,2]           | tracks.json: /links/0: found 2 numbers but expected an array of three whole numbers: from, to and the cost in micro-units
            "motion":0.1       | "motion":0      | tracks.json: /settings: motion 0.0 must be from 0.000001 to 1000000
            """)
    void whatDoesNotFitTogetherIsRefusedWithItsPlace(String from, String to, String message) {
        assertThat(TRACKS).contains(from);
        assertThatThrownBy(() -> read(TRACKS.replace(from, to)))
                .isInstanceOf(BadInputException.class)
                .hasMessage(message);
    }

    @Test
    void aLinkIsThereOnce() {
        String twice = TRACKS.replace("[0,2,-1000000]", "[0,2,-1000000],[0,2,-1]");
        assertThatThrownBy(() -> read(twice))
                .hasMessageStartingWith("tracks.json: /links: ")
                .hasMessageContaining("twice");
    }

    /**
     * By hand: without its first link, the track of {@link #TRACKS} begins at the third person, saves the first one's link of -1 and
     * loses its reward of 1: 2 more. Of the reduced cost of that link the dual proves 0.
     */
    private static final String MARGINS = TRACKS.strip().replaceFirst("}$", "")
            + ",\"margins\":[{\"of\":[0,2],\"margin\":2.0,\"atLeast\":0.0,\"exact\":false,"
            + "\"instead\":\"track 1 begins in frame 12\",\"removed\":[[null,0],[0,2]],\"added\":[[null,2]]}]}";

    @Test
    void marginsAreReadCheckedAndWrittenAgain() throws IOException {
        TracksDocument tracks = read(MARGINS);
        assertThat(tracks.margins())
                .containsExactly(new TrackMargin(
                        0,
                        2,
                        0,
                        2_000_000,
                        List.of(new Change(false, -1, 0), new Change(false, 0, 2), new Change(true, -1, 2))));
        assertThat(tracks.verdict().reasons()).isEmpty();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TracksWriter.write(tracks, Layout.LINE, out);
        assertThat(read(out.toString(UTF_8))).isEqualTo(tracks);
        assertThat(SchemaTest.complaints(SCHEMA, out.toString(UTF_8))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "margin":2.0      | "margin":2.5      | its changes cost 2000000
            "atLeast":0.0     | "atLeast":0.5     | but the dual proves 0
            [[null,0],[0,2]]  | [[0,2]]           | leave half of person 0
            "of":[0,2]        | "of":[2,3]        | leave it as it is
            "of":[0,2]        | "of":[0,3]        | about nothing that the tracks have
            """)
    void marginsMustBeTrue(String from, String to, String reason) {
        assertThat(MARGINS).contains(from);
        assertThat(read(MARGINS.replace(from, to)).verdict().reasons()).anyMatch(text -> text.contains(reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "exact":false          | "exact":true              | /margins/0/exact
            begins in frame 12     | begins in frame 16        | /margins/0/instead
            "of":[0,2]             | "of":[0]                  | /margins/0/of
            "added":[[null,2]]     | "added":[[null,9]]        | /margins/0
            "added":[[null,2]]     | "added":[[null,null]]     | /margins/0
            """)
    void marginsThatCannotBeAreRefusedWithTheirPlace(String from, String to, String place) {
        assertThat(MARGINS).contains(from);
        assertThatThrownBy(() -> read(MARGINS.replace(from, to)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(place);
    }

    @Test
    void pinsAndStretchesAreReadByNumbersOfFrames() {
        String text = "{\"pins\":[{\"same\":[[10,0],[12,1]]},{\"ends\":[16,0]}],\"animals\":[[11,13,2]]}";
        TracksAsked asked;
        try (DocumentReader<TracksAsked> reader =
                TracksAsked.reader("pins.json", new ByteArrayInputStream(text.getBytes(UTF_8)))) {
            asked = reader.next();
        }
        TracksDocument tracks = read(TRACKS);
        TrackQuestion question = asked.question(tracks.frames(), tracks.stride());
        assertThat(question.pins())
                .containsExactly(new TrackPin(TrackPin.Kind.SAME, 0, 2), new TrackPin(TrackPin.Kind.ENDS, 3, 3));
        // frames 10, 12 and 16 are steps 0, 1 and 3
        assertThat(List.of(0, 1, 2, 3))
                .extracting(question.limit()::most)
                .containsExactly(AnimalLimit.ANY, 2, AnimalLimit.ANY, AnimalLimit.ANY);
        assertThat(tracks.verdict(question).outcome()).isEqualTo(Outcome.OPTIMAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pins\":[{\"same\":[[10,0]]}]}",
                "{\"pins\":[{\"same\":[[10,0],[12,1]],\"ends\":[10,0]}]}",
                "{\"pins\":[{}]}",
                "{\"pins\":[{\"ends\":[10]}]}",
                "{\"animals\":[[3,2,1]]}"
            })
    void pinsOfAnotherShapeAreRefused(String text) {
        assertThatThrownBy(() -> {
                    try (DocumentReader<TracksAsked> reader =
                            TracksAsked.reader("pins.json", new ByteArrayInputStream(text.getBytes(UTF_8)))) {
                        reader.next();
                    }
                })
                .isInstanceOf(BadInputException.class);
    }

    @Test
    void thereAreNoMoreStretchesThanCanBeLookedAtForEachFrame() {
        for (int stretches = 1000; stretches <= 1001; stretches++) {
            String text = "{\"animals\":[" + String.join(",", Collections.nCopies(stretches, "[0,9,2]")) + "]}";
            boolean refused = false;
            try (DocumentReader<TracksAsked> reader =
                    TracksAsked.reader("pins.json", new ByteArrayInputStream(text.getBytes(UTF_8)))) {
                assertThat(reader.next().stretches()).hasSize(1000);
            } catch (BadInputException e) {
                assertThat(e).hasMessageContaining("more than 1000 entries");
                refused = true;
            }
            assertThat(refused).isEqualTo(stretches > 1000);
        }
    }

    /** As earlier versions wrote it: {@code people} has those of both groupings, {@code tracks} that of the chosen one. */
    @Test
    void aFrameWithAlternativeGroupingsIsRefused() {
        String choice = TRACKS.replace(
                "[null,1]",
                "[1],\"chosen\":1,\"groupings\":[{\"price\":0,\"people\":[0]},{\"price\":300000,\"people\":[1]}],"
                        + "\"detections\":[[0,2],[1,3,4]]");
        assertThatThrownBy(() -> read(choice))
                .isInstanceOf(BadInputException.class)
                .hasMessage("tracks.json: /people: found 4 entries but expected 3, one for each entry of tracks");
    }
}
