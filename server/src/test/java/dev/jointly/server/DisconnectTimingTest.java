package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("timing")
class DisconnectTimingTest {
    @Test
    void aClientThatLeavesFreesItsSolverWithinASecond() throws Exception {
        byte[] body = Answers.json(Generator.generate("hard", 20, Crowding.ADVERSARIAL, 1));
        try (RunningServer server = RunningServer.real()) {
            List<Double> seconds = new ArrayList<>();
            // the first one, which loads classes and the engine, is not counted
            for (int i = 0; i <= 10; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0))) {
                    OutputStream out = socket.getOutputStream();
                    out.write(("POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.write(body);
                    out.flush();
                    await(server, 1);
                    // at different moments of the solve
                    LockSupport.parkNanos(i * 100_000_000L);
                }
                long cut = System.nanoTime();
                await(server, 0);
                seconds.add((System.nanoTime() - cut) / 1e9);
            }
            seconds.remove(0);
            System.out.println("seconds until a worker is free after its client left: " + seconds);
            assertThat(seconds).allMatch(each -> each < 1);
        }
    }

    private static void await(RunningServer server, int running) {
        while (server.solves.queue().running() != running) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}
