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
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where imported problems go, a line each, and the evidence they are made of, if wanted; both complete or not at all. */
final class ProblemPlace implements AutoCloseable {
    private final Lines problems;
    private final @Nullable Lines evidence;
    private final PeopleLimit people;
    private final Set<String> leftOut = new LinkedHashSet<>();
    private int count;

    private ProblemPlace(Lines problems, @Nullable Lines evidence, PeopleLimit people) {
        this.problems = problems;
        this.evidence = evidence;
        this.people = people;
    }

    /** A file, or standard output. */
    private record Lines(
            String name, OutputStream out, @Nullable OutputFile file) {
        static Lines open(String name, Outputs outputs, Console console) {
            if (name.equals("-")) {
                return new Lines(name, console.out(), null);
            }
            OutputFile file = outputs.create(name);
            return new Lines(name, file.stream(), file);
        }

        void commit() {
            try {
                out.flush();
                if (file != null) {
                    file.commit();
                }
            } catch (IOException e) {
                throw new CannotWriteException(name, e);
            }
        }

        void close() {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (IOException e) {
                throw new CannotWriteException(name, e);
            }
        }
    }

    /**
     * Opens both before work begins; {@code -} is standard output.
     *
     * @param evidence null if it is not wanted
     */
    static ProblemPlace open(
            String problems, @Nullable String evidence, PeopleLimit people, Outputs outputs, Console console) {
        Lines lines = Lines.open(problems, outputs, console);
        try {
            return new ProblemPlace(lines, evidence == null ? null : Lines.open(evidence, outputs, console), people);
        } catch (CannotWriteException e) {
            lines.close();
            throw e;
        }
    }

    /** A frame, and its problem by a cost model. */
    void write(Evidence frame, CostModel model) {
        if (evidence != null) {
            try {
                EvidenceWriter.write(frame, Layout.LINE, evidence.out());
            } catch (IOException e) {
                throw new CannotWriteException(evidence.name(), e);
            }
        }
        try {
            ProblemWriter.write(people.of(model.problem(frame)), Layout.LINE, problems.out());
        } catch (IOException e) {
            throw new CannotWriteException(problems.name(), e);
        }
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
            evidence.commit();
        }
        problems.commit();
    }

    /** Throws away what was not committed. */
    @Override
    public void close() {
        try {
            if (evidence != null) {
                evidence.close();
            }
        } finally {
            problems.close();
        }
    }
}
