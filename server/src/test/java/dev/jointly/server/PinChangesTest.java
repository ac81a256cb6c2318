package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.EditReader;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.json.Json;
import dev.jointly.lp.LpEngines;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Pins and detections changed over HTTP again and again: each answer is that of the same problem solved from scratch. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PinChangesTest {
    private static final int SESSIONS_FAST = 2;
    private static final int SESSIONS_FULL = 50;
    private static final int CHANGES = 20;
    /** More take brute force too long. */
    private static final int MAX_TINY = 9;

    private final RunningServer server = RunningServer.real();
    private final Solver solver = new Solver(LpEngines.onClassPath().create(LpEngines.DEFAULT));

    private int changes;
    private int proven;
    private int conflicts;
    private int grown;

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void eachAnswerIsThatOfASolveFromScratch() throws Exception {
        int sessions = Trials.count(SESSIONS_FAST, SESSIONS_FULL);
        for (long seed : Trials.seeds(1, sessions)) {
            boolean tiny = seed % 2 == 0;
            Desk desk = new Desk(tiny ? tiny(seed) : Generator.generate("pair", 2, Crowding.CROWDED, seed), tiny, seed);
            for (int i = 0; i < CHANGES; i++) {
                desk.change();
            }
        }
        System.out.printf("%d changes: %d proven, %d conflicts, %d grown%n", changes, proven, conflicts, grown);
        assertThat(changes).isEqualTo(sessions * CHANGES);
        assertThat(proven).isGreaterThan(changes / 2);
        assertThat(conflicts).isGreaterThan(changes / 50);
        assertThat(grown).isPositive();
    }

    private static Problem tiny(long seed) {
        for (long next = 1000 * seed; ; next++) {
            Problem problem = TinyProblems.sometimesLimited(TinyProblems.random(next), next);
            if (problem.size() >= 4 && problem.size() <= MAX_TINY) {
                return problem;
            }
        }
    }

    /** A session, and what its client knows of it. */
    private final class Desk {
        private final Random random;
        private final boolean tiny;
        private final String path;
        private final String place;
        private Problem problem;
        private List<Pin> pins = List.of();
        private List<Pose> poses = List.of();
        private boolean certain;

        Desk(Problem problem, boolean tiny, long seed) throws Exception {
            this.random = new Random(seed);
            this.tiny = tiny;
            this.problem = problem;
            HttpResponse<String> begun = server.post("/api/v1/sessions?patience=30s", Answers.json(problem));
            assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
            this.path = begun.headers().firstValue("Location").orElseThrow();
            this.place = problem.id() + ", seed " + seed;
            accept(problem, pins, begun.body());
        }

        void change() throws Exception {
            int kind = random.nextInt(10);
            List<Pose> people = List.copyOf(poses);
            if (kind == 0 && certain && !people.isEmpty() && (!tiny || problem.size() < MAX_TINY)) {
                add(people.get(random.nextInt(people.size())));
            } else if (kind <= 2 && !pins.isEmpty()) {
                List<Pin> fewer = new ArrayList<>(pins);
                int index = random.nextInt(pins.size());
                fewer.remove(index);
                repin("DELETE", "/pins/" + index, "", fewer);
            } else if (kind <= 4) {
                List<Pin> others =
                        Stream.generate(this::pin).limit(random.nextInt(4)).toList();
                Map<String, Object> body =
                        Map.of("pins", others.stream().map(ProblemWriter::pin).toList());
                repin("PUT", "/pins", Json.text(body), others);
            } else {
                List<Pin> more = new ArrayList<>(pins);
                more.add(pin());
                repin("POST", "/pins", Json.text(ProblemWriter.pin(more.get(more.size() - 1))), more);
            }
        }

        /** About any detections, or about those of one person; or the contrary of a pin that is there. */
        private Pin pin() {
            if (!pins.isEmpty() && random.nextInt(6) == 0) {
                return contrary(pins.get(random.nextInt(pins.size())));
            }
            List<Integer> some = poses.isEmpty() || random.nextBoolean()
                    ? Stream.iterate(0, d -> d + 1).limit(problem.size()).toList()
                    : poses.get(random.nextInt(poses.size())).detections();
            int a = some.get(random.nextInt(some.size()));
            int b = some.get(random.nextInt(some.size()));
            return switch (a == b ? random.nextInt(2) : random.nextInt(4)) {
                case 0 -> new Pin.Use(a);
                case 1 -> new Pin.Skip(a);
                case 2 -> new Pin.Together(a, b);
                default -> new Pin.Apart(a, b);
            };
        }

        private static Pin contrary(Pin pin) {
            int[] d = pin.detections();
            if (d.length == 2) {
                return pin instanceof Pin.Apart ? new Pin.Together(d[0], d[1]) : new Pin.Apart(d[0], d[1]);
            }
            return pin instanceof Pin.Use ? new Pin.Skip(d[0]) : new Pin.Use(d[0]);
        }

        private void repin(String method, String route, String body, List<Pin> next) throws Exception {
            judge(send(method, route, body), problem, next);
        }

        private void add(Pose pose) throws Exception {
            int companion =
                    pose.detections().get(random.nextInt(pose.detections().size()));
            int part = random.nextInt(problem.anatomy().size());
            if (part == problem.part(companion)) {
                repin("PUT", "/pins", "{\"pins\":[]}", List.of());
                return;
            }
            String name = problem.anatomy().parts().get(part);
            MissedJoint joint = new MissedJoint(name, 1, 2, companion, Micro.of(1));
            Problem more = joint.addedTo(problem, pose.lead(problem.anatomy()));
            List<Pin> next = new ArrayList<>(pins);
            next.add(joint.pin(more));
            String body = "{\"part\":\"" + name + "\",\"x\":1,\"y\":2,\"with\":" + companion + "}";
            judge(send("POST", "/detections", body), more, next);
            grown++;
        }

        private HttpResponse<String> send(String method, String route, String body) throws Exception {
            String patience = random.nextInt(4) == 0 ? "0" : "30s";
            return server.send(HttpRequest.newBuilder(server.uri(path + route + "?patience=" + patience))
                    .method(method, BodyPublishers.ofString(body)));
        }

        private void judge(HttpResponse<String> answer, Problem next, List<Pin> wanted) {
            changes++;
            if (answer.statusCode() == 200) {
                accept(next, wanted, answer.body());
                return;
            }
            assertThat(answer.statusCode()).as("%s: %s", place, answer.body()).isEqualTo(409);
            if (answer.body().contains("pins-conflict")) {
                conflicts++;
                assertThat(optimum(next.withPins(wanted))).as(place).isEmpty();
                List<Pin> conflict = conflict(answer.body());
                assertThat(wanted).as(place).containsAll(conflict);
                assertThat(optimum(next.withPins(conflict))).as(place).isEmpty();
            } else {
                assertThat(answer.uri().getQuery()).as(answer.body()).isEqualTo("patience=0");
            }
        }

        /** The answer names the same problem and pins by their digest; the checker looks at that. */
        private void accept(Problem next, List<Pin> wanted, String answer) {
            int start = answer.indexOf("\"solution\":") + "\"solution\":".length();
            Problem pinned = next.withPins(wanted);
            Claim claim = Judge.claim(pinned, answer.substring(start, answer.length() - 1));
            assertThat(Checker.check(pinned, claim).reasons()).as(place).isEmpty();
            long optimum = optimum(pinned).orElseThrow();
            assertThat(claim.objective()).as(place).isGreaterThanOrEqualTo(optimum);
            assertThat(claim.lowerBound()).as(place).isLessThanOrEqualTo(optimum);
            certain = answer.contains("\"proof\":\"proven\"");
            if (certain) {
                assertThat(claim.objective()).as(place).isEqualTo(optimum);
                proven++;
            }
            problem = next;
            pins = wanted;
            poses = claim.poses().stream()
                    .map(pose -> new Pose(new TreeMap<>(pose.global()), new TreeMap<>(pose.local())))
                    .toList();
        }

        private OptionalLong optimum(Problem pinned) {
            if (tiny) {
                return BruteForce.optimumIfFeasible(pinned);
            }
            try {
                Solution solution = solver.solve(pinned, Settings.defaults());
                assertThat(solution.status()).as(place).isEqualTo(Solution.Status.OPTIMAL);
                return OptionalLong.of(solution.objective());
            } catch (PinsException e) {
                return OptionalLong.empty();
            }
        }

        private static List<Pin> conflict(String answer) {
            int start = answer.indexOf("\"conflict\":") + "\"conflict\":".length();
            String list = answer.substring(start, answer.lastIndexOf("]") + 1);
            byte[] body = ("{\"pins\":" + list + "}").getBytes(StandardCharsets.UTF_8);
            return EditReader.pins("conflict", new ByteArrayInputStream(body)).next();
        }
    }
}
