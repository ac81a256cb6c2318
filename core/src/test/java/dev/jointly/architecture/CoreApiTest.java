package dev.jointly.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What callers of core depend on changes only on purpose. */
class CoreApiTest {
    @Test
    void theApiIsTheRecordedOne() throws IOException {
        PublicApi.of(Problem.class)
                .requireRecorded("core", Path.of("src/test/resources/dev/jointly/architecture/core-api.txt"));
    }

    @Test
    void noSignatureMentionsAnInternalType() throws IOException {
        assertThat(PublicApi.of(Problem.class).leaks()).isEmpty();
    }

    /** One line of each kind, written by hand: a list that leaves out a kind would never see it change. */
    @Test
    void theListHasEveryKindOfMember() throws IOException {
        assertThat(PublicApi.of(Problem.class).lines())
                .contains(
                        "public final class dev.jointly.solve.Solver",
                        "public dev.jointly.solve.Solver(dev.jointly.lp.LpEngine)",
                        "public static final int dev.jointly.anatomy.Anatomy.MAX_MAJORS",
                        "public static final dev.jointly.solve.Method dev.jointly.solve.Method.PCG",
                        "public static final record dev.jointly.anatomy.Anatomy$Limb(int a, int b) implements"
                                + " java.lang.Comparable<dev.jointly.anatomy.Anatomy$Limb>",
                        "public static sealed interface dev.jointly.proof.Proof$Node",
                        "protected dev.jointly.lp.ForwardingModel(dev.jointly.lp.LpModel)",
                        "public abstract void dev.jointly.lp.LpModel.close()")
                .noneMatch(line -> line.contains("dev.jointly.solve.tree"))
                .noneMatch(line -> line.contains("dev.jointly.solve.master"));
    }

    @Test
    void changesAreTold() {
        assertThat(PublicApi.changes(List.of("a", "b"), List.of("b", "c"))).containsExactly("removed a", "added c");
        assertThat(PublicApi.changes(List.of("a"), List.of("a"))).isEmpty();
    }

    @Test
    void leaksAreFoundWhereverATypeIsMentioned() {
        assertThat(PublicApi.leaks(List.of(Leaking.class, Hidden.class), type -> type != Hidden.class))
                .hasSize(5)
                .allMatch(leak -> leak.endsWith(" mentions " + Hidden.class.getName()));
    }

    /** Not a type that a signature may mention. */
    interface Hidden {}

    /** Mentions it in its bounds, its interfaces, a field, parameters, results, and bounds of a method. */
    @SuppressWarnings("unused")
    abstract static class Leaking<T extends Hidden> implements Iterable<Hidden[]> {
        public List<? extends Hidden[][]> field = List.of();

        public Leaking(Hidden parameter) {}

        protected abstract List<? super Hidden> result();

        public abstract <U extends Hidden> void bounded();

        public abstract int harmless(List<String> texts);

        abstract Hidden notForCallers();
    }
}
