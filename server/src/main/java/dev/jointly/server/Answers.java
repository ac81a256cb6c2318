package dev.jointly.server;

import dev.jointly.io.Excerpt;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.SolutionWriter;
import dev.jointly.io.export.Exporter;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Solutions as they leave the server: the program's own documents, or the formats of other tools. */
final class Answers {
    static final String FORMAT = "format";
    static final String CATEGORY = "person";
    private static final String OWN = "json";

    private final Map<String, OutputFormat> formats = new LinkedHashMap<>();

    Answers() {
        OutputFormat.all().forEach(format -> formats.put(format.name(), format));
    }

    /** A document and what it is. */
    record Document(String mediaType, byte[] bytes) {
        static Document json(byte[] bytes) {
            return new Document("application/json", bytes);
        }
    }

    /** Refuses a format that does not exist, before any work is done for it. */
    String format(Parameters parameters) {
        String name = parameters.text(FORMAT).orElse(OWN);
        if (!name.equals(OWN) && !formats.containsKey(name)) {
            throw HttpProblem.badParameter("found format " + Excerpt.quoted(name) + " but expected one of " + OWN + ", "
                    + String.join(", ", formats.keySet()));
        }
        return name;
    }

    /** A solution alone, or in another tool's format. */
    Document of(String name, Problem problem, Solution solution) {
        return name.equals(OWN) ? Document.json(json(problem, solution)) : exported(name, problem, solution);
    }

    /** A solution with its problem, or in another tool's format. */
    Document ofBoth(String name, Problem problem, Solution solution) {
        return name.equals(OWN)
                ? Document.json(Json.bytes(Json.object(
                        "problem", new Json.Raw(json(problem)), "solution", new Json.Raw(json(problem, solution)))))
                : exported(name, problem, solution);
    }

    static byte[] json(Problem problem) {
        return written(out -> ProblemWriter.write(problem, Layout.LINE, out));
    }

    static byte[] json(Problem problem, Solution solution) {
        return written(out -> SolutionWriter.write(solution, problem, Layout.LINE, out));
    }

    private Document exported(String name, Problem problem, Solution solution) {
        OutputFormat format = formats.get(name);
        if (format == null) {
            throw new IllegalArgumentException("no format is called " + name);
        }
        byte[] bytes = written(out -> {
            try (Exporter exporter = format.open(new OutputFormat.Target(out, null, CATEGORY))) {
                exporter.add(Solved.of(problem, solution));
            }
        });
        return new Document(mediaType(name, bytes), bytes);
    }

    /** How pickles begin; no text in UTF-8 does. */
    private static final char PICKLE = 0x80;

    /** Formats do not say what they are; their first letter does. */
    static String mediaType(String name, byte[] bytes) {
        char first = bytes.length == 0 ? ' ' : (char) (bytes[0] & 0xff);
        if (first == PICKLE) {
            return "application/octet-stream";
        }
        if (first == '<') {
            return "application/xml";
        }
        if (List.of('{', '[').contains(first)) {
            return "application/json";
        }
        return (name.contains("csv") ? "text/csv" : "text/plain") + "; charset=utf-8";
    }

    @FunctionalInterface
    private interface Writing {
        void to(ByteArrayOutputStream out) throws IOException;
    }

    private static byte[] written(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
