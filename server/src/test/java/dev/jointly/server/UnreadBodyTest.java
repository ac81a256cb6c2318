package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Clients that read the answer only after they have sent everything, as many do. */
class UnreadBodyTest {
    private static final int LARGEST = 1 << 20;

    @Test
    void aRefusalReachesAClientThatStillSends() throws Exception {
        ServerLimits limits = RunningServer.small().withSizes(LARGEST, 100, 100_000);
        try (RunningServer server = RunningServer.with(RunningServer.solver(), limits)) {
            for (int i = 0; i < 20; i++) {
                assertThat(status(server, "/api/v1/solve", 8 * LARGEST)).isEqualTo("HTTP/1.1 413 Payload Too Large");
                assertThat(status(server, "/no/such/path", 8 * LARGEST)).isEqualTo("HTTP/1.1 404 Not Found");
            }
        }
    }

    private static String status(RunningServer server, String path, int length) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0))) {
            OutputStream out = socket.getOutputStream();
            String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + length + "\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            byte[] piece = new byte[1 << 14];
            for (int sent = 0; sent < length; sent += piece.length) {
                out.write(piece);
            }
            byte[] answer = socket.getInputStream().readNBytes(40);
            return new String(answer, StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }
}
