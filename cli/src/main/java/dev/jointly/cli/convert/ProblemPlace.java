package dev.jointly.cli.convert;

import dev.jointly.cli.CannotWriteException;
import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.PeopleLimit;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.EvidenceWriter;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.vision.cost.CostModel;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where imported problems go, a line each, and the evidence they are made of, if wanted; both complete or not at all. */
final class ProblemPlace implements AutoCloseable {
    private final OutputFile problems;
    private final @Nullable OutputFile evidence;
    private final PeopleLimit people;
    private final Set<String> leftOut = new LinkedHashSet<>();
    private int count;

    private ProblemPlace(OutputFile problems, @Nullable OutputFile evidence, PeopleLimit people) {
        this.problems = problems;
        this.evidence = evidence;
        this.people = people;
    }

    /**
     * Opens both before work begins; {@code -} is standard output.
     *
     * @param evidence null if it is not wanted
     */
    static ProblemPlace open(
            String problems, @Nullable String evidence, PeopleLimit people, Outputs outputs, Console console)
            throws IOException {
        OutputFile lines = outputs.open(problems, console);
        try {
            return new ProblemPlace(lines, evidence == null ? null : outputs.open(evidence, console), people);
        } catch (CannotWriteException e) {
            lines.close();
            throw e;
        }
    }

    /** A frame, and its problem by a cost model. */
    void write(Evidence frame, CostModel model) {
        if (evidence != null) {
            OutputFile lines = evidence;
            named(lines, () -> EvidenceWriter.write(frame, Layout.LINE, lines.stream()));
        }
        named(problems, () -> ProblemWriter.write(people.of(model.problem(frame)), Layout.LINE, problems.stream()));
        count++;
        frame.parts().stream()
                .filter(part -> !model.anatomy().parts().contains(part))
                .forEach(leftOut::add);
    }

    /** Parts of the frames that the anatomy does not have. */
    Set<String> leftOut() {
        return leftOut;
    }

    /** Problems written. */
    int count() {
        return count;
    }

    /** Puts both in place. */
    void commit() {
        if (evidence != null) {
            named(evidence, evidence::commit);
        }
        named(problems, problems::commit);
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void named(OutputFile file, Writing work) {
        try {
            work.run();
        } catch (IOException e) {
            throw new CannotWriteException(file.name().toString(), e);
        }
    }

    /** Throws away what was not committed. */
    @Override
    public void close() throws IOException {
        try (problems;
                evidence) {
            // neither is left open
        }
    }
}
