package dev.jointly.server.cvat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Measure;
import dev.jointly.vision.cost.ShippedCosts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SkeletonSvgTest {
    private static final Pattern CIRCLE = Pattern.compile(
            "<circle r=\"0.75\" cx=\"([0-9.]+)\" cy=\"([0-9.]+)\" data-type=\"element node\" data-element-id=\"([0-9]+)\""
                    + " data-node-id=\"([0-9]+)\" data-label-name=\"([^\"]*)\"></circle>");
    private static final Pattern LINE =
            Pattern.compile("data-type=\"edge\" data-node-from=\"([0-9]+)\" data-node-to=\"([0-9]+)\"");

    private static Map<String, double[]> places(Anatomy anatomy) {
        String svg = new SkeletonSvg(anatomy).text();
        Map<String, double[]> places = new HashMap<>();
        Matcher circle = CIRCLE.matcher(svg);
        while (circle.find()) {
            assertThat(circle.group(3)).isEqualTo(circle.group(4));
            int part = Integer.parseInt(circle.group(3)) - 1;
            assertThat(circle.group(5))
                    .isEqualTo(anatomy.parts().get(part).replace("\"", "&quot;").replace("<", "&lt;"));
            places.put(
                    anatomy.parts().get(part),
                    new double[] {Double.parseDouble(circle.group(1)), Double.parseDouble(circle.group(2))});
        }
        Matcher line = LINE.matcher(svg);
        HashSet<Anatomy.Limb> limbs = new HashSet<>();
        while (line.find()) {
            limbs.add(new Anatomy.Limb(Integer.parseInt(line.group(1)) - 1, Integer.parseInt(line.group(2)) - 1));
        }
        assertThat(limbs).containsExactlyInAnyOrderElementsOf(anatomy.limbs());
        assertThat(places).hasSize(anatomy.size());
        assertThat(places.values()).allSatisfy(place -> {
            assertThat(place[0]).isBetween(0.0, 100.0);
            assertThat(place[1]).isBetween(0.0, 100.0);
        });
        assertThat(places.values().stream()
                        .map(place -> place[0] + " " + place[1])
                        .distinct())
                .as("no two parts at one place")
                .hasSize(anatomy.size());
        return places;
    }

    private static double[] at(Map<String, double[]> places, String part) {
        return Objects.requireNonNull(places.get(part));
    }

    @Test
    void aHumanBodyFacesTheViewer() {
        Map<String, double[]> places =
                places(ShippedCosts.orGuesses("openpose-mobilenet", Optional.empty(), Measure.FIELD)
                        .anatomy());
        assertThat(at(places, "r-wrist")[0]).isLessThan(at(places, "neck")[0]);
        assertThat(at(places, "l-wrist")[0]).isGreaterThan(at(places, "neck")[0]);
        assertThat(at(places, "l-ankle")[1]).isGreaterThan(at(places, "l-hip")[1]);
        assertThat(at(places, "nose")[1]).isLessThan(at(places, "neck")[1]);
    }

    @Test
    void anythingElseIsATree() {
        Anatomy mouse = Anatomy.of(
                "mouse",
                List.of("snout", "leftear", "rightear", "tail <\"end\">"),
                List.of("snout"),
                List.of(
                        List.of("snout", "leftear"),
                        List.of("snout", "rightear"),
                        List.of("rightear", "tail <\"end\">")));
        Map<String, double[]> places = places(mouse);
        assertThat(at(places, "rightear")[0]).isLessThan(at(places, "leftear")[0]);
        assertThat(at(places, "tail <\"end\">")[1]).isGreaterThan(at(places, "rightear")[1]);
    }
}
