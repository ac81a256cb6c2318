package dev.jointly.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.bench.paper.PackageSampler.Room;
import org.junit.jupiter.api.Test;

class RoomSamplerTest {
    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "work", "Some.java", 1);
    }

    @Test
    void theInnermostFrameOfOursTells() {
        assertThat(PackageSampler.room(new StackTraceElement[] {
                    frame("java.util.Arrays"),
                    frame("dev.jointly.solve.price.Ascent"),
                    frame("dev.jointly.solve.Solver")
                }))
                .isEqualTo(Room.PRICING);
        assertThat(PackageSampler.room(new StackTraceElement[] {
                    frame("com.sun.jna.Native"), frame("dev.jointly.lp.highs.Highs"), frame("dev.jointly.solve.Search")
                }))
                .isEqualTo(Room.ENGINE);
        assertThat(PackageSampler.room(new StackTraceElement[] {frame("dev.jointly.solve.reduce.Reduction")}))
                .isEqualTo(Room.REDUCING);
        assertThat(PackageSampler.room(new StackTraceElement[] {frame("dev.jointly.solve.master.PureMaster")}))
                .isEqualTo(Room.REST);
        assertThat(PackageSampler.room(new StackTraceElement[0])).isEqualTo(Room.REST);
    }
}
