package dev.jointly.io.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class JsonCharsTest {
    /** Files may be endless, documents may not. */
    @Test
    void oneDocumentMayNotBeEndless() throws IOException {
        InputStream spaces = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }
        };
        JsonChars characters = new JsonChars(spaces, false, 100);
        char[] buffer = new char[100];
        for (int i = 0; i < 10; i++) {
            characters.nextDocument();
            assertThat(characters.read(buffer, 0, 100)).isEqualTo(100);
        }
        assertThat(catchThrowableOfType(JsonChars.TooLongException.class, () -> characters.read(buffer, 0, 100)))
                .hasMessage("found a document of more than 100 characters");
    }
}
