package dev.jointly.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TrackRoutesTest {
    private final RunningServer server = RunningServer.real();

    @AfterAll
    void stop() {
        server.close();
    }

    private HttpResponse<String> tracked(String body) throws Exception {
        return server.post("/api/v1/tracks", body.getBytes(StandardCharsets.UTF_8));
    }

    private static String frame(String name, String... people) {
        return "{\"name\":\"" + name + "\",\"people\":[" + String.join(",", people) + "]}";
    }

    private static String clip(String... frames) {
        return "{\"frames\":[" + String.join(",", frames) + "]}";
    }

    /** 100 pixels high, so that distances between two of them are in hundredths of a body size. */
    private static String person(int x) {
        return "{\"head\":[" + x + ",0],\"foot\":[" + x + ",100]}";
    }

    /**
     * Two people stand still at 0 and 1000, every fifth frame, and change places in the lists; somebody is at 5000 in one
     * frame only. Frames come in no order. A link of somebody who does not move is the cheapest there is, and alone pays for
     * more than a birth and a death; the other two are 50 body sizes away from everybody.
     */
    @Test
    void tracksStandInTheOrderOfTheRequest() throws Exception {
        HttpResponse<String> answer = tracked(clip(
                frame("walk/frame0020.png", person(1000), person(0)),
                frame("walk/frame0010.png", person(0), person(1000)),
                frame("walk/frame0025.png", person(0)),
                frame("walk/frame0015.png", person(5000), person(1000), person(0))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.body()).contains("\"status\":\"optimal\"", "\"tracks\":[[2,1],[1,2],[1],[null,2,1]]");
        String objective =
                answer.body().replaceAll(".*\"objective\":([-0-9.]+).*", "$1").strip();
        assertThat(answer.body()).contains("\"lowerBound\":" + objective + ",");
    }

    /** Numbers 0, 2 and 6 are 0, 1 and 3 steps of two: one frame is missing between the last two. */
    @Test
    void theLongestGapIsCountedInSteps() throws Exception {
        String frames = "{\"frames\":[" + frame("f0", person(0)) + "," + frame("f2", person(0)) + ","
                + frame("f6", person(0)) + "," + frame("f8", person(0)) + "],\"longestGap\":";
        assertThat(tracked(frames + "1}").body()).contains("\"tracks\":[[1],[1],[1],[1]]");
        assertThat(tracked(frames + "0}").body()).contains("\"tracks\":[[1],[1],[2],[2]]");
    }

    @Test
    void noPeopleNoTracks() throws Exception {
        assertThat(tracked(clip(frame("f1"), frame("f2"))).body())
                .contains("\"objective\":0.0,\"lowerBound\":0.0,\"tracks\":[[],[]]");
        assertThat(tracked(clip()).body()).contains("\"tracks\":[]");
    }

    private void refused(int status, String body, String... words) throws Exception {
        HttpResponse<String> answer = tracked(body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(words);
    }

    /**
     * Two people 100 apart come close to each other and part again, to 10 and 90: to exchange them then costs little, since 42 is not much more than 38. With the pins of the answer, they are exchanged.
     */
    @Test
    void crossingsComeWithThePinsThatTakeThem() throws Exception {
        String frames = "\"frames\":[" + frame("f1", person(0), person(100)) + "," + frame("f2", person(48), person(52))
                + "," + frame("f3", person(10), person(90)) + "]";
        String found = tracked("{" + frames + ",\"crossings\":true}").body();
        assertThat(found)
                .contains("\"tracks\":[[1,2],[1,2],[1,2]]")
                .contains("{\"frame\":2,\"kind\":\"swap\",\"tracks\":[1,2],\"margin\":")
                .contains("\"instead\":\"track 1 and track 2 exchange after frame 2\"");
        String swap = found.replaceFirst(".*?\"frame\":2,\"kind\":\"swap\".*?\"swap\":(\\[\\[.*?\\]\\]\\]).*", "$1");
        String pins = swap.replaceFirst("^\\[", "[{\"same\":")
                .replace("]],[[", "]]},{\"same\":[[")
                .replaceFirst("\\]$", "}]");
        HttpResponse<String> exchanged = tracked("{" + frames + ",\"asked\":{\"pins\":" + pins + "}}");
        assertThat(exchanged.body()).contains("\"tracks\":[[1,2],[1,2],[2,1]]").doesNotContain("crossings");
        refused(
                409,
                "{" + frames + ",\"asked\":{\"pins\":[{\"ends\":[1,0]},{\"same\":[[1,0],[2,0]]}]}}",
                "pins-conflict",
                "ends [1, 0]; same [1, 0], [2, 0]");
        refused(400, "{" + frames + ",\"asked\":{\"pins\":[{\"ends\":[9,0]}]}}", "frame 9 is not in the clip");
    }

    @Test
    void framesOfOneClipOnly() throws Exception {
        refused(400, clip(frame("walk")), "frame \\\"walk\\\" has no number of a frame at the end of its name");
        refused(
                400,
                clip(frame("a/1"), frame("b/2")),
                "frame \\\"b/2\\\" is of another clip than those before it, whose names begin with \\\"a/\\\"");
        refused(400, clip(frame("a1.png"), frame("a01.jpg")), "frame \\\"a01.jpg\\\" is a second frame 1");
    }

    @Test
    void wrongBodiesAreRefused() throws Exception {
        refused(400, "", "expected");
        refused(400, "{}", "/frames", "found nothing but expected an array of frames");
        refused(400, "{\"frame\":[]}", "maybe you meant \\\"frames\\\"");
        refused(400, clip() + clip(), "found a second document but expected one");
        refused(400, "{\"frames\":[],\"longestGap\":1001}", "from 0 to 1000");
        refused(400, "{\"frames\":[],\"longestGap\":-1}", "from 0 to 1000");
        refused(
                400,
                "{\"frames\":[{\"name\":\"f1\"}]}",
                "/frames/0/people",
                "found nothing but expected an array of people");
        refused(400, "{\"frames\":[{\"people\":[]}]}", "/frames/0/name");
        refused(400, clip(frame("f1", "{\"head\":[1]}")), "expected [x, y]");
        refused(400, clip(frame("f1", "{\"head\":[1,2,3]}")), "/head/2: found 3 but expected [x, y]");
        refused(400, clip(frame("f1", "{\"head\":[1,1e300]}")), "from -1000000 to 1000000");
        refused(400, clip(frame("f1", "{\"head\":[1,2],\"head\":[1,2]}")), "a second time");
        String parts = IntStream.rangeClosed(0, 200)
                .mapToObj(part -> "\"part" + part + "\":[0,0]")
                .collect(Collectors.joining(","));
        refused(400, clip(frame("f1", "{" + parts + "}")), "more than 200 entries");
    }

    @Test
    void moreThanAWorkerHasTimeForIsRefused() throws Exception {
        String crowd = IntStream.range(0, 1420).mapToObj(i -> "{}").collect(Collectors.joining(","));
        // 1420 times 1420 pairs
        refused(413, clip(frame("f1", crowd), frame("f2", crowd)), "more than 2000000 pairs", "longest gap of 8");
        ServerLimits few = RunningServer.small().withSizes(1 << 20, 3, 100_000);
        try (RunningServer small = RunningServer.with(RunningServer.solver(), few)) {
            String[] eight = Collections.nCopies(8, "{}").toArray(String[]::new);
            byte[] sixteen = clip(frame("f1", eight), frame("f2", eight)).getBytes(StandardCharsets.UTF_8);
            HttpResponse<String> answer = small.post("/api/v1/tracks", sixteen);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("/frames/1/people/7", "more than 15 entries");
            byte[] frames =
                    clip(frame("f1"), frame("f2"), frame("f3"), frame("f4")).getBytes(StandardCharsets.UTF_8);
            HttpResponse<String> four = small.post("/api/v1/tracks", frames);
            assertThat(four.statusCode()).isEqualTo(400);
            assertThat(four.body()).contains("/frames/3", "more than 3 entries");
        }
    }

    @Test
    void aClipWhoseTimeIsOverIsRefused() throws Exception {
        ServerLimits impatient = RunningServer.small().withLongest(Duration.ofNanos(1));
        try (RunningServer late = RunningServer.with(RunningServer.solver(), impatient)) {
            HttpResponse<String> answer = late.post("/api/v1/tracks", clip().getBytes(StandardCharsets.UTF_8));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("too-late");
        }
    }

    @Test
    void theTimeLimitIsThatOfTheRequest() throws Exception {
        HttpResponse<String> answer =
                server.post("/api/v1/tracks?timeLimit=0", clip().getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(server.post("/api/v1/tracks?timeLimit=1m", clip().getBytes(StandardCharsets.UTF_8))
                        .statusCode())
                .isEqualTo(200);
    }

    /** The deadline comes when it is looked at for the n-th time, for every n until it does not come any more. */
    @Test
    void aClipThatIsNotFinishedInTimeIsRefused() {
        String crowd = IntStream.range(0, 5).mapToObj(i -> person(30 * i)).collect(Collectors.joining(","));
        byte[] body =
                clip(frame("f1", crowd), frame("f2", crowd), frame("f3", crowd)).getBytes(StandardCharsets.UTF_8);
        ClipReader.GivenClip clip = ClipReader.of(body, 100).next();
        int looks = 1;
        while (refusedAtLook(clip, looks)) {
            looks++;
        }
        // four times, with the fit: the links of each person to the frames before, and a search for each of five
        // animals
        assertThat(looks).isGreaterThan(4 * (3 * 5 + 5));
    }

    private static boolean refusedAtLook(ClipReader.GivenClip clip, int look) {
        AtomicInteger looks = new AtomicInteger();
        try {
            TrackRoutes.answer(clip, new WorkQueue.TimeBudget() {
                @Override
                public Duration left() {
                    return looks.incrementAndGet() >= look ? Duration.ZERO : Duration.ofMinutes(1);
                }

                @Override
                public boolean stopped() {
                    return false;
                }

                @Override
                public boolean abandoned() {
                    return false;
                }
            });
            return false;
        } catch (HttpProblem e) {
            assertThat(e.status()).isEqualTo(503);
            assertThat(e.getMessage()).contains("the time was over");
            return true;
        }
    }
}
