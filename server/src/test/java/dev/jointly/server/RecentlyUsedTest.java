package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
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
}
