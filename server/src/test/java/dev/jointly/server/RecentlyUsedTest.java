package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecentlyUsedTest {
    private Instant now = Instant.EPOCH;
    private final AtomicInteger made = new AtomicInteger();
    private final RecentlyUsed<String, Integer> kept = new RecentlyUsed<>(2, Duration.ofMinutes(30), () -> now);

    private int get(String key) {
        return kept.get(key, made::incrementAndGet);
    }

    @Test
    void whatWasUsedLongestAgoMakesRoom() {
        assertThat(get("a")).isEqualTo(1);
        assertThat(get("b")).isEqualTo(2);
        assertThat(get("a")).isEqualTo(1);
        assertThat(get("c")).isEqualTo(3);
        assertThat(get("a")).isEqualTo(1);
        assertThat(get("b")).as("had to go for c").isEqualTo(4);
        assertThat(kept.size()).isEqualTo(2);
    }

    @Test
    void idleValuesAreForgotten() {
        get("a");
        now = now.plus(Duration.ofMinutes(20));
        get("b");
        now = now.plus(Duration.ofMinutes(11));
        assertThat(kept.size()).isEqualTo(1);
        assertThat(get("b")).isEqualTo(2);
        assertThat(get("a")).isEqualTo(3);
    }

    @Test
    void largeValuesMakeRoomForTheLastOneHoweverLargeItIs() {
        List<Integer> forgotten = new ArrayList<>();
        RecentlyUsed<String, Integer> large =
                new RecentlyUsed<>(10, 100, Duration.ofMinutes(30), () -> now, forgotten::add);
        large.put("a", 1, 60);
        large.put("b", 2, 40);
        assertThat(forgotten).isEmpty();
        large.put("c", 3, 1);
        assertThat(forgotten).containsExactly(1);
        large.resize("c", 300);
        assertThat(forgotten).containsExactly(1, 2);
        assertThat(large.values()).containsExactly(3);
        large.put("d", 4, 100);
        assertThat(large.values()).as("the room of c is free again").containsExactly(4);
    }
}
