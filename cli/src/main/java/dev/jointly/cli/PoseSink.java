package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import dev.jointly.vision.draw.DrawingFormat;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Solutions of images: besides the usual output, the problems they belong to and drawings, if requested. */
final class PoseSink implements AnswerSink {
    private final AnswerSink answers;
    private final Map<String, Path> photos;
    private final @Nullable OutputFile problems;
    private final @Nullable Path folder;
    private final Drawings drawings;

    private PoseSink(
            AnswerSink answers,
            @Nullable OutputFile problems,
            @Nullable Path folder,
            Drawings drawings,
            Map<String, Path> photos) {
        this.answers = answers;
        this.problems = problems;
        this.folder = folder;
        this.drawings = drawings;
        this.photos = photos;
    }

    /**
     * Opens every place before work begins.
     *
     * @param output opens the place of the solutions
     * @param problems file, or null
     * @param folder directory for drawings, created if needed, or null
     */
    static PoseSink open(
            Supplier<AnswerSink> output,
            @Nullable String problems,
            @Nullable String folder,
            Drawings drawings,
            List<Path> photos)
            throws IOException {
        Map<String, Path> known = byId(photos);
        Path drawn = folder == null ? null : Drawings.folder(folder);
        AnswerSink answers = output.get();
        try {
            OutputFile file = problems == null ? null : OutputFile.create(Path.of(problems));
            return new PoseSink(answers, file, drawn, drawings, known);
        } catch (IOException | InvalidPathException e) {
            answers.close();
            throw new CannotWriteException(String.valueOf(problems), e);
        }
    }

    private static Map<String, Path> byId(List<Path> photos) {
        Map<String, Path> known = new HashMap<>();
        for (Path photo : photos) {
            String id = PhotoFeed.id(photo);
            Path other = known.put(id, photo);
            if (other != null) {
                throw new BadInputException(other + " and " + photo + " would both be known as \"" + id
                        + "\"; rename one of them, or run them apart");
            }
        }
        return known;
    }

    @Override
    public void admit(Problem problem) {
        answers.admit(problem);
    }

    @Override
    public Answer prepare(SolvedProblem solved, boolean alone) throws IOException {
        Problem problem = solved.problem();
        Answer answer = answers.prepare(solved, alone);
        return new Answer() {
            @Override
            public int bytes() {
                return answer.bytes();
            }

            @Override
            public void write() throws IOException {
                if (problems != null) {
                    ProblemWriter.write(problem, alone ? Layout.PRETTY : Layout.LINE, problems.stream());
                    problems.keep();
                }
                answer.write();
                if (folder != null) {
                    draw(solved, folder);
                }
            }

            @Override
            public List<String> wrote() {
                return folder == null
                        ? List.of()
                        : formats().stream()
                                .map(format -> file(folder, problem, format).toString())
                                .toList();
            }
        };
    }

    /** On the photo; as SVG on a plain ground, which keeps it small. */
    private void draw(SolvedProblem solved, Path folder) throws IOException {
        Problem problem = solved.problem();
        Solution solution = solved.solution();
        boolean optimal = solution.status() == Solution.Status.OPTIMAL;
        Overlay overlay = drawings.overlay(
                problem, solution.poses(), solved.margins(), PlainWords.quality(optimal, solution.gap()));
        Path photo = photos.get(problem.id());
        List<DrawingFormat> formats = formats();
        boolean pixels = formats.stream().anyMatch(format -> format != DrawingFormat.SVG);
        BufferedImage ground = photo != null && pixels ? PhotoReader.read(photo) : null;
        for (DrawingFormat format : formats) {
            drawings.write(overlay, format == DrawingFormat.SVG ? null : ground, format, file(folder, problem, format));
        }
    }

    private List<DrawingFormat> formats() {
        return drawings.formats(DrawingFormat.PNG, DrawingFormat.SVG);
    }

    private static Path file(Path folder, Problem problem, DrawingFormat format) {
        return folder.resolve(problem.id() + "." + format.ending());
    }

    @Override
    public void close() throws IOException {
        try (answers) {
            if (problems != null) {
                try (problems) {
                    problems.commitKept();
                }
            }
        }
    }
}
