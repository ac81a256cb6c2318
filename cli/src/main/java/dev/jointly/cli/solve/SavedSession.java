package dev.jointly.cli.solve;

import dev.jointly.cli.Inputs;
import dev.jointly.io.AnnotatedImage;
import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.ProblemReader;
import dev.jointly.problem.Move;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * What was saved on the page, checked as a whole before any of it is solved.
 *
 * @param problems with all pins
 * @param moves of joints, by the id of their problem
 */
record SavedSession(String file, List<Problem> problems, Map<String, List<Move>> moves) implements ProblemFeed {
    /**
     * Reads it.
     *
     * @param given problems of images that have none in the file
     * @param changed what to make of each problem
     */
    static SavedSession read(String file, Inputs given, InputStream standardInput, UnaryOperator<Problem> changed) {
        if (file.equals("-") && given.files().contains("-")) {
            throw new BadInputException("standard input cannot be both the session and the problems");
        }
        Map<String, Problem> known = known(given, standardInput);
        List<Problem> problems = new ArrayList<>();
        Map<String, List<Move>> moves = new HashMap<>();
        try (DocumentReader<List<AnnotatedImage>> reader = AnnotatedImage.open(file, standardInput)) {
            for (AnnotatedImage image : reader.next()) {
                String where = InputFile.name(file) + ": image " + Excerpt.quoted(image.name()) + ": ";
                try {
                    Problem problem = image.pinned(problem(image, known));
                    if (moves.put(problem.id(), image.moves()) != null) {
                        throw new BadInputException("found problem " + Excerpt.quoted(problem.id())
                                + " a second time but expected each once");
                    }
                    problems.add(changed.apply(problem));
                } catch (BadInputException | IllegalArgumentException e) {
                    throw new BadInputException(where + e.getMessage(), e);
                }
            }
            if (problems.isEmpty() || reader.hasNext()) {
                throw new BadInputException(InputFile.name(file) + ": found "
                        + (problems.isEmpty() ? "no images" : "a second document") + " but expected one session");
            }
        }
        return new SavedSession(file, problems, moves);
    }

    private static Map<String, Problem> known(Inputs given, InputStream standardInput) {
        Map<String, Problem> known = new HashMap<>();
        for (String file : given.files()) {
            try (ProblemReader reader = ProblemReader.open(file, standardInput)) {
                reader.forEachRemaining(problem -> {
                    if (known.put(problem.id(), problem) != null) {
                        throw new BadInputException(InputFile.name(file) + ": found problem "
                                + Excerpt.quoted(problem.id()) + " a second time but expected each once");
                    }
                });
            }
        }
        return known;
    }

    /** The problem of an image: its own, or that of its name, with or without the ending. */
    private static Problem problem(AnnotatedImage image, Map<String, Problem> known) {
        Problem own = image.problem();
        if (own == null) {
            String stem = image.name().replaceFirst("(?<=.)\\.[^./]*$", "");
            Problem named = known.getOrDefault(image.name(), known.get(stem));
            return Objects.requireNonNullElseGet(named, () -> {
                throw new BadInputException(
                        "found no problem, neither here nor in --problems, where it would have the id "
                                + Excerpt.quoted(stem));
            });
        }
        Problem other = known.get(own.id());
        if (other != null && !isGrown(own, other, image.added())) {
            throw new BadInputException("problem " + Excerpt.quoted(own.id())
                    + " is not the one in --problems: more differs than the joints that were added by hand");
        }
        return own;
    }

    /** Whether a problem is another one with these detections at its end. */
    private static boolean isGrown(Problem grown, Problem before, List<Integer> added) {
        int size = before.size();
        boolean alike = grown.size() >= size
                && grown.pins().equals(before.pins())
                && IntStream.range(size, grown.size()).allMatch(added::contains);
        if (!alike) {
            return false;
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        grown.pairs().forEach((a, b, cost) -> {
            if (a < size && b < size) {
                pairs.add(a, b, cost);
            }
        });
        Problem first = new Problem(
                grown.id(),
                grown.image(),
                grown.anatomy(),
                grown.poseCost(),
                grown.detections().subList(0, size),
                pairs.build(size, grown.pairs().absentForbidden()),
                grown.pins(),
                grown.maxPoses());
        return ProblemDigest.sha256(first).equals(ProblemDigest.sha256(before));
    }

    @Override
    public boolean independent() {
        return true;
    }

    @Override
    public void pour(Taker taker) throws InterruptedException {
        for (Problem problem : problems) {
            if (taker.enough()) {
                return;
            }
            taker.take(
                    problem,
                    file,
                    problems.size() == 1,
                    solved -> solved.movedBy(moves.getOrDefault(problem.id(), List.of())));
        }
        taker.endOfFile();
    }
}
