package dev.jointly.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who may import whom: the rooms of core, and the doors between them. Any other door is a test failure. */
class HouseTest {
    private static final String ROOT = "dev.jointly.";

    private static final Map<String, Set<String>> DOORS = Map.ofEntries(
            Map.entry("anatomy", Set.of()),
            Map.entry("problem", Set.of("anatomy")),
            Map.entry("evidence", Set.of("problem", "anatomy")),
            Map.entry("pose", Set.of("problem", "anatomy")),
            Map.entry("generate", Set.of("problem", "anatomy")),
            Map.entry("proof", Set.of()),
            Map.entry("certify", Set.of("proof", "problem", "anatomy")),
            Map.entry("lp", Set.of()),
            Map.entry("lp.highs", Set.of("lp")),
            Map.entry("solve.term", Set.of("problem", "anatomy")),
            Map.entry("solve.price", Set.of("solve.term", "problem")),
            Map.entry("solve.reduce", Set.of("solve.price", "solve.term", "problem")),
            Map.entry("solve.sub", Set.of("solve.price", "solve.term", "problem", "lp")),
            Map.entry("solve.master", Set.of("solve.term", "problem", "lp")),
            Map.entry("solve.branch", Set.of("solve.price", "solve.term", "proof", "problem", "anatomy")),
            Map.entry("solve.finish", Set.of("solve.term", "problem", "lp")),
            Map.entry("solve.compact", Set.of("solve.term", "problem", "lp")),
            Map.entry(
                    "solve",
                    Set.of(
                            "solve.term",
                            "solve.price",
                            "solve.reduce",
                            "solve.sub",
                            "solve.master",
                            "solve.branch",
                            "solve.finish",
                            "solve.compact",
                            "lp",
                            "proof",
                            "pose",
                            "problem",
                            "anatomy")),
            Map.entry("selfcheck", Set.of("solve", "certify", "proof", "pose", "problem")));

    private final JavaClasses house = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.jointly");

    @Test
    void roomsImportOnlyThroughTheirDoors() {
        Set<String> broken = new TreeSet<>();
        for (JavaClass from : house) {
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                String here = room(from);
                String there = room(dependency.getTargetClass());
                if (!there.isEmpty()
                        && !there.equals(here)
                        && !DOORS.getOrDefault(here, Set.of()).contains(there)) {
                    broken.add(here + " -> " + there + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyRoomIsOnTheMapAndEveryRoomOnTheMapExists() {
        Set<String> rooms = new TreeSet<>();
        house.forEach(c -> rooms.add(room(c)));
        assertThat(rooms).isEqualTo(new TreeSet<>(DOORS.keySet()));
    }

    @Test
    void nativeCodeIsNamedInOneRoom() {
        assertThat(house.stream()
                        .filter(c -> c.getDirectDependenciesFromSelf().stream()
                                .anyMatch(
                                        d -> d.getTargetClass().getPackageName().startsWith("com.sun.jna")))
                        .map(HouseTest::room)
                        .distinct())
                .containsExactly("lp.highs");
    }

    private static String room(JavaClass c) {
        String name = c.getBaseComponentType().getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
    }
}
