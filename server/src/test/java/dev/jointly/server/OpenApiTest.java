package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private static final Pattern PATH = Pattern.compile("  (/\\S*):");
    private static final Pattern METHOD = Pattern.compile("    (get|post|put|delete|patch):");
    private static final Pattern PARAMETER = Pattern.compile("        - \\{name: (\\w+), in: query,.*");
    private static final Pattern TAKEN = Pattern.compile("but expected (?:none|one of ([\\w, ]+))\"");

    /** By method and path: the parameters of the query. */
    private static Map<String, Set<String>> documented(String yaml) {
        Map<String, Set<String>> operations = new TreeMap<>();
        String path = "";
        String operation = "";
        for (String line : yaml.lines().toList()) {
            Matcher matcher = PATH.matcher(line);
            if (matcher.matches()) {
                path = matcher.group(1);
            }
            matcher = METHOD.matcher(line);
            if (matcher.matches()) {
                operation = matcher.group(1).toUpperCase(Locale.ROOT) + " " + path;
                operations.put(operation, new TreeSet<>());
            }
            matcher = PARAMETER.matcher(line);
            if (matcher.matches()) {
                operations.getOrDefault(operation, Set.of()).add(matcher.group(1));
            }
        }
        return operations;
    }

    @Test
    void theDocumentListsTheRoutesAndTheirParameters() throws Exception {
        try (RunningServer server = RunningServer.real()) {
            Map<String, Set<String>> documented =
                    documented(server.get("/openapi.yaml").body());
            assertThat(documented.keySet()).containsExactlyInAnyOrderElementsOf(server.server.routes(0));
            for (Map.Entry<String, Set<String>> operation : documented.entrySet()) {
                String[] words = operation.getKey().split(" ", -1);
                if (!words[1].startsWith("/api/")) {
                    continue;
                }
                String path = words[1].replaceAll("\\{\\w+}", "0");
                HttpResponse<String> refused = server.send(HttpRequest.newBuilder(server.uri(path + "?undocumented=1"))
                        .method(words[0], BodyPublishers.noBody()));
                Matcher taken = TAKEN.matcher(refused.body());
                assertThat(taken.find()).as(operation.getKey() + refused.body()).isTrue();
                Set<String> names = taken.group(1) == null
                        ? Set.of()
                        : Set.of(taken.group(1).split(", ", -1));
                assertThat(operation.getValue()).as(operation.getKey()).isEqualTo(names);
            }
        }
    }

    @Test
    void thePageNeedsNothingFromElsewhere() throws Exception {
        try (RunningServer server = RunningServer.real()) {
            HttpResponse<String> page = server.get("/");
            assertThat(page.headers().firstValue("Content-Type"))
                    .get()
                    .asString()
                    .startsWith("text/html");
            assertThat(page.body()).contains("href=\"/openapi.yaml\"").doesNotContain("https://", "<script");
            assertThat(page.body())
                    .contains(server.uri("/api/v1/solve?timeLimit=5s").toString());
        }
    }
}
