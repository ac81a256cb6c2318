package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.Execution;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MalformedRequestsTest {
    private static final int HANGS = 60_000;
    private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: ([0-9]{1,9})\r\n");

    @TempDir
    Path dir = Path.of("");

    @Test
    void everyMalformedRequestIsTheClientsFault() throws Exception {
        String card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD)
                .toString();
        TinyNetworks.write(dir.resolve("colours.onnx"));
        Detectors detectors = new Detectors(new ModelStore(dir), List.of(card), Execution.cpu(1));
        ServerLimits limits = RunningServer.small().withSizes(1 << 20, 1000, 100_000);
        List<MalformedRequests.Kind> kinds = new MalformedRequests().kinds();
        try (RunningServer server = RunningServer.with(RunningServer.solver(), limits, detectors)) {
            for (long seed : Trials.seeds(1, 500, 10_000)) {
                byte[] request = kinds.get((int) (seed % kinds.size())).request(new Random(seed));
                String answer = exchanged(server, request);
                assertThat(answer)
                        .as("seed %d: %s %s", seed, head(request), failures(server))
                        .matches("(?s)HTTP/1\\.1 4\\d\\d .*");
                assertThat(answer).doesNotContain("\tat ", "Exception");
            }
            assertThat(failures(server)).isEmpty();
            assertThat(server.get("/livez").statusCode()).isEqualTo(200);
        }
    }

    private static List<String> failures(RunningServer server) {
        return server.log.stream()
                .filter(line -> line.contains("\"event\":\"failure\""))
                .toList();
    }

    private static String head(byte[] request) {
        return new String(request, 0, Math.min(request.length, 300), StandardCharsets.ISO_8859_1);
    }

    /** Whether all of its body is there. Then the end of the stream would mean that the client has left, and needs no answer. */
    private static boolean isWhole(byte[] request) {
        String text = new String(request, StandardCharsets.ISO_8859_1);
        int head = text.indexOf("\r\n\r\n") + 4;
        Matcher length = LENGTH.matcher(text);
        return text.contains("\r\nConnection: close\r\n")
                && length.find()
                && length.end() <= head
                && request.length - head >= Integer.parseInt(length.group(1));
    }

    private static String exchanged(RunningServer server, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0))) {
            socket.setSoTimeout(HANGS);
            try {
                socket.getOutputStream().write(request);
                if (!isWhole(request)) {
                    socket.shutdownOutput();
                }
            } catch (SocketException e) {
                // refused before it was read to the end; the answer may be there all the same
            }
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
