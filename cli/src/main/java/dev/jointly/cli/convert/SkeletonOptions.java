package dev.jointly.cli.convert;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.cli.Misuse;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.io.GivenLimbs;
import dev.jointly.io.InputFormat;
import dev.jointly.io.dlc.DlcConfig;
import dev.jointly.vision.cost.CostModel;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which anatomy imported problems have. */
final class SkeletonOptions {
    private static final int MAX_MAJORS = 3;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "dlc: config.yaml of the project, for parts, skeleton and number of animals.")
    @Nullable
    String config;

    @Option(
            names = "--limbs",
            paramLabel = "LIMBS",
            split = ",",
            description = "Limbs, such as snout-leftear,snout-rightear. They join all parts that they name; other parts"
                    + " are left out. Default: the skeleton of --config, or chosen from the pairs in the files.")
    List<String> limbs = new ArrayList<>();

    @Option(
            names = "--hub",
            paramLabel = "PART",
            description = "Major part, of which every person has at least one; up to three times. Default: the centre"
                    + " of --limbs or --config, the neck, or the part that is missed least. Not with --costs, which"
                    + " has them.")
    List<String> hubs = new ArrayList<>();

    private @Nullable DlcConfig project;

    /** Refuses options that do not fit, before anything is read. */
    void check(InputFormat format, boolean costs) {
        Misuse.unless(
                hubs.size() <= MAX_MAJORS,
                "found " + hubs.size() + " times --hub but expected " + MAX_MAJORS + " at most");
        Misuse.unless(
                !costs || hubs.isEmpty(),
                "--hub cannot be combined with --costs: major parts are those of the cost model");
        Misuse.unless(
                !costs || limbs.isEmpty(),
                "--limbs cannot be combined with --costs: limbs are those of the cost model");
        Misuse.unless(
                config == null || format.takesConfig(),
                "--config cannot be combined with " + format.name() + ", which has no project");
        Misuse.unless(
                limbs.isEmpty() || format.takesLimbs(),
                "--limbs cannot be combined with " + format.name() + ", whose limbs are known");
    }

    /**
     * Reads the project, if one is named, and rejects what cannot be used of it.
     *
     * @param costs whose anatomy takes the place of the project's; null without one
     */
    void read(InputStream standardInput, @Nullable CostModel costs) {
        DlcConfig from = config == null ? null : DlcConfig.read(config, standardInput);
        project = from;
        if (from == null) {
            return;
        }
        if (costs == null && limbs.isEmpty()) {
            from.limbs();
        } else if (costs != null && !from.parts().containsAll(costs.anatomy().parts())) {
            throw new BadInputException(
                    from.file() + ": found the parts " + String.join(", ", from.parts()) + " but the cost model has "
                            + String.join(", ", costs.anatomy().parts()) + "; use costs fitted to this project");
        }
    }

    /** The most animals of a frame, by the project; empty where it does not say. */
    OptionalInt animals() {
        return project == null || project.animals() == 0 ? OptionalInt.empty() : OptionalInt.of(project.animals());
    }

    /** Whether the anatomy does not depend on the detections. */
    boolean given() {
        return project != null || !limbs.isEmpty();
    }

    /** The anatomy of frames, all of which have it. */
    Anatomy anatomy(InputFormat format, List<Evidence> frames) {
        if (!given()) {
            return format.anatomy(frames, hubs);
        }
        Anatomy anatomy = anatomy(format.name(), frames.get(0).parts());
        requireScored(anatomy, frames);
        return anatomy;
    }

    /** The anatomy that was given, for files with these parts. */
    private Anatomy anatomy(String name, List<String> parts) {
        DlcConfig from = project;
        if (from != null) {
            List<String> missing =
                    from.parts().stream().filter(part -> !parts.contains(part)).toList();
            if (!missing.isEmpty()) {
                throw new BadInputException("found the parts " + String.join(", ", parts) + " but expected "
                        + String.join(", ", missing) + " too, which " + from.file() + " names");
            }
        }
        if (from != null && limbs.isEmpty()) {
            return from.anatomy(hubs);
        }
        List<String> known = from == null ? parts : from.parts();
        try {
            List<List<String>> pairs =
                    limbs.stream().map(limb -> GivenLimbs.pair(limb, known)).toList();
            List<String> joined = from != null
                    ? known
                    : known.stream()
                            .filter(part -> pairs.stream().anyMatch(pair -> pair.contains(part)))
                            .toList();
            GivenLimbs given = GivenLimbs.of(joined, pairs);
            if (!given.ignored().isEmpty()) {
                throw new BadInputException("found " + given.ignored().get(0) + "; leave it out");
            }
            return given.anatomy(name, hubs);
        } catch (BadInputException e) {
            throw new BadInputException("--limbs: " + e.getMessage(), e);
        }
    }

    /** Without a score no two detections of a limb would ever be joined. */
    private static void requireScored(Anatomy anatomy, List<Evidence> frames) {
        List<String> parts = frames.get(0).parts();
        TreeSet<Limb> scored = new TreeSet<>();
        frames.forEach(frame -> frame.edges().forEach(edge -> scored.add(new Limb(edge.a(), edge.b()))));
        for (Limb limb : anatomy.limbs()) {
            String a = anatomy.parts().get(limb.a());
            String b = anatomy.parts().get(limb.b());
            if (!scored.contains(new Limb(parts.indexOf(a), parts.indexOf(b)))) {
                throw new BadInputException("found no affinities of the limb " + a + "-" + b + " but only of "
                        + String.join(
                                ", ",
                                scored.stream()
                                        .map(pair -> parts.get(pair.a()) + "-" + parts.get(pair.b()))
                                        .toList())
                        + "; name other limbs with --limbs");
            }
        }
    }

    /** What the user should know about the project, each a line. */
    List<String> notices() {
        DlcConfig from = project;
        return from == null || !limbs.isEmpty()
                ? List.of()
                : from.limbs().ignored().stream()
                        .map(pair -> from.file() + ": skeleton: ignored " + pair)
                        .toList();
    }

    /** The major parts and limbs of an anatomy in one line, and how many animals there can be. */
    String report(Anatomy anatomy) {
        OptionalInt most = animals();
        return (most.isEmpty() ? "" : "at most " + most.getAsInt() + " individuals; ") + PlainWords.anatomy(anatomy);
    }
}
