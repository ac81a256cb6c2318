package dev.jointly.cli.solve;

import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.cli.Exit;
import dev.jointly.cli.Inputs;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClaimDocument;
import dev.jointly.io.DocumentLines;
import dev.jointly.io.DocumentLines.Entry;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks a file of solutions against a file of problems. They are matched by id, both going forward only, so that neither
 * file has to fit in memory. What cannot be read gets a line, and the rest is still checked.
 */
final class VerifyMany {
    private final VerifyCommand command;
    private final Iterator<Entry<Problem>> problems;
    private final Iterator<Entry<ClaimDocument>> claims;
    private final Map<Verdict.Kind, Integer> counts = new EnumMap<>(Verdict.Kind.class);
    private int missing;
    private int unreadable;
    /** Unreadable solutions that do not say of which problem they are: the next problem without one may be theirs. */
    private int stray;
    /** The next problem to be matched. */
    private @Nullable Entry<Problem> problem;

    VerifyMany(VerifyCommand command, Iterator<Entry<Problem>> problems, Iterator<Entry<ClaimDocument>> claims) {
        this.command = command;
        this.problems = problems;
        this.claims = claims;
    }

    /** Checks all, from the first of each on; the exit code. */
    int run(Entry<Problem> firstProblem, Entry<ClaimDocument> firstClaim) {
        problem = firstProblem;
        handle(firstClaim);
        while (claims.hasNext()) {
            handle(claims.next());
        }
        while (problem != null) {
            passOver(problem);
            advance();
        }
        return total();
    }

    private void handle(Entry<ClaimDocument> claim) {
        Optional<String> id = claim.id();
        if (id.isEmpty()) {
            stray++;
            reportUnreadable(
                    claim.place(),
                    claim.failure() == null
                            ? "/problem: found nothing but expected the id of a problem, as there are many"
                            : reason(claim.place(), claim.failure()));
            return;
        }
        Entry<Problem> match = find(id.get());
        if (match.failure() != null) {
            reportUnreadable(id.get(), String.valueOf(match.failure().getMessage()));
        } else if (claim.failure() != null) {
            reportUnreadable(id.get(), String.valueOf(claim.failure().getMessage()));
        } else if (match.document() != null && claim.document() != null) {
            check(match.document(), claim.document());
        }
        advance();
    }

    private void check(Problem given, ClaimDocument claim) {
        Problem matched = command.people.of(given);
        Verdict verdict;
        int margins;
        try {
            Claim claimed = claim.claim(matched);
            margins = claimed.margins().size();
            verdict = command.check(matched, claimed);
        } catch (BadInputException e) {
            // a name that is no part of this problem
            reportUnreadable(matched.id(), String.valueOf(e.getMessage()));
            return;
        }
        counts.merge(verdict.kind(), 1, Integer::sum);
        command.print(matched.id() + ": " + VerifyCommand.words(matched, verdict) + ", proven lower bound "
                + VerifyCommand.bound(verdict) + ", recomputed objective " + Micro.toString(verdict.objective())
                + (verdict.accepted() && margins > 0 ? ", " + margins + " margins confirmed" : ""));
    }

    private Entry<Problem> find(String id) {
        while (problem != null && !problem.id().equals(Optional.of(id))) {
            passOver(problem);
            advance();
        }
        if (problem == null) {
            throw new BadInputException(command.solutionFile + ": /problem: found \"" + id
                    + "\" but expected the id of a further problem in " + command.problemFile
                    + " (solutions must be in the order of the problems)");
        }
        return problem;
    }

    private void advance() {
        problem = problems.hasNext() ? problems.next() : null;
    }

    private void passOver(Entry<Problem> passed) {
        if (passed.failure() != null) {
            reportUnreadable(passed.id().orElse(passed.place()), reason(passed.place(), passed.failure()));
        } else if (stray > 0) {
            stray--;
        } else {
            missing++;
            command.print(passed.id().orElse(passed.place()) + ": NO SOLUTION");
        }
    }

    /** The message without the place, which stands before it already. */
    private static String reason(String place, BadInputException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.startsWith(place + ": ") ? message.substring(place.length() + 2) : message;
    }

    private void reportUnreadable(String what, String reason) {
        unreadable++;
        command.print(what + ": UNREADABLE: " + reason);
    }

    private int total() {
        int rejected = counts.getOrDefault(Verdict.Kind.REJECTED, 0);
        int optimal = counts.getOrDefault(Verdict.Kind.PROVEN_OPTIMAL, 0);
        int bounded = counts.getOrDefault(Verdict.Kind.BOUNDED, 0);
        int undecided = counts.getOrDefault(Verdict.Kind.UNDECIDED, 0);
        command.print("total " + (optimal + bounded + rejected + undecided + unreadable + missing) + ": " + optimal
                + " proven optimal, " + bounded + " bounded, " + rejected + " rejected, " + undecided + " undecided, "
                + unreadable + " unreadable, " + missing + " without solution");
        if (rejected + missing > 0) {
            return Exit.NO;
        }
        if (unreadable > 0) {
            return Exit.WRONG;
        }
        return undecided > 0 ? Exit.UNDECIDED : Exit.DONE;
    }

    /**
     * The documents of files, one file after another. Of many files one that cannot be opened or read on is one entry with its
     * failure, by the id that its name tells.
     */
    static final class EntryChain<T> implements Iterator<Entry<T>>, AutoCloseable {
        private final boolean many;
        private final Inputs.Kind kind;
        private final Predicate<String> isId;
        private final Function<T, Optional<String>> idOf;
        private final Iterator<String> files;
        private final Function<String, DocumentLines<T>> opening;
        private String file = "";
        private @Nullable DocumentLines<T> lines;
        private @Nullable Entry<T> next;

        /** @param isId whether the name of a file, without its ending, may be taken for the id of what cannot be read */
        EntryChain(
                Inputs inputs,
                boolean many,
                Inputs.Kind kind,
                Predicate<String> isId,
                Function<T, Optional<String>> idOf,
                Function<String, DocumentLines<T>> opening) {
            this.many = many;
            this.kind = kind;
            this.isId = isId;
            this.idOf = idOf;
            this.files = inputs.files().iterator();
            this.opening = opening;
        }

        @Override
        public boolean hasNext() {
            while (next == null) {
                try {
                    if (lines != null && lines.hasNext()) {
                        next = named(lines.next());
                        continue;
                    }
                    close();
                    if (!files.hasNext()) {
                        return false;
                    }
                    file = files.next();
                    lines = opening.apply(file);
                } catch (BadInputException e) {
                    if (!many) {
                        throw e;
                    }
                    close();
                    next = named(new Entry<>(file, Optional.empty(), null, e));
                }
            }
            return true;
        }

        private Entry<T> named(Entry<T> entry) {
            if (entry.document() != null) {
                return new Entry<>(entry.place(), idOf.apply(entry.document()), entry.document(), null);
            }
            String stem = kind.stem(file);
            return !many || entry.id().isPresent() || !isId.test(stem)
                    ? entry
                    : new Entry<>(entry.place(), Optional.of(stem), null, entry.failure());
        }

        @Override
        public Entry<T> next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException("no further file");
            }
            Entry<T> entry = next;
            next = null;
            return entry;
        }

        @Override
        public void close() {
            if (lines != null) {
                lines.close();
                lines = null;
            }
        }
    }
}
