package dev.jointly.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Tiny problems as text. */
public final class ProblemTexts {
    private static final Anatomy BODY =
            Anatomy.of("two", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));

    private ProblemTexts() {}

    /** One neck and one head, worth {@code worth} together. */
    public static String line(String id, double worth, Pin... pins) {
        return text(id, worth, Layout.LINE, pins);
    }

    public static String pretty(String id, double worth) {
        return text(id, worth, Layout.PRETTY);
    }

    public static String lines(String... ids) {
        return Arrays.stream(ids).map(id -> line(id, -2)).collect(Collectors.joining());
    }

    private static String text(String id, double worth, Layout layout, Pin... pins) {
        Problem problem = new Problem(
                id,
                null,
                BODY,
                Micro.of(1),
                List.of(Detection.of(0, -0.5), Detection.of(1, -0.25)),
                new PairCosts.Builder().add(0, 1, Micro.of(worth - 0.25)).build(2, true),
                List.of(pins));
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ProblemWriter.write(problem, layout, out);
            return out.toString(UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
