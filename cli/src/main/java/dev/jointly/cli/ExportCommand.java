package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.ClaimReader;
import dev.jointly.io.export.CocoAnnotations;
import dev.jointly.io.export.CocoResults;
import dev.jointly.io.export.CvatXml;
import dev.jointly.io.export.DlcCsv;
import dev.jointly.io.export.Exporter;
import dev.jointly.io.export.LabelStudioTasks;
import dev.jointly.io.export.OpenPoseFile;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jointly export}. */
@Command(
        name = "export",
        description = "Writes solutions as other tools read them.",
        footer = {
            "",
            "openpose has one file per image: give -o a directory if there are several.",
            "dlc-csv writes costs and bounds beside FILE.csv, into FILE.people.csv.",
            "",
            "Example: jointly export coco s.ndjson --problems p.ndjson -o people.json"
        })
final class ExportCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            converter = ExportFormat.Names.class,
            completionCandidates = ExportFormat.Names.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    ExportFormat format = ExportFormat.COCO;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOLUTION",
            description = "Solution files, plain or .gz; - is standard input.")
    List<String> solutions = new ArrayList<>();

    @Option(
            names = "--problems",
            paramLabel = "PROBLEMS",
            required = true,
            description = "Problem file that the solutions belong to, found in it by id.")
    String problems = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            required = true,
            description = "Where it goes; - is standard output.")
    String output = "";

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description = "What the people are called where the format names them. Default: person.")
    String category = "person";

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (problems.equals("-") && solutions.contains("-")) {
            throw new BadInputException("standard input cannot be both the problems and a solution");
        }
        try (ProblemShelf shelf = new ProblemShelf(problems, console.in())) {
            if (format == ExportFormat.OPENPOSE) {
                openPose(shelf);
            } else if (output.equals("-")) {
                export(shelf, console.out(), null);
            } else {
                file(shelf);
            }
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
        return Exit.DONE;
    }

    private void file(ProblemShelf shelf) throws IOException {
        Path path = Path.of(output);
        try (OutputFile file = OutputFile.create(path)) {
            if (format == ExportFormat.DLC_CSV) {
                String beside = output.replaceFirst("(\\.csv)?(\\.gz)?$", ".people.csv$2");
                try (OutputFile people = OutputFile.create(Path.of(beside))) {
                    export(shelf, file.stream(), people.stream());
                    people.commit();
                }
            } else {
                export(shelf, file.stream(), null);
            }
            file.commit();
        }
    }

    private void export(ProblemShelf shelf, OutputStream out, @Nullable OutputStream people) throws IOException {
        try (Exporter exporter = exporter(out, people)) {
            forEach(shelf, exporter::add);
        }
        out.flush();
    }

    private Exporter exporter(OutputStream out, @Nullable OutputStream people) throws IOException {
        return switch (format) {
            case COCO -> new CocoAnnotations(out, category);
            case COCO_RESULTS -> new CocoResults(out);
            case CVAT -> new CvatXml(out, category);
            case LABELSTUDIO -> new LabelStudioTasks(out, category);
            case DLC_CSV -> new DlcCsv(out, people);
            case OPENPOSE -> throw new IllegalStateException("one file per image");
        };
    }

    private interface Taking {
        void take(Solved solved) throws IOException;
    }

    private void forEach(ProblemShelf shelf, Taking taking) throws IOException {
        for (String file : solutions) {
            try (ClaimReader claims = ClaimReader.open(file, console.in())) {
                while (claims.hasNext()) {
                    ClaimDocument claim = claims.next();
                    Problem problem = shelf.take(claim.problemId());
                    taking.take(Solved.of(problem, claim.claim(problem)));
                }
            }
        }
    }

    private void openPose(ProblemShelf shelf) throws IOException {
        Path path = Path.of(output);
        if (output.endsWith("/") || Files.isDirectory(path)) {
            Files.createDirectories(path);
            Set<String> ids = new HashSet<>();
            forEach(shelf, solved -> {
                String id = solved.problem().id();
                if (!FileNames.usable(id) || !ids.add(id)) {
                    throw new BadInputException("problem id \"" + id + "\" cannot be the name of a file of its own");
                }
                one(solved, path.resolve(id + "_keypoints.json"));
            });
            return;
        }
        List<Solved> only = new ArrayList<>();
        forEach(shelf, solved -> {
            if (!only.isEmpty()) {
                throw new BadInputException(
                        "openpose has one file per image and there are several; give -o a directory");
            }
            only.add(solved);
        });
        if (only.isEmpty()) {
            throw new BadInputException("there are no solutions");
        }
        if (output.equals("-")) {
            OpenPoseFile.write(only.get(0), console.out());
        } else {
            one(only.get(0), path);
        }
    }

    private static void one(Solved solved, Path path) throws IOException {
        try (OutputFile file = OutputFile.create(path)) {
            OpenPoseFile.write(solved, file.stream());
            file.commit();
        }
    }
}
