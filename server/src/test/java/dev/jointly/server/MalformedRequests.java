package dev.jointly.server;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Requests as bytes, each wrong in some way. */
final class MalformedRequests {
    /** One way to be wrong. */
    @FunctionalInterface
    interface Kind {
        byte[] request(Random random) throws IOException;
    }

    private static final List<String> WITH_BODY = List.of(
            "/api/v1/solve",
            "/api/v1/verify",
            "/api/v1/jobs",
            "/api/v1/sessions",
            "/api/v1/export?format=coco",
            "/api/v1/import",
            "/api/v1/tracks",
            "/api/v1/pose");
    private static final List<String> WRONG_VALUES = List.of(
            "\"x\"",
            "null",
            "true",
            "1e999",
            "-1e400",
            "NaN",
            "[]",
            "{}",
            "[[[[[[[[",
            "99999999999999999999",
            "\"\\ud800");

    private final byte[] problem;
    private final byte[] photo;

    MalformedRequests() throws IOException {
        Problem some = Generator.generate("some", 1, Crowding.EASY, 1, 6);
        problem = Answers.json(some);
        photo = Photos.encoded(Photos.plain(64, 64, Color.BLUE), "png");
    }

    List<Kind> kinds() {
        return List.of(
                this::truncated,
                this::wrongValue,
                this::missingField,
                MalformedRequests::noise,
                MalformedRequests::nested,
                this::brokenGzip,
                this::wrongEncoding,
                this::brokenImage,
                MalformedRequests::hugeImage,
                MalformedRequests::wrongMethod,
                MalformedRequests::wrongPath,
                this::wrongParameter,
                MalformedRequests::wrongId,
                this::shortBody,
                this::wrongLength,
                this::brokenChunks,
                MalformedRequests::wrongHead,
                MalformedRequests::largeHead,
                this::otherOrigin);
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static byte[] post(String path, byte[] body, String... headers) {
        return request("POST", path, body, body.length, headers);
    }

    private static byte[] request(String method, String path, byte[] body, int length, String... headers) {
        StringBuilder head =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        head.append("Content-Length: ").append(length).append("\r\n\r\n");
        return joined(head.toString().getBytes(StandardCharsets.ISO_8859_1), body);
    }

    private static byte[] joined(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private byte[] truncated(Random random) {
        return post(pick(random, WITH_BODY), Arrays.copyOf(problem, random.nextInt(problem.length - 1)));
    }

    private byte[] wrongValue(Random random) {
        String text = new String(problem, StandardCharsets.UTF_8);
        String field =
                pick(random, List.of("poseCost", "detections", "pairs", "anatomy", "id", "format", "cost", "part"));
        int start = text.indexOf("\"" + field + "\":") + field.length() + 3;
        int end = start;
        for (int depth = 0; depth > 0 || (text.charAt(end) != ',' && text.charAt(end) != '}'); end++) {
            depth += "[{".indexOf(text.charAt(end)) >= 0 ? 1 : "]}".indexOf(text.charAt(end)) >= 0 ? -1 : 0;
        }
        String value = pick(random, WRONG_VALUES);
        boolean allowed = (field.equals("id") && value.equals("\"x\""))
                || (List.of("detections", "pairs").contains(field) && value.equals("[]"));
        // a problem without detections is a problem all the same
        String wrong = allowed ? "-" : value;
        return post(
                pick(random, WITH_BODY),
                (text.substring(0, start) + wrong + text.substring(end)).getBytes(StandardCharsets.UTF_8));
    }

    private byte[] missingField(Random random) {
        String field = pick(random, List.of("poseCost", "detections", "pairs", "anatomy", "id", "format"));
        String text = new String(problem, StandardCharsets.UTF_8)
                .replaceFirst("\"" + field + "\"", "\"~" + random.nextInt(9) + "\"");
        return post(pick(random, WITH_BODY), text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] noise(Random random) {
        byte[] body = new byte[random.nextInt(2000)];
        random.nextBytes(body);
        if (body.length > 0 && body[0] == '{') {
            body[0] = '!';
        }
        return post(pick(random, WITH_BODY), body);
    }

    private static byte[] nested(Random random) {
        String open = pick(random, List.of("[", "{\"a\":", "{\"problem\":", "{\"pins\":["));
        String body = "{\"anatomy\":" + open.repeat(1 + random.nextInt(20_000));
        return post(pick(random, WITH_BODY), body.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(out)) {
            packing.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private byte[] brokenGzip(Random random) {
        byte[] packed = gzip(problem);
        byte[] broken =
                switch (random.nextInt(4)) {
                    case 0 -> Arrays.copyOf(packed, 3 + random.nextInt(packed.length - 4));
                    case 1 -> gzip(packed);
                    // inflates to more than is allowed
                    case 2 -> gzip(new byte[(1 << 20) + 1 + random.nextInt(1000)]);
                    default -> joined(new byte[] {0x1f, (byte) 0x8b, 8, 0}, new byte[random.nextInt(100)]);
                };
        return post(pick(random, WITH_BODY), broken);
    }

    private byte[] wrongEncoding(Random random) {
        String encoding = pick(random, List.of("br", "deflate", "gzip, gzip", "\u00e9", "gzip"));
        // the last one is gzip in name only
        return post(pick(random, WITH_BODY), problem, "Content-Encoding: " + encoding);
    }

    private byte[] brokenImage(Random random) {
        byte[] broken = Arrays.copyOf(photo, random.nextInt(photo.length / 2));
        return post("/api/v1/pose", broken);
    }

    private static byte[] hugeImage(Random random) throws IOException {
        return post("/api/v1/pose", Photos.claiming(1 << (8 + random.nextInt(20)), 1 << (13 + random.nextInt(10))));
    }

    private static byte[] wrongMethod(Random random) {
        String method = pick(random, List.of("PUT", "PATCH", "DELETE", "TRACE", "BREW", "CONNECT", "post"));
        return request(
                method, pick(random, List.of("/api/v1/solve", "/livez", "/metrics", "/api/v1/jobs")), new byte[0], 0);
    }

    private static byte[] wrongPath(Random random) {
        return request(
                pick(random, List.of("GET", "POST")),
                pick(
                        random,
                        List.of(
                                "/api/v1/solves",
                                "/api",
                                "//",
                                "/../../etc/passwd",
                                "/%2e%2e/x",
                                "/api/v1/solve/x",
                                "/%zz",
                                "/a%00b",
                                "/api//v1/solve",
                                "/;x=1",
                                "/\\",
                                "*",
                                "http://[bad/")),
                new byte[0],
                0);
    }

    private byte[] wrongParameter(Random random) {
        String query = pick(
                random,
                List.of(
                        "gap=-1",
                        "gap=nan",
                        "gap=1e999",
                        "timeLimit=-5",
                        "timeLimit=1e9999",
                        "timeLimit=",
                        "method=PCG",
                        "x=1",
                        "gap=0&gap=0",
                        "format=../x",
                        "gap=%zz",
                        "=",
                        "%",
                        "timeLimit=99999999999999999999",
                        "gap"));
        return post(pick(random, List.of("/api/v1/solve", "/api/v1/jobs", "/api/v1/pose")) + "?" + query, problem);
    }

    private static byte[] wrongId(Random random) {
        String path = pick(random, List.of("/api/v1/jobs/", "/api/v1/sessions/")) + Long.toHexString(random.nextLong());
        return request(pick(random, List.of("GET", "DELETE")), path, new byte[0], 0);
    }

    /** The client ends its side before it has sent all that it announced. */
    private byte[] shortBody(Random random) {
        return request("POST", pick(random, WITH_BODY), problem, problem.length + 1 + random.nextInt(1000));
    }

    private byte[] wrongLength(Random random) {
        String length = pick(random, List.of("-1", "x", "1.5", "99999999999999999999", "9999999999", "1, 2", ""));
        String head = "POST " + pick(random, WITH_BODY)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n";
        return joined(head.getBytes(StandardCharsets.ISO_8859_1), problem);
    }

    private byte[] brokenChunks(Random random) {
        String chunk = pick(
                random,
                List.of("zz\r\n", "-1\r\nx\r\n", "5\r\nab", "ffffffffffffffff\r\nx", "5\r\nabcdefgh\r\n0\r\n\r\n"));
        String head = "POST " + pick(random, WITH_BODY)
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk;
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] wrongHead(Random random) {
        return pick(
                        random,
                        List.of(
                                "GET\r\n\r\n",
                                "GET /livez\r\n\r\n",
                                "GET /livez HTTP/1.1\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost localhost\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost: local\0host\r\nConnection: close\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-A\0: 1\r\nConnection: close\r\n\r\n",
                                "GET /livez HTTP/1.1\r\nHost: localhost:port\r\nConnection: close\r\n\r\n",
                                "POST /livez HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
                                "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: sideways\r\nConnection: close\r\n\r\n"))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] largeHead(Random random) {
        String filling = "a".repeat(20_000 + random.nextInt(20_000));
        return random.nextBoolean()
                ? request("GET", "/livez?" + filling, new byte[0], 0)
                : request("GET", "/livez", new byte[0], 0, "X-Filling: " + filling);
    }

    private byte[] otherOrigin(Random random) {
        String origin = pick(random, List.of("null", "https://evil.example", "http://localhost:1", "x"));
        return post(pick(random, WITH_BODY), problem, "Origin: " + origin);
    }
}
