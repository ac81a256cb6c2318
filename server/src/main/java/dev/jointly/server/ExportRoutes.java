package dev.jointly.server;

import dev.jointly.io.CheckDocument;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.export.Exporter;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Solutions of many images in one file of another tool. */
final class ExportRoutes implements Routes {
    private static final String CATEGORY = "category";

    private final SolveService solves;
    /** Formats of one file. */
    private final List<OutputFormat> formats = OutputFormat.all().stream()
            .filter(format -> format.endingPerImage().isEmpty())
            .toList();

    ExportRoutes(SolveService solves) {
        this.solves = solves;
    }

    @Override
    public void register(RoutesConfig routes) {
        routes.post("/api/v1/export", this::export);
    }

    private void export(Context ctx) throws Exception {
        Parameters parameters = Parameters.of(ctx, List.of(Answers.FORMAT, CATEGORY));
        OutputFormat format = format(parameters);
        String category = category(parameters);
        solves.bodies().read(ctx, body -> {
            byte[] file = solves.run(solves.limits().longest(), budget -> written(body, format, category))
                    .await(Client.of(ctx)::gone);
            String mediaType = Answers.mediaType(format.name(), file);
            ctx.header("Content-Disposition", "attachment; filename=\"people" + ending(mediaType) + "\"");
            SolveRoutes.send(ctx, new Answers.Document(mediaType, file));
        });
    }

    private OutputFormat format(Parameters parameters) {
        String name = parameters.text(Answers.FORMAT).orElse("");
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> HttpProblem.badParameter("found format " + Excerpt.quoted(name) + " but expected one of "
                                + formats.stream().map(OutputFormat::name).collect(Collectors.joining(", "))));
    }

    private static String category(Parameters parameters) {
        return parameters.text(CATEGORY).map(SolveRoutes::requireName).orElse(Answers.CATEGORY);
    }

    private static byte[] written(byte[] body, OutputFormat format, String category) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DocumentReader<CheckDocument> reader =
                        CheckDocument.reader(SolveRoutes.BODY, new ByteArrayInputStream(body));
                Exporter exporter = format.open(new OutputFormat.Target(file, null, category))) {
            while (reader.hasNext()) {
                CheckDocument document = reader.next();
                Problem problem = document.claim().problem(document.problem());
                exporter.add(Solved.of(problem, document.claim().claim(problem)).moved(document.moves()));
            }
        }
        return file.toByteArray();
    }

    private static String ending(String mediaType) {
        if (mediaType.startsWith("text/csv")) {
            return ".csv";
        }
        if (mediaType.equals("application/octet-stream")) {
            return "_assemblies.pickle";
        }
        return mediaType.equals("application/xml") ? ".xml" : mediaType.equals("application/json") ? ".json" : ".txt";
    }
}
