package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that arrive slowly or not at all. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SlowBodiesTest {
    private static final int BODY = 1 << 20;

    private final byte[] problem = Answers.json(Generator.generate("two", 2, Crowding.EASY, 3));
    private final RunningServer server = RunningServer.stepped(
            RunningServer.solver(), new ServerLimits(1, 1, Duration.ofMinutes(1), BODY, BODY, 1_000, 1_000));
    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
        server.close();
    }

    private Socket begun(String head, String start) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0));
        open.add(socket);
        send(socket, "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\n" + head + "\r\n\r\n" + start);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reading asks for the time when it begins and after each piece. */
    private void awaitAsked(int times) {
        while (server.clock.asked.get() < times) {
            Thread.onSpinWait();
        }
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(400), StandardCharsets.US_ASCII);
    }

    @Test
    void aBodyBelowTheLeastRateIsRefused() throws Exception {
        Socket slow = begun("Content-Length: 100", "{");
        awaitAsked(2);
        server.clock.advance(Duration.ofSeconds(11));
        send(slow, " ");
        assertThat(answer(slow)).startsWith("HTTP/1.1 408").contains("too-slow", "bytes per second");
    }

    @Test
    void aFasterBodyHasADeadlineAllTheSame() throws Exception {
        Socket slow = begun("Content-Length: " + BODY, " ".repeat(1_000_000));
        awaitRoomLeft(BODY - 1_000_000);
        server.clock.advance(Duration.ofSeconds(121));
        send(slow, " ");
        assertThat(answer(slow)).startsWith("HTTP/1.1 408");
    }

    private void awaitRoomLeft(int bytes) {
        while (server.solves.bodies().roomLeft() > bytes) {
            Thread.onSpinWait();
        }
    }

    /** As many as have room for one body between them. */
    @Test
    void bodiesThatHaveNotArrivedTakeNoRoom() throws Exception {
        for (int i = 0; i < 9; i++) {
            begun("Transfer-Encoding: chunked", "");
        }
        awaitAsked(9);
        assertThat(server.post("/api/v1/solve", problem).statusCode()).isEqualTo(200);
    }

    @Test
    void bodiesThatHaveArrivedDo() throws Exception {
        begun("Content-Length: " + BODY, " ".repeat(BODY - 1));
        awaitRoomLeft(0);
        assertThat(server.post("/api/v1/solve", problem).body()).contains("too-much-at-once");
    }

    /** More than this server handles at once. */
    @Test
    void healthAndMetricsDoNotWaitBehindThem() throws Exception {
        for (int i = 0; i < 250; i++) {
            begun("Content-Length: 100", "{");
        }
        awaitAsked(190);
        assertThat(server.get("/livez").statusCode()).isEqualTo(200);
        assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
        assertThat(server.get("/metrics").statusCode()).isEqualTo(200);
    }
}
