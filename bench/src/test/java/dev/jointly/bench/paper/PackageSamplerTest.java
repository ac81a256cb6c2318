package dev.jointly.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.bench.paper.PackageSampler.Activity;
import org.junit.jupiter.api.Test;

class PackageSamplerTest {
    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "work", "Some.java", 1);
    }

    @Test
    void theInnermostFrameOfOursCounts() {
        assertThat(PackageSampler.activity(new StackTraceElement[] {
                    frame("java.util.Arrays"),
                    frame("dev.jointly.solve.price.ProximalBundle"),
                    frame("dev.jointly.solve.Solver")
                }))
                .isEqualTo(Activity.PRICING);
        assertThat(PackageSampler.activity(new StackTraceElement[] {
                    frame("com.sun.jna.Native"),
                    frame("dev.jointly.lp.highs.Highs"),
                    frame("dev.jointly.solve.ComponentSolver")
                }))
                .isEqualTo(Activity.ENGINE);
        assertThat(PackageSampler.activity(new StackTraceElement[] {frame("dev.jointly.solve.reduce.Reduction")}))
                .isEqualTo(Activity.REST);
        assertThat(PackageSampler.activity(new StackTraceElement[] {frame("dev.jointly.solve.master.PureMaster")}))
                .isEqualTo(Activity.REST);
        assertThat(PackageSampler.activity(new StackTraceElement[0])).isEqualTo(Activity.REST);
    }
}
