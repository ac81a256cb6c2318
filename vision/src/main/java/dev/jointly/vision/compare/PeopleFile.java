package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.BadInputException;
import dev.jointly.io.DocumentReader;
import dev.jointly.io.Excerpt;
import dev.jointly.io.InputFile;
import dev.jointly.io.SolutionPeople;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.io.dlc.DlcAssemblies;
import dev.jointly.io.dlc.DlcLabels;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The people of some frames, by any method.
 *
 * @param parts in the order of all joints; empty names where the file has none
 * @param naming what is known of the parts
 * @param frames with people who have at least one joint
 */
public record PeopleFile(String file, List<String> parts, Naming naming, List<Truth> frames) {
    private static final int HEAD = 4096;
    private static final Joint ABSENT = new Joint(0, 0, Mark.ABSENT);

    /** What a file says about the parts. */
    public enum Naming {
        /** Names, in the order of the body. */
        ORDERED,
        /** Names only: a solution lists the parts that were found. */
        NAMED,
        /** The order only. */
        NUMBERED
    }

    public PeopleFile {
        frames = frames.stream()
                .map(frame -> new Truth(
                        frame.id(),
                        frame.image(),
                        frame.parts(),
                        frame.people().stream()
                                .filter(person -> person.marked() > 0)
                                .toList()))
                .toList();
    }

    /**
     * Reads a file: solutions, DeepLabCut's assemblies or table, or COCO's annotations, by its content.
     *
     * @param order parts of the problems, which solutions do not list in full; empty if unknown
     */
    public static PeopleFile read(String file, List<String> order) {
        if (file.equals("-")) {
            throw new BadInputException("standard input cannot be compared; give two files");
        }
        byte[] head;
        InputStream nothing = InputStream.nullInputStream();
        try (InputStream in = InputFile.open(file, nothing)) {
            head = in.readNBytes(HEAD);
        } catch (IOException e) {
            throw new BadInputException(file + ": " + InputFile.transport(e), e);
        }
        String text = new String(head, StandardCharsets.UTF_8);
        if (head.length > 0 && (head[0] & 0xff) == 0x80) {
            return assemblies(file, DlcAssemblies.read(file, nothing));
        }
        if (DlcLabels.isHdf5(file) || text.matches("(?s)\ufeff?\"?scorer\\b.*")) {
            return truths(file, DlcLabels.read(file, nothing));
        }
        return text.contains("\"jointly/") ? solutions(file, order) : truths(file, CocoReader.read(file, nothing));
    }

    private static PeopleFile truths(String file, List<Truth> frames) {
        return new PeopleFile(file, frames.isEmpty() ? List.of() : frames.get(0).parts(), Naming.ORDERED, frames);
    }

    private static PeopleFile assemblies(String file, DlcAssemblies assemblies) {
        int rows = assemblies.frames().values().stream()
                .flatMap(List::stream)
                .mapToInt(animal -> animal.joints().length)
                .max()
                .orElse(0);
        List<String> parts =
                IntStream.rangeClosed(1, rows).mapToObj(row -> "row " + row).toList();
        List<Truth> frames = new ArrayList<>();
        assemblies.frames().forEach((number, animals) -> {
            List<Person> people = new ArrayList<>();
            for (DlcAssemblies.Animal animal : animals) {
                List<Joint> joints = new ArrayList<>();
                for (int row = 0; row < rows; row++) {
                    double[] joint =
                            row < animal.joints().length ? animal.joints()[row] : new double[] {Double.NaN, Double.NaN};
                    joints.add(
                            Double.isFinite(joint[0]) && Double.isFinite(joint[1])
                                    ? new Joint(joint[0], joint[1], Mark.VISIBLE)
                                    : ABSENT);
                }
                people.add(new Person(joints, null, 0, false));
            }
            frames.add(new Truth("frame" + number, null, parts, people));
        });
        return new PeopleFile(file, parts, Naming.NUMBERED, frames);
    }

    private static PeopleFile solutions(String file, List<String> order) {
        List<SolutionPeople> solutions = new ArrayList<>();
        Set<String> parts = new LinkedHashSet<>(order);
        try (DocumentReader<SolutionPeople> reader = SolutionPeople.open(file, InputStream.nullInputStream())) {
            while (reader.hasNext()) {
                SolutionPeople solution = reader.next();
                solution.people().forEach(person -> parts.addAll(person.keySet()));
                solutions.add(solution);
            }
        }
        List<String> all = List.copyOf(parts);
        List<Truth> frames = solutions.stream()
                .map(solution -> new Truth(
                        solution.problem(),
                        null,
                        all,
                        solution.people().stream()
                                .map(joints -> person(joints, all))
                                .toList()))
                .toList();
        boolean ordered = !order.isEmpty() && all.equals(order);
        return new PeopleFile(file, all, ordered ? Naming.ORDERED : Naming.NAMED, frames);
    }

    private static Person person(Map<String, Joint> joints, List<String> parts) {
        List<Joint> all =
                parts.stream().map(part -> joints.getOrDefault(part, ABSENT)).toList();
        return new Person(all, null, 0, false);
    }

    /** With the names that another file has for the same parts, if this one has none. */
    PeopleFile namedAs(PeopleFile other) {
        if (naming != Naming.NUMBERED || other.naming == Naming.NUMBERED) {
            return this;
        }
        if (other.naming == Naming.NAMED) {
            throw new BadInputException(file + " has no names of parts, only their order, and " + other.file
                    + " does not say the order; give its problems with --problems");
        }
        if (other.parts.size() != parts.size()) {
            throw new BadInputException(file + " has " + parts.size() + " parts without names but " + other.file
                    + " has " + other.parts.size() + ": "
                    + Excerpt.some(other.parts)
                    + "; parts are matched by order, so both must have the same, such as two assemblies files");
        }
        return with(other.parts, Naming.ORDERED, person -> person);
    }

    /** With these parts only, all of which it has. */
    PeopleFile within(List<String> wanted) {
        int[] places = wanted.stream().mapToInt(parts::indexOf).toArray();
        return with(wanted, naming, person -> within(person, places));
    }

    private PeopleFile with(List<String> newParts, Naming newNaming, UnaryOperator<Person> change) {
        List<Truth> changed = frames.stream()
                .map(frame -> new Truth(
                        frame.id(),
                        frame.image(),
                        newParts,
                        frame.people().stream().map(change).toList()))
                .toList();
        return new PeopleFile(file, newParts, newNaming, changed);
    }

    private static Person within(Person person, int[] places) {
        List<Joint> joints =
                Arrays.stream(places).mapToObj(person.joints()::get).toList();
        return new Person(joints, person.box(), person.area(), person.crowd());
    }
}
