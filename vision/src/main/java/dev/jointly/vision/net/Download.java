package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** A file from the web. */
public final class Download {
    /** Larger than any network that a machine could run. */
    private static final long MAX_BYTES = 4L << 30;

    /** How often progress is reported, in bytes. */
    private static final long STEP = 10_000_000;

    private Download() {}

    public static boolean isUrl(String text) {
        return text.startsWith("https://") || text.startsWith("http://");
    }

    /** Writes what is at an address into a file. */
    public static void fetch(String url, Path to, Consumer<String> progress) throws IOException {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<InputStream> answer;
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
            answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IllegalArgumentException e) {
            throw new BadInputException(url + ": is not an address: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new BadInputException(url + ": cannot be downloaded: " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException(url + ": the download was interrupted", e);
        }
        try (InputStream in = answer.body();
                OutputStream out = Files.newOutputStream(to)) {
            if (answer.statusCode() != 200) {
                throw new BadInputException(url + ": the server answered " + answer.statusCode());
            }
            long size = answer.headers().firstValueAsLong("Content-Length").orElse(0);
            copy(url, in, out, size, progress);
        }
    }

    private static void copy(String url, InputStream in, OutputStream out, long size, Consumer<String> progress)
            throws IOException {
        byte[] buffer = new byte[1 << 16];
        long done = 0;
        progress.accept("downloading " + url + (size > 0 ? ", " + megabytes(size) : ""));
        while (true) {
            int read;
            try {
                read = in.read(buffer);
            } catch (IOException e) {
                throw new BadInputException(url + ": the download ended after " + done + " bytes: " + reason(e), e);
            }
            if (read < 0) {
                return;
            }
            if (done / STEP < (done + read) / STEP) {
                progress.accept(megabytes(done + read) + (size > 0 ? " of " + megabytes(size) : ""));
            }
            done += read;
            if (done > MAX_BYTES) {
                throw new BadInputException(url + ": is larger than " + MAX_BYTES + " bytes");
            }
            out.write(buffer, 0, read);
        }
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
