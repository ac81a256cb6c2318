package dev.jointly.server;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the annotators' page: {@code index.html}, and assets whose names have a hash of their contents. The build
 * leaves them out where it has no npm.
 */
public final class PageBundle {
    /** No slash and no leading dot, so that a name leads nowhere else. */
    private static final Pattern ASSET = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.([a-z0-9]+)");

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png");

    private final String folder;

    private PageBundle(String folder) {
        this.folder = folder;
    }

    /** Where the build puts it. */
    public static PageBundle built() {
        return in("page");
    }

    /** @param folder of resources, below this package */
    static PageBundle in(String folder) {
        return new PageBundle(folder);
    }

    /** Empty if the page was left out. */
    Optional<byte[]> index() {
        return Resources.find(folder + "/index.html");
    }

    /** Empty if there is no such asset, or none of a known type. */
    Optional<Answers.Document> asset(String name) {
        Matcher matcher = ASSET.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String type = TYPES.get(matcher.group(1).toLowerCase(Locale.ROOT));
        return type == null
                ? Optional.empty()
                : Resources.find(folder + "/assets/" + name).map(bytes -> new Answers.Document(type, bytes));
    }
}
