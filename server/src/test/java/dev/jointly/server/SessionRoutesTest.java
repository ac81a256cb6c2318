package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Micro;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionRoutesTest {
    private final RunningServer server = RunningServer.real();
    private final Problem problem = Generator.generate("three", 3, Crowding.EASY, 7);

    @AfterAll
    void stop() {
        server.close();
    }

    private String begun() throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/sessions?patience=30s", Answers.json(problem));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        assertThat(answer.body()).contains("\"proof\":\"proven\"", "\"people\":[", "\"problem\":{\"format\"");
        return answer.headers().firstValue("Location").orElseThrow();
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return server.send(HttpRequest.newBuilder(server.uri(path + "?patience=30s"))
                .method(method, BodyPublishers.ofString(body)));
    }

    private static Verdict verdict(Problem pinned, String answer) {
        int start = answer.indexOf("\"solution\":") + "\"solution\":".length();
        return Judge.verdict(pinned, answer.substring(start, answer.length() - 1));
    }

    /** The members of the first person, and its number. */
    private static int[] joined(String answer) {
        Matcher global = Pattern.compile("\"global\":\\{\"[^\"]+\":(\\d+),\"[^\"]+\":(\\d+)")
                .matcher(answer);
        assertThat(global.find()).isTrue();
        return new int[] {Integer.parseInt(global.group(1)), Integer.parseInt(global.group(2))};
    }

    @Test
    void pinsChangeTheAnswerAndPeopleKeepTheirNumbers() throws Exception {
        String session = begun();
        String before = server.get(session).body();
        int[] pair = joined(before);
        HttpResponse<String> apart = send("POST", session + "/pins", "{\"apart\":[" + pair[0] + "," + pair[1] + "]}");
        assertThat(apart.statusCode()).as(apart.body()).isEqualTo(200);
        Problem pinned = problem.withPins(List.of(new Pin.Apart(pair[0], pair[1])));
        assertThat(verdict(pinned, apart.body()).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        assertThat(apart.body()).contains("\"pins\":[{\"apart\":[" + pair[0] + "," + pair[1] + "]}]");
        HttpResponse<String> back = send("DELETE", session + "/pins/0", "");
        assertThat(back.body()).contains("\"pins\":[]");
        assertThat(people(back.body())).isEqualTo(people(before));
        HttpResponse<String> two = send("PUT", session + "/pins", "{\"pins\":[{\"use\":0},{\"skip\":1}]}");
        assertThat(two.body()).contains("\"pins\":[{\"use\":0},{\"skip\":1}]");
        assertThat(verdict(problem.withPins(List.of(new Pin.Use(0), new Pin.Skip(1))), two.body())
                        .accepted())
                .isTrue();
    }

    private static String people(String answer) {
        Matcher people = Pattern.compile("\"people\":(\\[[0-9,]*])").matcher(answer);
        assertThat(people.find()).isTrue();
        return people.group(1);
    }

    @Test
    void impossiblePinsLeaveTheLastAnswer() throws Exception {
        String session = begun();
        send("PUT", session + "/pins", "{\"pins\":[{\"use\":1}]}");
        HttpResponse<String> conflict = send("POST", session + "/pins", "{\"skip\":1}");
        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(conflict.body()).contains("\"conflict\":[{\"use\":1},{\"skip\":1}]");
        assertThat(server.get(session).body()).contains("\"pins\":[{\"use\":1}]", "\"proof\":\"proven\"");
    }

    @Test
    void wrongPinsAreRefused() throws Exception {
        String session = begun();
        HttpResponse<String> far = send("POST", session + "/pins", "{\"use\":99999}");
        assertThat(far.statusCode()).isEqualTo(400);
        assertThat(far.body()).contains("names detection 99999 but there are only " + problem.size());
        assertThat(send("POST", session + "/pins", "{\"glue\":1}").statusCode()).isEqualTo(400);
        assertThat(send("PUT", session + "/pins", "{\"pin\":[]}").statusCode()).isEqualTo(400);
        assertThat(send("DELETE", session + "/pins/0", "").statusCode()).isEqualTo(404);
        assertThat(send("DELETE", session + "/pins/x", "").statusCode()).isEqualTo(404);
        assertThat(server.get(session).body()).contains("\"pins\":[]");
    }

    @Test
    void marginsOfPeopleAndJoints() throws Exception {
        String session = begun();
        String before = people(server.get(session).body());
        HttpResponse<String> bounds = server.get(session + "/margins");
        assertThat(bounds.statusCode()).as(bounds.body()).isEqualTo(200);
        assertThat(bounds.body()).contains("\"person\":0", "\"joint\":", "\"atLeast\":");
        HttpResponse<String> exact = server.get(session + "/margins?exact=true");
        assertThat(exact.body()).contains("\"atMost\":");
        // no bound is less than 0
        HttpResponse<String> none = server.get(session + "/margins?exact=true&below=0");
        assertThat(none.body()).contains("\"atLeast\":").doesNotContain("\"atMost\":");
        assertThat(server.get(session + "/margins?exact=true&below=-1").statusCode())
                .isEqualTo(400);
        assertThat(server.get(session + "/margins?below=3").body()).contains("expected it only with exact=true");
        assertThat(people(server.get(session).body())).isEqualTo(before);
    }

    private List<String> margins(String path) throws Exception {
        HttpResponse<String> answer = server.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Pattern.compile("\\{\"person\":[^}]*}")
                .matcher(answer.body())
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void marginsOfSomeJointsAreThoseOfAll() throws Exception {
        String exact = begun() + "/margins?exact=true";
        List<String> ofJoints = margins(exact).stream()
                .filter(margin -> margin.contains("\"joint\":"))
                .toList();
        assertThat(ofJoints).hasSizeGreaterThan(4).allMatch(margin -> margin.contains("\"atMost\":"));
        List<String> some = ofJoints.subList(1, 4);
        String joints = some.stream()
                .map(margin -> between(margin, "\"joint\":", ","))
                .sorted(Comparator.reverseOrder())
                .collect(Collectors.joining(","));
        assertThat(margins(exact + "&joints=" + joints)).isEqualTo(some);
        assertThat(margins(exact + "&below=0&joints=" + joints))
                .hasSize(3)
                .noneMatch(margin -> margin.contains("\"atMost\":"));
    }

    @Test
    void marginsOfUnknownJointsAreRefused() throws Exception {
        String session = begun();
        for (String wrong : List.of("", "1,", "x", "-1", String.valueOf(problem.size()), "99999999999")) {
            HttpResponse<String> refused = server.get(session + "/margins?exact=true&joints=" + wrong);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).contains("but expected detections that people have, such as joints=1,5,9");
        }
        assertThat(server.get(session + "/margins?joints=1").body()).contains("expected it only with exact=true");
    }

    /** The text between two others. */
    private static String between(String text, String start, String end) {
        int from = text.indexOf(start) + start.length();
        assertThat(text).contains(start);
        return text.substring(from, text.indexOf(end, from));
    }

    @Test
    void theAlternativeOfAJointCostsItsMarginMore() throws Exception {
        String session = begun();
        String before = server.get(session).body();
        int[] pair = joined(before);
        Matcher margin = Pattern.compile("\"joint\":" + pair[1] + ",\"atLeast\":([0-9.]+),\"atMost\":([0-9.]+)")
                .matcher(server.get(session + "/margins?exact=true").body());
        assertThat(margin.find()).isTrue();
        HttpResponse<String> answer = server.get(session + "/alternative?joint=" + pair[1]);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"atLeast\":" + margin.group(1) + ",\"atMost\":" + margin.group(2))
                .contains("\"pins\":[{\"apart\":[" + pair[0] + "," + pair[1] + "]}]");
        Problem pinned = problem.withPins(List.of(new Pin.Apart(pair[0], pair[1])));
        Verdict verdict = verdict(pinned, answer.body());
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        // nothing of the session has changed
        assertThat(server.get(session).body()).isEqualTo(before);
    }

    @Test
    void aLeadsAlternativeIsWithoutIt() throws Exception {
        String session = begun();
        int lead = joined(server.get(session).body())[0];
        HttpResponse<String> answer = server.get(session + "/alternative?joint=" + lead);
        assertThat(answer.body()).contains("\"pins\":[{\"skip\":" + lead + "}]").doesNotContain("\"owner\"");
    }

    @Test
    void onlyJointsOfPeopleHaveAlternatives() throws Exception {
        String session = begun();
        assertThat(server.get(session + "/alternative").body()).contains("found no joint");
        HttpResponse<String> nobodys = server.get(session + "/alternative?joint=" + problem.size());
        assertThat(nobodys.statusCode()).isEqualTo(400);
        assertThat(nobodys.body()).contains("expected a detection that a person has");
        int[] pair = joined(server.get(session).body());
        send("POST", session + "/pins", "{\"together\":[" + pair[0] + "," + pair[1] + "]}");
        HttpResponse<String> fixed = server.get(session + "/alternative?joint=" + pair[1]);
        assertThat(fixed.body()).contains("\"fixed\":true").doesNotContain("\"solution\"");
    }

    @Test
    void aMissedJointIsAddedToItsPerson() throws Exception {
        String session = begun();
        String before = server.get(session).body();
        int lead = joined(before)[0];
        String wrist = "{\"part\":\"lwrist\",\"x\":10.5,\"y\":20,\"with\":" + lead + "}";
        HttpResponse<String> added = send("POST", session + "/detections", wrist);
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        int index = problem.size();
        assertThat(added.body())
                .contains("\"proof\":\"proven\"", "\"pins\":[{\"together\":[" + index + "," + lead + "]}]")
                .contains("\"lwrist\":" + index)
                .contains("{\"part\":\"lwrist\",\"x\":10.5,\"y\":20.0,\"cost\":1.0}");
        Problem grown = new MissedJoint("lwrist", 10.5, 20, lead, Micro.of(1)).addedTo(problem, lead);
        Problem pinned = grown.withPins(List.of(new Pin.Together(index, lead)));
        assertThat(verdict(pinned, added.body()).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        assertThat(people(added.body())).isEqualTo(people(before));
        // without its pin nobody has it, and everything is as before
        HttpResponse<String> back = send("DELETE", session + "/pins/0", "");
        assertThat(back.body()).contains("\"objective\":" + between(before, "\"objective\":", ","));
        HttpResponse<String> again = send("PUT", session + "/pins", "{\"pins\":[{\"use\":" + index + "}]}");
        assertThat(again.statusCode()).isEqualTo(200);
    }

    @Test
    void aMissedJointThatCannotBeIsNotAdded() throws Exception {
        String session = begun();
        int lead = joined(server.get(session).body())[0];
        String[][] wrong = {
            {"{\"part\":\"tail\",\"x\":1,\"y\":1,\"with\":" + lead + "}", "unknown part"},
            {"{\"part\":\"neck\",\"x\":1,\"y\":1,\"with\":" + lead + "}", "is a neck itself"},
            {"{\"part\":\"lwrist\",\"x\":1,\"y\":1,\"with\":99999}", "found detection 99999"},
            {"{\"part\":\"lwrist\",\"x\":1,\"y\":1,\"with\":-1}", "from 0"},
            {"{\"part\":\"lwrist\",\"x\":1,\"y\":1,\"with\":0,\"cost\":0}", "above 0"},
            {"{\"part\":\"lwrist\",\"y\":1,\"with\":0}", "/x: found nothing"},
        };
        for (String[] each : wrong) {
            HttpResponse<String> refused = send("POST", session + "/detections", each[0]);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
            assertThat(refused.body()).contains(each[1]);
        }
        send("PUT", session + "/pins", "{\"pins\":[{\"skip\":" + lead + "}]}");
        HttpResponse<String> conflict =
                send("POST", session + "/detections", "{\"part\":\"lwrist\",\"x\":1,\"y\":1,\"with\":" + lead + "}");
        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(server.get(session).body())
                .contains("\"pins\":[{\"skip\":" + lead + "}]")
                .doesNotContain("\"cost\":1.0}");
    }

    @Test
    void aProofGoesOnBehindTheFirstAnswer() throws Exception {
        HttpResponse<String> first = server.post(
                "/api/v1/sessions?patience=0", Answers.json(Generator.generate("many", 12, Crowding.CROWDED, 5)));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).containsAnyOf("\"proof\":\"running\"", "\"proof\":\"proven\"");
        String session = first.headers().firstValue("Location").orElseThrow();
        // the stream ends with the proof
        String events = server.get(session + "/events").body();
        assertThat(events).contains("event: answer");
        assertThat(events.substring(events.indexOf("event: answer"))).contains("\"proof\":\"proven\"");
        assertThat(server.get(session).body()).contains("\"proof\":\"proven\"");
    }

    @Test
    void theFirstAnswerHasPeopleHoweverShortThePatience() throws Exception {
        HttpResponse<String> first = server.post(
                "/api/v1/sessions?patience=1ms", Answers.json(Generator.generate("crowd", 60, Crowding.CROWDED, 5)));
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(people(first.body())).isNotEqualTo("[]");
    }

    @Test
    void sessionsEnd() throws Exception {
        String session = begun();
        assertThat(server.send(HttpRequest.newBuilder(server.uri(session)).DELETE())
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.get(session).statusCode()).isEqualTo(404);
        String idle = begun();
        server.clock.advance(Duration.ofMinutes(31));
        assertThat(server.get(idle).statusCode()).isEqualTo(404);
        assertThat(server.get("/metrics").body()).contains("jointly_sessions 0.0");
    }

    @Test
    void theLeastUsedGoFirst() throws Exception {
        String first = begun();
        String second = begun();
        for (int i = 0; i < 199; i++) {
            server.get(first);
            begun();
        }
        assertThat(server.get(first).statusCode()).isEqualTo(200);
        assertThat(server.get(second).statusCode()).isEqualTo(404);
    }

    @Test
    void anImageIsNoProblem() throws Exception {
        HttpResponse<String> answer = server.post("/api/v1/sessions", "not an image".getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("the image: is not an image");
    }
}
