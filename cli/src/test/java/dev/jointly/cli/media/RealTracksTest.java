package dev.jointly.cli.media;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.cli.Main;
import dev.jointly.cli.Program;
import dev.jointly.cli.Program.Run;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.fixture.RealData;
import dev.jointly.pose.Person;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.MotionFit;
import dev.jointly.track.Track;
import dev.jointly.track.TrackCheck;
import dev.jointly.track.TrackPerson;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.TrackSolver;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.vision.eval.Assignment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tracks on DeepLabCut's two videos, whose animals have no known tracks. Printed for dev/tracks.md: how many tracks there are,
 * and how often two ways disagree about who is who.
 */
@Tag("slow")
class RealTracksTest {
    @TempDir
    Path dir;

    /** Numbers of chains by frame and person; 0 for none. */
    private record Chains(Clip clip, Map<List<Integer>, Integer> of) {
        String words() {
            int people = clip.frames().stream()
                    .mapToInt(frame -> frame.people().size())
                    .sum();
            return new TreeSet<>(of.values()).size() + " tracks, " + (people - of.size()) + " of " + people
                    + " people in none";
        }
    }

    @ParameterizedTest
    @CsvSource({"trimouse, 50", "montblanc, 180"})
    void tracksOfRealAnimals(String name, int frames) throws IOException {
        Path full = RealData.file("deeplabcut/" + name + "_full.pickle");
        Clip theirs = clip(DlcAssemblies.read(
                RealData.file("deeplabcut/" + name + "_assemblies.pickle").toString(), InputStream.nullInputStream()));
        Clip start = new Clip(theirs.frames().stream()
                .filter(frame -> frame.number() < frames)
                .toList());
        if (start.frames().size() < theirs.frames().size()) {
            print(name + ", DeepLabCut, all frames", theirs);
            long begin = System.nanoTime();
            flow(theirs);
            System.out.printf(
                    "%s: %d frames tracked and checked in %.2f s%n",
                    name, theirs.frames().size(), (System.nanoTime() - begin) / 1e9);
        }
        print(name + ", DeepLabCut", start);
        Clip free = grouped(full);
        Clip limited = grouped(full, "--max-people", 3);
        assertThat(limited.frames()).hasSizeBetween(1, frames);
        print(name + ", ours", free);
        print(name + ", ours, at most 3", limited);
        System.out.println(name + ": our flow, at most 3, and their frame to frame: "
                + agreement(flow(limited), frameToFrame(start)));
        System.out.println(name + ": our flow, at most 3, and their flow: " + agreement(flow(limited), flow(start)));
        // three animals stay in sight all the time
        assertThat(new TreeSet<>(flow(limited).of().values())).hasSize(3);
    }

    private static void print(String what, Clip clip) {
        System.out.println(what + ", frame to frame: " + frameToFrame(clip).words());
        System.out.println(what + ", flow: " + flow(clip).words());
    }

    /** By import, solve, track and export, and the same people as the exported table has them. */
    private Clip grouped(Path full, Object... options) throws IOException {
        Program program = new Program(new Main.Engine());
        Path folder = Files.createTempDirectory(dir, "grouped");
        Path problems = folder.resolve("p.ndjson");
        Path solutions = folder.resolve("s.ndjson");
        Path tracks = folder.resolve("tracks.json");
        Path table = folder.resolve("t.csv");
        Object[] imported = Stream.concat(
                        Stream.of("import", "dlc", full, "-o", problems, "-q"), Arrays.stream(options))
                .toArray();
        assertThat(program.run(imported).code()).isZero();
        program.run("solve", problems, "-o", solutions, "-q");
        Run tracked = program.run("track", solutions, "--problems", problems, "-o", tracks);
        assertThat(tracked.code()).as(tracked.err()).isZero();
        assertThat(program.run("track", "--check", tracks).out()).endsWith("PROVEN OPTIMAL\n");
        Run run =
                program.run("export", "csv", solutions, "--problems", problems, "--tracks", tracks, "-o", table, "-q");
        assertThat(run.code()).as(run.err()).isZero();
        SortedMap<Integer, SortedMap<Integer, Map<Integer, Person.Joint>>> frames = new TreeMap<>();
        Map<String, Integer> parts = new HashMap<>();
        for (String line : Files.readAllLines(table).stream().skip(1).toList()) {
            String[] cells = line.split(",", -1);
            int part = parts.computeIfAbsent(cells[4], key -> parts.size());
            frames.computeIfAbsent(FrameNumber.of(cells[0]).orElseThrow().number(), key -> new TreeMap<>())
                    .computeIfAbsent(Integer.parseInt(cells[1]), key -> new HashMap<>())
                    .put(
                            part,
                            new Person.Joint(
                                    Double.parseDouble(cells[6]),
                                    Double.parseDouble(cells[7]),
                                    Double.parseDouble(cells[8])));
        }
        List<ClipFrame> all = new ArrayList<>();
        frames.forEach((number, people) -> all.add(
                new ClipFrame(number, people.values().stream().map(Person::of).toList())));
        return new Clip(all);
    }

    private static Clip clip(DlcAssemblies assemblies) {
        List<ClipFrame> frames = new ArrayList<>();
        assemblies.frames().forEach((number, animals) -> {
            List<Person> people = new ArrayList<>();
            for (DlcAssemblies.Animal animal : animals) {
                Map<Integer, Person.Joint> joints = new HashMap<>();
                for (int part = 0; part < animal.joints().length; part++) {
                    double[] joint = animal.joints()[part];
                    if (!Double.isNaN(joint[0])) {
                        joints.put(part, new Person.Joint(joint[0], joint[1], joint[2]));
                    }
                }
                people.add(Person.of(joints));
            }
            frames.add(new ClipFrame(number, people));
        });
        return new Clip(frames);
    }

    private static LinkCosts costs(Clip clip) {
        return new LinkCosts(MotionFit.fitted(LinkSettings.DEFAULT, clip));
    }

    private static Chains flow(Clip clip) {
        TrackProblem problem = costs(clip).problem(clip);
        TrackSolution solution = TrackSolver.solve(problem);
        assertThat(TrackCheck.check(problem, solution).outcome()).isEqualTo(Outcome.OPTIMAL);
        Map<List<Integer>, Integer> chains = new HashMap<>();
        for (Track track : solution.tracks()) {
            for (int person : track.people()) {
                TrackPerson one = problem.people().get(person);
                chains.put(List.of(one.frame(), one.index()), track.id());
            }
        }
        return new Chains(clip, chains);
    }

    /** The best one-to-one linking of each frame with the next, by the same costs; a link must be worth a death and a birth. */
    private static Chains frameToFrame(Clip clip) {
        LinkCosts costs = costs(clip);
        double unlinked = LinkSettings.DEFAULT.birth() + LinkSettings.DEFAULT.death();
        Map<List<Integer>, Integer> chains = new HashMap<>();
        ClipFrame before = new ClipFrame(0, List.of());
        int next = 0;
        for (ClipFrame frame : clip.frames()) {
            List<Person> early = frame.number() == before.number() + 1 ? before.people() : List.of();
            double[][] gain = new double[frame.people().size()][early.size()];
            for (int j = 0; j < gain.length; j++) {
                for (int i = 0; i < early.size(); i++) {
                    double cost =
                            costs.cost(early.get(i), frame.people().get(j), 1).orElse(unlinked);
                    gain[j][i] = Math.max(0, unlinked - cost);
                }
            }
            int[] columnOf = Assignment.largest(gain, early.size());
            for (int j = 0; j < gain.length; j++) {
                boolean linked = columnOf[j] >= 0 && gain[j][columnOf[j]] > 0;
                int chain = linked ? chains.getOrDefault(List.of(before.number(), columnOf[j]), 0) : ++next;
                chains.put(List.of(frame.number(), j), chain);
            }
            before = frame;
        }
        return new Chains(clip, chains);
    }

    /** How often a chain's partner in the other clip is in another chain than that of its partner before. */
    private static String agreement(Chains ours, Chains theirs) {
        Map<Integer, ClipFrame> others = new HashMap<>();
        theirs.clip().frames().forEach(frame -> others.put(frame.number(), frame));
        Map<Integer, Integer> partner = new HashMap<>();
        int changes = 0;
        int pairs = 0;
        for (ClipFrame frame : ours.clip().frames()) {
            ClipFrame other = others.getOrDefault(frame.number(), new ClipFrame(frame.number(), List.of()));
            for (int i = 0; i < frame.people().size(); i++) {
                Integer chain = ours.of().get(List.of(frame.number(), i));
                int match = nearest(frame.people().get(i), other.people());
                Integer theirChain = theirs.of().get(List.of(frame.number(), match));
                if (chain != null && theirChain != null) {
                    pairs++;
                    Integer before = partner.put(chain, theirChain);
                    changes += before != null && !before.equals(theirChain) ? 1 : 0;
                }
            }
        }
        return changes + " changes of partner in " + pairs + " pairs of people";
    }

    /** The one with most joints in the same places, at most a pixel apart, whatever their parts are; -1 for none. */
    private static int nearest(Person person, List<Person> others) {
        int best = -1;
        long most = 0;
        for (int i = 0; i < others.size(); i++) {
            Person other = others.get(i);
            long same = person.joints().values().stream()
                    .filter(a -> other.joints().values().stream()
                            .anyMatch(b -> Math.hypot(a.x() - b.x(), a.y() - b.y()) < 1))
                    .count();
            if (same > most) {
                most = same;
                best = i;
            }
        }
        return best;
    }
}
