package dev.jointly.server.cvat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.server.Access;
import dev.jointly.server.tool.ParsedJson;
import dev.jointly.server.tool.ToolServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The requests that CVAT's lambda manager sends to Nuclio, and the fields that it reads in the answers. */
@Timeout(120)
class CvatContractTest {
    private static final String NAME = "jointly-colours";

    @TempDir
    Path dir;

    private ToolServer start() throws Exception {
        return ToolServer.start(dir, ToolServer.card(dir).toString(), Access.open(), CvatRoutes::new);
    }

    private static String invocation(String more) throws Exception {
        return "{\"image\": \"" + Base64.getEncoder().encodeToString(ToolServer.image(50, 230)) + "\"" + more + "}";
    }

    @Test
    void functionsAreListedWithTheSkeletonThatTheyDraw() throws Exception {
        try (ToolServer server = start()) {
            HttpResponse<String> listed = server.get(
                    "/api/functions",
                    "x-nuclio-project-name",
                    "cvat",
                    "x-nuclio-function-namespace",
                    "nuclio",
                    "x-nuclio-invoke-via",
                    "domain-name");
            assertThat(listed.statusCode()).isEqualTo(200);
            ParsedJson functions = ParsedJson.of(listed.body());
            assertThat(functions.fields()).hasSize(1);
            ParsedJson function = functions.at(NAME);
            assertThat(function.at("metadata", "name").text()).isEqualTo(NAME);
            assertThat(function.at("metadata", "annotations", "type").text()).isEqualTo("detector");
            assertThat(function.at("metadata", "annotations", "name").text()).isEqualTo("Jointly (colours)");
            assertThat(Integer.parseInt(
                            function.at("metadata", "annotations", "version").text()))
                    .isEqualTo(1);
            assertThat(function.at("spec", "description").text()).isNotEmpty();
            assertThat(function.at("status", "state").text()).isEqualTo("ready");
            assertThat(function.at("status", "httpPort").number()).isEqualTo(server.port());
            assertThat(ParsedJson.of(server.get("/api/functions/" + NAME).body()))
                    .isEqualTo(function);

            ParsedJson spec =
                    ParsedJson.of(function.at("metadata", "annotations", "spec").text());
            ParsedJson person = spec.list().get(0);
            assertThat(spec.list()).hasSize(1);
            assertThat(person.at("name").text()).isEqualTo("person");
            assertThat(person.at("type").text()).isEqualTo("skeleton");
            List<ParsedJson> parts = person.at("sublabels").list();
            assertThat(parts).extracting(part -> part.at("name").text()).containsExactly("neck", "head");
            for (ParsedJson part : parts) {
                assertThat(part.at("type").text()).isEqualTo("points");
                ParsedJson margin = part.at("attributes").list().get(0);
                assertThat(margin.at("name").text()).isEqualTo("margin");
                // CVAT drops numbers with a decimal point
                assertThat(margin.at("input_type").text()).isEqualTo("text");
                assertThat(margin.at("values").list()).hasSize(1);
            }
            assertThat(person.at("svg").text())
                    .contains("data-type=\"edge\" data-node-from=\"1\" data-node-to=\"2\"")
                    .contains(
                            "data-type=\"element node\" data-element-id=\"1\" data-node-id=\"1\" data-label-name=\"neck\"")
                    .contains("data-label-name=\"head\"");
        }
    }

    @Test
    void invocationsAreAnsweredWithSkeletons() throws Exception {
        try (ToolServer server = start()) {
            HttpResponse<String> direct = server.post("/", invocation(""));
            HttpResponse<String> throughDashboard = server.post(
                    "/api/function_invocations", invocation(""), "x-nuclio-function-name", NAME, "x-nuclio-path", "/");
            assertThat(direct.statusCode()).as(direct.body()).isEqualTo(200);
            assertThat(throughDashboard.body()).isEqualTo(direct.body());
            List<ParsedJson> people = ParsedJson.of(direct.body()).list();
            assertThat(people).hasSize(2);
            double[] places = new double[2];
            for (int i = 0; i < 2; i++) {
                ParsedJson person = people.get(i);
                assertThat(person.at("type").text()).isEqualTo("skeleton");
                assertThat(person.at("label").text()).isEqualTo("person");
                assertThat(Double.parseDouble(person.at("confidence").text())).isBetween(0.5, 1.0);
                List<ParsedJson> elements = person.at("elements").list();
                assertThat(elements).extracting(each -> each.at("label").text()).containsExactly("neck", "head");
                for (ParsedJson element : elements) {
                    assertThat(element.at("type").text()).isEqualTo("points");
                    assertThat(element.at("points").list()).hasSize(2);
                    assertThat(element.at("outside").number()).isZero();
                    assertThat(element.at("occluded").number()).isZero();
                    assertThat(Double.parseDouble(element.at("confidence").text()))
                            .isBetween(0.5, 1.0);
                    ParsedJson margin = element.at("attributes").list().get(0);
                    assertThat(margin.at("name").text()).isEqualTo("margin");
                    assertThat(margin.at("value").text()).matches("[0-9]+\\.[0-9]{2}");
                }
                places[i] = elements.get(0).at("points").list().get(0).number();
                assertThat(elements.get(1).at("points").list().get(0).number()).isCloseTo(places[i], within(5.0));
                assertThat(elements.get(1).at("points").list().get(1).number()).isCloseTo(50, within(5.0));
            }
            assertThat(Math.min(places[0], places[1])).isCloseTo(50, within(5.0));
            assertThat(Math.max(places[0], places[1])).isCloseTo(230, within(5.0));
        }
    }

    @Test
    void peopleBelowTheThresholdAreLeftOut() throws Exception {
        try (ToolServer server = start()) {
            assertThat(server.post("/", invocation(", \"threshold\": 1.0"))
                            .body()
                            .strip())
                    .isEqualTo("[]");
            assertThat(ParsedJson.of(server.post("/", invocation(", \"threshold\": 0.1"))
                                    .body())
                            .list())
                    .hasSize(2);
        }
    }

    @Test
    void wrongRequestsAreToldWhy() throws Exception {
        try (ToolServer server = start()) {
            assertThat(server.get("/api/functions/other").statusCode()).isEqualTo(404);
            HttpResponse<String> other =
                    server.post("/api/function_invocations", invocation(""), "x-nuclio-function-name", "other");
            assertThat(other.statusCode()).isEqualTo(404);
            assertThat(other.body()).contains("but expected " + NAME);
            HttpResponse<String> empty = server.post("/", "{}");
            assertThat(empty.statusCode()).isEqualTo(400);
            assertThat(empty.body()).contains("/image: found nothing but expected an image as base64");
            HttpResponse<String> text = server.post("/", "{\"image\": \"AAAA\"}");
            assertThat(text.statusCode()).isEqualTo(400);
        }
    }

    @Test
    void withoutTheNetworkTheCommandThatInstallsItIsNamed() throws Exception {
        try (ToolServer server = ToolServer.start(dir, "openpose-mobilenet", Access.open(), CvatRoutes::new)) {
            HttpResponse<String> answer = server.get("/api/functions");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("its network is in the artifact jointly-models");
        }
    }

    /** With a cvat_sdk that has the few classes it uses: the real one is not there to be tested with. */
    @Test
    void theFunctionFileForCvatCliAsksTheSameRoutes() throws Exception {
        Assumptions.assumeTrue(hasPython(), "python3 is not installed");
        Path file = Path.of("..", "integrations", "cvat", "jointly_cvat.py").toAbsolutePath();
        Files.createDirectories(dir.resolve("cvat_sdk"));
        Files.writeString(dir.resolve("cvat_sdk/__init__.py"), "");
        Files.writeString(dir.resolve("cvat_sdk/auto_annotation.py"), """
                class DetectionFunctionSpec:
                    def __init__(self, *, labels): self.labels = labels
                def keypoint_spec(name, id, **more): return (name, id)
                def skeleton_label_spec(name, id, sublabels, **more): return (name, id, sublabels)
                def keypoint(label_id, points, **more): return (label_id, points, more)
                def skeleton(label_id, elements, **more): return (label_id, elements)
                """);
        Files.write(dir.resolve("photo.png"), ToolServer.image(50, 230));
        Path script = Files.writeString(dir.resolve("run.py"), """
                import importlib.util, json, sys
                spec = importlib.util.spec_from_file_location("jointly_cvat", sys.argv[1])
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                class Picture:
                    def convert(self, mode): return self
                    def save(self, out, format): out.write(open("photo.png", "rb").read())
                class Context:
                    conf_threshold = None
                print(json.dumps([module.spec.labels, module.detect(Context(), Picture())]))
                """);
        try (ToolServer server = start()) {
            ProcessBuilder python = new ProcessBuilder("python3", script.toString(), file.toString());
            python.directory(dir.toFile());
            python.environment().put("JOINTLY_CVAT_URL", "http://127.0.0.1:" + server.port());
            python.environment().put("PYTHONPATH", dir.toString());
            python.redirectErrorStream(true);
            Process run = python.start();
            String said = new String(run.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(said).isZero();
            List<ParsedJson> both = ParsedJson.of(said).list();
            assertThat(both.get(0)).hasToString("[[person, 0.0, [[neck, 1.0], [head, 2.0]]]]");
            List<ParsedJson> people = both.get(1).list();
            assertThat(people).hasSize(2);
            List<ParsedJson> joints = people.get(0).list().get(1).list();
            assertThat(joints).hasSize(2);
            assertThat(joints.get(1).list().get(0).number()).isEqualTo(2);
            assertThat(joints.get(1).list().get(1).list().get(1).number()).isCloseTo(50, within(5.0));
        }
    }

    private static boolean hasPython() {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (java.io.IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
