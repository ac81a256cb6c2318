package dev.jointly.server;

import dev.jointly.io.Excerpt;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import io.javalin.http.Context;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters of a query, each at most once, none unknown. */
final class Parameters {
    static final String TIME_LIMIT = "timeLimit";
    static final String GAP = "gap";
    static final String METHOD = "method";
    /** Those of {@link #settings}. */
    static final List<String> SOLVING = List.of(TIME_LIMIT, GAP, METHOD);

    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ms|s|m)?");

    private final Map<String, String> values;

    private Parameters(Map<String, String> values) {
        this.values = values;
    }

    /** @param known the names this route takes */
    static Parameters of(Context ctx, List<String> known) {
        Map<String, String> values = new HashMap<>();
        String query = ctx.queryString();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (!known.contains(name)) {
                throw HttpProblem.badParameter("found parameter " + Excerpt.quoted(name) + " but expected "
                        + (known.isEmpty() ? "none" : "one of " + String.join(", ", known)));
            }
            if (values.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1))) != null) {
                throw HttpProblem.badParameter("found parameter " + name + " twice but expected it once");
            }
        }
        return new Parameters(values);
    }

    /** Stricter than the framework, which drops what it cannot decode. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.badParameter("found " + Excerpt.quoted(text)
                    + " in the query but expected % before two hexadecimal digits only");
        }
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /**
     * How a client wants a problem solved. One thread each: as many problems are solved at once as there are processors.
     *
     * @param longest time limit where none is given
     */
    Settings settings(Duration longest) {
        return Settings.defaults()
                .withMethod(text(METHOD)
                        .map(Parameters::method)
                        .orElse(Settings.defaults().method()))
                .withTimeLimit(duration(TIME_LIMIT).orElse(longest))
                .withGap(text(GAP).map(Parameters::gap).orElse(0.0));
    }

    Optional<Duration> duration(String name) {
        return text(name).map(text -> duration(name, text));
    }

    /** A whole number within both limits. */
    Optional<Integer> whole(String name, int least, int most) {
        return text(name).map(text -> {
            if (text.matches("[0-9]{1,10}")) {
                long number = Long.parseLong(text);
                if (number >= least && number <= most) {
                    return (int) number;
                }
            }
            throw HttpProblem.badParameter("found " + name + " " + Excerpt.quoted(text)
                    + " but expected a whole number from " + least + " to " + most);
        });
    }

    /** A cost that is not negative, in micro-units. */
    Optional<Long> cost(String name) {
        return text(name).map(text -> {
            if (text.matches("[0-9]{1,9}(\\.[0-9]{1,6})?")) {
                return new BigDecimal(text).movePointRight(6).longValueExact();
            }
            throw HttpProblem.badParameter("found " + name + " " + Excerpt.quoted(text)
                    + " but expected a number from 0 to below 1e9, of at most six decimals");
        });
    }

    boolean truth(String name) {
        String text = text(name).orElse("false");
        if (!text.equals("true") && !text.equals("false")) {
            throw HttpProblem.badParameter(
                    "found " + name + " " + Excerpt.quoted(text) + " but expected true or false");
        }
        return text.equals("true");
    }

    private static Duration duration(String name, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw HttpProblem.badParameter("found " + name + " " + Excerpt.quoted(text)
                    + " but expected seconds, such as 5, 0.5, 500ms or 2m");
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        long nanos = unit.equals("ms") ? 1_000_000L : unit.equals("m") ? 60_000_000_000L : 1_000_000_000L;
        BigDecimal total = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanos));
        return Duration.ofNanos(total.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue());
    }

    private static double gap(String text) {
        try {
            double gap = Double.parseDouble(text);
            if (gap >= 0 && gap < 1) {
                return gap;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw HttpProblem.badParameter(
                "found gap " + Excerpt.quoted(text) + " but expected a number from 0 to below 1");
    }

    private static Method method(String text) {
        if (text.equals("auto")) {
            return Settings.defaults().method();
        }
        return Arrays.stream(Method.values())
                .filter(method -> method.label().equals(text))
                .findFirst()
                .orElseThrow(
                        () -> HttpProblem.badParameter("found method " + Excerpt.quoted(text) + " but expected one of "
                                + Stream.concat(
                                                Stream.of("auto"),
                                                Arrays.stream(Method.values()).map(Method::label))
                                        .collect(Collectors.joining(", "))));
    }
}
