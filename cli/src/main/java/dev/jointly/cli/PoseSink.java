package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.SolutionWriter;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Solutions of images: besides the usual output, the problems they belong to and drawings, if requested. */
final class PoseSink implements AnswerSink {
    private final AnswerSink answers;
    private final Map<String, Path> photos;
    private final @Nullable OutputFile problems;
    private final @Nullable Path drawings;

    private PoseSink(
            AnswerSink answers, @Nullable OutputFile problems, @Nullable Path drawings, Map<String, Path> photos) {
        this.answers = answers;
        this.problems = problems;
        this.drawings = drawings;
        this.photos = photos;
    }

    /**
     * Opens every place before work begins.
     *
     * @param output opens the place of the solutions
     * @param problems file, or null
     * @param drawings directory, created if needed, or null
     */
    static PoseSink open(
            Supplier<AnswerSink> output, @Nullable String problems, @Nullable String drawings, List<Path> photos)
            throws IOException {
        Map<String, Path> known = byId(photos);
        Path folder = drawings == null ? null : folder(drawings);
        AnswerSink answers = output.get();
        try {
            return new PoseSink(answers, problems == null ? null : OutputFile.create(Path.of(problems)), folder, known);
        } catch (IOException | InvalidPathException e) {
            answers.close();
            throw new CannotWriteException(String.valueOf(problems), e);
        }
    }

    private static Path folder(String drawings) {
        try {
            return Files.createDirectories(Path.of(drawings));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(drawings, e);
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
    public Answer prepare(Problem problem, Solution solution, boolean alone) throws IOException {
        Answer answer = answers.prepare(problem, solution, alone);
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
                if (drawings != null) {
                    draw(problem, solution, drawings);
                }
            }

            @Override
            public List<String> wrote() {
                return drawings == null
                        ? List.of()
                        : List.of(drawings.resolve(problem.id() + ".png").toString());
            }
        };
    }

    private void draw(Problem problem, Solution solution, Path folder) throws IOException {
        Overlay overlay = new Overlay(problem, solution.poses(), caption(solution));
        Path photo = photos.get(problem.id());
        BufferedImage image = overlay.png(photo == null ? null : PhotoReader.read(photo));
        try (OutputFile file = OutputFile.create(folder.resolve(problem.id() + ".png"))) {
            ImageIO.write(image, "png", file.stream());
            file.commit();
        }
        try (OutputFile file = OutputFile.create(folder.resolve(problem.id() + ".svg"))) {
            file.stream().write(overlay.svg().getBytes(StandardCharsets.UTF_8));
            file.commit();
        }
    }

    private static String caption(Solution solution) {
        int people = solution.poses().size();
        return String.format(
                Locale.ROOT,
                "%d %s, %s, gap %s",
                people,
                people == 1 ? "person" : "people",
                SolutionWriter.status(solution.status()),
                SolveLog.percent(solution.gap()));
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
