package dev.jointly.bench.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model against its description, on figures worked out by hand. */
class FixedCostsTest {
    @TempDir
    Path folder;

    /** Necks 0 and 1, a right shoulder 2 at 40 pixels from neck 0, an elbow 3 below it, a second elbow 4 beside that. */
    @Test
    void people() throws IOException {
        Problem problem = only("""
                [{"image": "a.jpg", "width": 200, "height": 100,
                  "detections": [[1, 0.1, 0.1, 0.5], [1, 0.9, 0.9, 0.999], [2, 0.3, 0.1, 0.8], [3, 0.3, 0.5, 0.8],
                                 [3, 0.3, 0.52, 0.2]],
                  "edges": [{"parts": [1, 2], "affinity": [[0.7], [0.0]]},
                            {"parts": [2, 3], "affinity": [[0.35, 0.28]]}]}]
                """);
        assertThat(problem.anatomy().majors()).containsExactly(1);
        assertThat(problem.poseCost()).isEqualTo(Micro.of(2));
        assertThat(problem.cost(0)).isZero();
        assertThat(problem.cost(1)).isEqualTo(Micro.of(Math.log(0.02 / 0.98)));
        assertThat(problem.cost(2)).isEqualTo(Micro.of(Math.log(0.25)));
        PairCosts pairs = problem.pairs();
        assertThat(pairs.absentForbidden()).isTrue();
        assertThat(pairs.cost(0, 2)).as("(0.3 - 0.7) / 0.1").isEqualTo(Micro.of(-4));
        assertThat(pairs.cost(1, 2)).as("(0.3 - 0) / 0.1 is too much").isEqualTo(PairCosts.FORBIDDEN);
        assertThat(pairs.cost(2, 3)).isEqualTo(Micro.of(-0.5));
        assertThat(pairs.cost(2, 4)).isEqualTo(Micro.of(0.2));
        // both attracting limbs are 40 long, and an elbow is two of them from a neck
        assertThat(pairs.cost(0, 3)).as("closer than that").isZero();
        assertThat(pairs.cost(3, 4)).as("2 pixels / (40 / 12) - 1.5").isEqualTo(Micro.of(-0.9));
        assertThat(pairs.cost(0, 1)).as("no duplicates").isEqualTo(PairCosts.FORBIDDEN);
    }

    @Test
    void animals() throws IOException {
        Problem problem = only("""
                {"source": "x", "bodyparts": ["nose", "back", "tail", "ear"], "pafGraph": [[0, 1], [0, 2], [1, 2]],
                 "frames": [{"name": "f", "detections": [[0, 0, 0, 0.9], [1, 10, 0, 0.9], [2, 20, 0, 1.0], [3, 5, 0, 0.6]],
                             "edges": [{"parts": [0, 1], "affinity": [[0.25]]}, {"parts": [1, 2], "affinity": [[NaN]]}]}]}
                """);
        assertThat(problem.anatomy().majors())
                .as("most edges, nearest to the middle")
                .containsExactly(1);
        assertThat(problem.anatomy().isLimb(0, 1)).isTrue();
        assertThat(problem.anatomy().isLimb(1, 2)).isTrue();
        assertThat(problem.anatomy().isLimb(1, 3))
                .as("has no edge, so it hangs on the hub")
                .isTrue();
        assertThat(problem.pairs().cost(0, 1)).as("(0.15 - 0.25) / 0.05").isEqualTo(Micro.of(-2));
        assertThat(problem.pairs().cost(1, 2))
                .as("not measured; one unit apart")
                .isZero();
    }

    private Problem only(String json) throws IOException {
        Path file = folder.resolve("some.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        List<RealEvidence> all = RealEvidence.of(file);
        assertThat(all).hasSize(1);
        return FixedCosts.problem(all.get(0));
    }
}
