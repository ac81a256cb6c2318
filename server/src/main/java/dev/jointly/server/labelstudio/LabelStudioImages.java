package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Images of tasks, from the one Label Studio that the server was started for. No other origin is ever asked: not by a URL in a
 * task, and not by a redirect. Thread-safe.
 */
public final class LabelStudioImages {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    private final HttpClient client;
    private final URI origin;
    private final Optional<String> key;
    private final Duration patience;

    private LabelStudioImages(URI origin, Optional<String> key, Duration patience) {
        this.origin = origin;
        this.key = key;
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(patience)
                .build();
    }

    /**
     * Images of the Label Studio at a URL.
     *
     * @param url such as http://localhost:8080, with or without a path
     * @param key an access token of one of its users; without one it gives only what everybody may see
     * @param patience for one image
     * @throws IllegalArgumentException if the URL is none
     */
    public static LabelStudioImages of(String url, Optional<String> key, Duration patience) {
        URI uri;
        try {
            uri = URI.create(url.endsWith("/") ? url : url + "/");
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(expected(url), e);
        }
        String scheme = uri.getScheme();
        boolean plain = scheme != null
                && SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
        if (!plain) {
            throw new IllegalArgumentException(expected(url));
        }
        boolean printable = key.stream().allMatch(Excerpt::printable);
        if (!printable) {
            throw new IllegalArgumentException(
                    "the key of Label Studio has a control character, such as a line feed; write it on one line");
        }
        return new LabelStudioImages(uri, key, patience);
    }

    private static String expected(String url) {
        return "Label Studio's URL is " + Excerpt.quoted(url) + " but must be like http://localhost:8080";
    }

    /**
     * The bytes of an image.
     *
     * @param where a URL, or a path such as /data/upload/1/photo.jpg
     * @param most bytes that it may have
     */
    byte[] fetch(String where, int most) {
        URI uri = resolved(where);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(patience);
        key.ifPresent(token -> request.header("Authorization", "Token " + token));
        CompletableFuture<HttpResponse<Optional<byte[]>>> coming = client.sendAsync(
                request.build(),
                info -> info.statusCode() == 200
                        ? BodySubscribers.mapping(new LimitedBody(most), Optional::of)
                        : BodySubscribers.replacing(Optional.empty()));
        try {
            // the request's own limit ends where the body begins
            HttpResponse<Optional<byte[]>> response = coming.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return response.body().orElseThrow(() -> refused(where, response.statusCode()));
        } catch (TimeoutException e) {
            coming.cancel(true);
            throw new BadInputException(
                    "image " + Excerpt.quoted(where) + " did not come from Label Studio within " + patience.toSeconds()
                            + " s",
                    e);
        } catch (ExecutionException e) {
            throw new BadInputException("image " + Excerpt.quoted(where) + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            coming.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an image", e);
        }
    }

    private static BadInputException refused(String where, int status) {
        String advice =
                switch (status / 100) {
                    case 3 -> "redirects are not followed; use uploaded files or local storage";
                    case 4 -> "check that JOINTLY_LABEL_STUDIO_KEY is the access token of a user who may see it";
                    default -> "expected 200";
                };
        return new BadInputException(
                "image " + Excerpt.quoted(where) + ": Label Studio answered " + status + "; " + advice);
    }

    /** The URL of an image, if it is one of the Label Studio that is known. */
    URI resolved(String where) {
        URI uri;
        try {
            uri = origin.resolve(where);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("image " + Excerpt.quoted(where) + " is not a URL", e);
        }
        boolean same = String.valueOf(uri.getScheme()).equalsIgnoreCase(origin.getScheme())
                && String.valueOf(uri.getHost()).equalsIgnoreCase(origin.getHost())
                && port(uri) == port(origin)
                && uri.getRawUserInfo() == null;
        if (!same) {
            throw new BadInputException("image " + Excerpt.quoted(where) + " is not at " + origin
                    + ", the only place from which images are fetched; upload it to Label Studio, or start jointly serve"
                    + " with another --label-studio-url");
        }
        return uri;
    }

    private static int port(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }

    /** The bytes of a response, of which no more than a number is ever held. */
    private static final class LimitedBody implements BodySubscriber<byte[]> {
        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        LimitedBody(int most) {
            this.most = most;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                if (buffer.remaining() > most - bytes.size()) {
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    body.completeExceptionally(new IOException("it has more than " + most + " bytes"));
                    return;
                }
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                bytes.write(part, 0, part.length);
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toByteArray());
        }
    }
}
