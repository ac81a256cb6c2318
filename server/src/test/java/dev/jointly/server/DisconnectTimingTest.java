package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("timing")
class DisconnectTimingTest {
    @Test
    void aClientThatLeavesFreesItsSolverWithinASecond() throws Exception {
        byte[] body = Answers.json(Generator.generate("hard", 20, Crowding.ADVERSARIAL, 1));
        try (RunningServer server = RunningServer.real()) {
            double worst = 0;
            for (int i = 0; i < 10; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.server.port(0))) {
                    OutputStream out = socket.getOutputStream();
                    out.write(("POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length
                                    + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.write(body);
                    out.flush();
                    await(server, 1);
                }
                long cut = System.nanoTime();
                await(server, 0);
                worst = Math.max(worst, (System.nanoTime() - cut) / 1e9);
            }
            System.out.printf("a worker is free %.2f s after its client left, at worst of 10%n", worst);
            assertThat(worst).isLessThan(1);
        }
    }

    private static void await(RunningServer server, int running) {
        while (server.solves.queue().running() != running) {
            Thread.onSpinWait();
        }
    }
}
