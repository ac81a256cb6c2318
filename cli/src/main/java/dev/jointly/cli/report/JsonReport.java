package dev.jointly.cli.report;

import dev.jointly.cli.Console;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** A report for a program: one JSON object per line, each with the field {@code event} (docs/formats.md). */
public final class JsonReport implements RunReport {
    private final Console console;
    private final long start;
    private int problems;
    private int proven;
    private int failures;

    public JsonReport(Console console) {
        this.console = console;
        start = console.ticker().nanos();
    }

    @Override
    public Consumer<SolveEvent> listener(Consumer<String> lines) {
        return new Consumer<>() {
            private String problem = "";

            @Override
            public void accept(SolveEvent event) {
                if (event instanceof SolveEvent.Started e) {
                    problem = e.problemId();
                    Map<String, Object> fields = fields("started", problem);
                    fields.put("method", e.method().label());
                    fields.put("detections", e.detections());
                    fields.put("kept", e.kept());
                    fields.put("components", e.components());
                    lines.accept(Json.text(fields));
                } else if (event instanceof SolveEvent.Iteration e) {
                    Map<String, Object> fields = fields("iteration", problem);
                    fields.put("seconds", e.seconds());
                    fields.put("component", e.component());
                    fields.put("iteration", e.iteration());
                    fields.put("columns", e.columns());
                    fields.put("rows", e.rows());
                    fields.put("lowerBound", Micro.decimal(e.lowerBound()));
                    fields.put("objective", Micro.decimal(e.objective()));
                    lines.accept(Json.text(fields));
                } else if (event instanceof SolveEvent.EngineFailure e) {
                    Map<String, Object> fields = fields("engineTrouble", problem);
                    fields.put("message", e.what());
                    lines.accept(Json.text(fields));
                }
                // solved() reports the end
            }
        };
    }

    private static Map<String, Object> fields(String event, String problem) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", event);
        if (!problem.isEmpty()) {
            fields.put("problem", problem);
        }
        return fields;
    }

    /** What is not JSON, such as a warning, becomes a message. */
    @Override
    public void line(String line) {
        if (line.startsWith("{")) {
            say(line);
            return;
        }
        Map<String, Object> fields = fields("message", "");
        fields.put("message", line);
        say(Json.text(fields));
    }

    @Override
    public void failed(String file, String message) {
        failures++;
        Map<String, Object> fields = fields("failed", "");
        if (!file.isEmpty()) {
            fields.put("file", file);
        }
        fields.put("message", message);
        say(Json.text(fields));
    }

    @Override
    public void solved(Solution solution, int weak, List<String> wrote) {
        problems++;
        proven += solution.status() == Solution.Status.OPTIMAL ? 1 : 0;
        Map<String, Object> fields = fields("solved", solution.problemId());
        fields.put("status", SolutionWriter.status(solution.status()));
        fields.put("people", solution.poses().size());
        fields.put("weak", weak);
        fields.put("objective", Micro.decimal(solution.objective()));
        fields.put("lowerBound", Micro.decimal(solution.lowerBound()));
        fields.put("gap", solution.gap());
        fields.put("seconds", solution.seconds());
        fields.put("wrote", wrote);
        say(Json.text(fields));
    }

    @Override
    public void fileDone() {}

    @Override
    public void end(OptionalDouble inference) {
        Map<String, Object> fields = fields("finished", "");
        fields.put("problems", problems);
        fields.put("proven", proven);
        fields.put("failed", failures);
        inference.ifPresent(seconds -> fields.put("inferenceSeconds", seconds));
        fields.put("seconds", (console.ticker().nanos() - start) / 1e9);
        say(Json.text(fields));
    }

    private synchronized void say(String line) {
        console.say(line);
    }

    @Override
    public void close() {}
}
