package dev.jointly.server;

import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** What can be watched, by names that begin with {@code jointly_}. */
public final class ServerMetrics {
    private static final String PREFIX = "jointly.";
    private static final Duration[] SECONDS = LongStream.of(3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Timer solveTime;
    private final DistributionSummary gap;
    private final Counter engineFailures;

    public ServerMetrics() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.getName().startsWith(PREFIX) ? id : id.withName(PREFIX + id.getName());
            }
        });
        new JvmMemoryMetrics().bindTo(registry);
        solveTime = Timer.builder("jointly.solve")
                .description("Solving and checking one problem")
                .serviceLevelObjectives(SECONDS)
                .register(registry);
        gap = DistributionSummary.builder("jointly.gap")
                .description("Relative gap of published solutions")
                .serviceLevelObjectives(1e-9, 1e-4, 1e-3, 1e-2, 1e-1, 1)
                .register(registry);
        engineFailures = Counter.builder("jointly.engine.failures")
                .description("LP engine restarted or given up")
                .register(registry);
    }

    /** A number that is read when metrics are scraped. */
    void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(PREFIX + name, value).description(description).register(registry);
    }

    void request(String route, String method, int status) {
        registry.counter("jointly.requests", "route", route, "method", method, "status", Integer.toString(status))
                .increment();
    }

    void rejected(String reason) {
        registry.counter("jointly.rejected", "reason", reason).increment();
    }

    void solved(Solution solution, Duration took) {
        solveTime.record(took);
        gap.record(solution.gap());
    }

    /** Counts failures of the engine among the events of a solve, and hands all events on. */
    Consumer<SolveEvent> counting(Consumer<SolveEvent> listener) {
        return event -> {
            if (event instanceof SolveEvent.EngineFailure) {
                engineFailures.increment();
            }
            listener.accept(event);
        };
    }

    /** Everything, in the text format of Prometheus. */
    String text() {
        return registry.scrape();
    }
}
