package dev.jointly.server;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a listener: clients with the token; or, without one, programs on this machine. Pages of other sites never
 * may: a request with another origin is refused, and without a token also one that names another host, since such a name can
 * be made to lead to this machine (DNS rebinding).
 */
public final class Access {
    private static final String BEARER = "Bearer ";
    private static final String BASIC = "Basic ";
    private static final int LEAST_TOKEN = 16;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    /** Opened by a browser, which cannot send a bearer of its own accord but asks a person for a password. */
    private static final String PAGE = "/";

    private static final String ASK_A_PERSON = "Basic realm=\"Jointly: the password is the token\", charset=\"UTF-8\"";
    /** What a supervisor asks, which has no token. */
    private static final Set<String> HEALTH = Set.of("/livez", "/readyz");

    private final Optional<byte[]> tokenHash;
    private final boolean anyHost;

    private Access(Optional<byte[]> tokenHash, boolean anyHost) {
        this.tokenHash = tokenHash;
        this.anyHost = anyHost;
    }

    /**
     * The rule for an address: other machines need a token.
     *
     * @param token empty for none
     * @throws IllegalArgumentException if other machines could reach the host without one
     */
    public static Access of(String host, Optional<String> token) {
        if (token.isPresent()) {
            if (token.get().length() < LEAST_TOKEN) {
                throw new IllegalArgumentException(
                        "the token has " + token.get().length() + " characters but must have at least " + LEAST_TOKEN
                                + "; make one with: openssl rand -hex 32");
            }
            return new Access(Optional.of(hash(token.get())), true);
        }
        if (!isLoopback(host)) {
            throw new IllegalArgumentException(
                    "host " + host + " can be reached from other machines, which needs a token;"
                            + " set JOINTLY_TOKEN or --token-file, or use --host 127.0.0.1");
        }
        return new Access(Optional.empty(), false);
    }

    /** Everybody who reaches the listener, for a tool that can send no token. Its address is the only protection. */
    public static Access open() {
        return new Access(Optional.empty(), true);
    }

    private static boolean isLoopback(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("host " + host + " is not an address of this machine", e);
        }
    }

    /** Refuses a request that may not pass. */
    void check(Context ctx) {
        String host = ctx.header("Host");
        String name = host == null ? "" : withoutPort(host);
        if (!anyHost && !LOOPBACK.contains(name)) {
            throw HttpProblem.of(
                    421,
                    "wrong-host",
                    "found host \"" + name + "\" but expected localhost or 127.0.0.1;"
                            + " without a token only these are served");
        }
        String origin = ctx.header("Origin");
        if (origin != null
                && !origin.equalsIgnoreCase("http://" + host)
                && !origin.equalsIgnoreCase("https://" + host)) {
            throw HttpProblem.of(403, "other-origin", "pages of another origin may not use this service");
        }
        if (tokenHash.isPresent() && !HEALTH.contains(ctx.path()) && !knowsToken(given(ctx))) {
            throw HttpProblem.of(
                            401, "no-token", "expected a header Authorization: Bearer with the token of this service")
                    .withHeader("WWW-Authenticate", ctx.path().equals(PAGE) ? ASK_A_PERSON : "Bearer");
        }
    }

    /**
     * The token that a request brings: as a bearer, as the password of basic authentication, which is what Label Studio sends,
     * or in the header that X-AnyLabeling uses. Empty text if there is none.
     */
    private static String given(Context ctx) {
        String header = text(ctx.header("Authorization"));
        if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return header.substring(BEARER.length()).strip();
        }
        if (header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return password(header.substring(BASIC.length()).strip());
        }
        return text(ctx.header("Token")).strip();
    }

    private static String text(@Nullable String header) {
        return header == null ? "" : header;
    }

    private static String password(String encoded) {
        try {
            String both = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            return both.substring(both.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            // not base64, so not the token
            return "";
        }
    }

    /** Compares hashes, of equal length, in time that does not depend on them. */
    private boolean knowsToken(String token) {
        return MessageDigest.isEqual(hash(token), tokenHash.orElseThrow());
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return name.toLowerCase(Locale.ROOT);
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
