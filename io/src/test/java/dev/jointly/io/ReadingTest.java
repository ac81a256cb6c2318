package dev.jointly.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReadingTest {
    @Test
    void whatIsReadIsHandedOn() {
        assertThat(Reading.of("x", () -> 7)).isEqualTo(7);
    }

    @Test
    void otherErrorsStayWhatTheyAre() {
        RuntimeException broken = new IllegalStateException("a mistake of ours");
        assertThatThrownBy(() -> Reading.of("x", () -> {
                    throw broken;
                }))
                .isSameAs(broken);
    }

    /** A stream that cannot be read for lack of memory: whoever reads it says so in one sentence. */
    @Test
    void outOfMemoryInsideAReaderIsABadInput() {
        InputStream starved = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("pretended");
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                return read();
            }
        };
        List<Supplier<Object>> readers = List.of(
                () -> ProblemReader.of("standard input", starved).next(),
                () -> EvidenceReader.of("standard input", starved).next(),
                () -> ClaimReader.of("standard input", starved).next(),
                () -> dev.jointly.io.coco.CocoReader.read("-", starved),
                () -> dev.jointly.io.openpose.OpenPoseReader.read("-", starved),
                () -> dev.jointly.io.dlc.DlcFile.read("-", starved),
                () -> dev.jointly.io.dlc.DlcAssemblies.read("-", starved));
        for (Supplier<Object> reader : readers) {
            assertThatThrownBy(reader::get)
                    .isInstanceOf(BadInputException.class)
                    .hasMessageMatching("standard input: does not fit in \\d+ MB of memory; give Java more, such as "
                            + "JOINTLY_JAVA_OPTS=-Xmx8g");
        }
    }

    @Test
    void endlessRecursionInsideAReaderIsABadInput() {
        assertThatThrownBy(() -> Reading.of("x", () -> depth(0)))
                .isInstanceOf(BadInputException.class)
                .hasMessage("x: found values that are nested too deeply");
    }

    private static int depth(int at) {
        return at < 0 ? 0 : depth(at + 1) + 1;
    }
}
