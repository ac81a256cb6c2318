package dev.jointly.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleRoutesTest {
    private static Problem problem(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return SolveRoutes.problem(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private static double x(Problem problem, int d) {
        return requireNonNull(problem.detections().get(d).x());
    }

    private static double y(Problem problem, int d) {
        return requireNonNull(problem.detections().get(d).y());
    }

    @Test
    void anExampleIsTheSceneThatGenerateMakes() throws Exception {
        try (RunningServer server = RunningServer.real()) {
            Problem small = problem(server.get("/api/v1/example?people=3&seed=11"));
            Problem same = Generator.generate("crowded-3p-s11", 3, Crowding.CROWDED, 11);
            assertThat(small.id()).isEqualTo(same.id());
            assertThat(small.size()).isEqualTo(same.size());
            double dx = x(small, 0) - x(same, 0);
            double dy = y(small, 0) - y(same, 0);
            Image image = requireNonNull(small.image());
            for (int d = 0; d < small.size(); d++) {
                assertThat(small.part(d)).isEqualTo(same.part(d));
                assertThat(small.cost(d)).isEqualTo(same.cost(d));
                // all of it moved by as much, into the image
                assertThat(x(small, d)).isCloseTo(x(same, d) + dx, within(1e-6)).isBetween(0.0, (double) image.width());
                assertThat(y(small, d)).isCloseTo(y(same, d) + dy, within(1e-6)).isBetween(0.0, (double)
                        image.height());
            }
            assertThat(problem(server.get("/api/v1/example")).id()).isEqualTo("crowded-12p-s7");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"people=0", "people=51", "people=3.5", "people=", "seed=-1", "seed=99999999999"})
    void numbersOutOfRangeAreRefused(String query) throws Exception {
        try (RunningServer server = RunningServer.real()) {
            HttpResponse<String> refused = server.get("/api/v1/example?" + query);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("but expected a whole number from ");
        }
    }
}
