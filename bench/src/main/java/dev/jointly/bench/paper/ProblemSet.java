package dev.jointly.bench.paper;

import dev.jointly.generate.PortableRandom;
import dev.jointly.io.Layout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Problems of one origin.
 *
 * @param name a, b or c
 * @param seen whether problems come with their evidence, which baselines need
 * @param sources file or rule, with its hash where it is a file
 */
public record ProblemSet(
        String name,
        String title,
        boolean seen,
        long seed,
        List<String> sources,
        String licence,
        String costs,
        List<Entry> entries) {

    /** A problem that is made when its turn comes. */
    public record Entry(String id, Supplier<ProblemWithEvidence> given) {}

    /** What is known of a problem once it was made. */
    public record Made(String id, String sha256, int detections, int pairs) {}

    public ProblemSet {
        sources = List.copyOf(sources);
        entries = List.copyOf(entries);
    }

    /** A share of the problems, at least one, the same for the same seed; in their order. */
    ProblemSet sample(double share, long sampleSeed) {
        int count = (int) Math.max(1, Math.round(share * entries.size()));
        return drawn(count, sampleSeed);
    }

    /** So many of the problems, drawn by the seed, in their order. */
    ProblemSet drawn(int count, long sampleSeed) {
        PortableRandom random = new PortableRandom(sampleSeed);
        Map<Entry, Double> keys = new LinkedHashMap<>();
        entries.forEach(entry -> keys.put(entry, random.uniform()));
        List<Entry> chosen = keys.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
                .limit(count)
                .map(Map.Entry::getKey)
                .toList();
        List<Entry> fewer = entries.stream().filter(chosen::contains).toList();
        return new ProblemSet(name, title, seen, seed, sources, licence, costs, fewer);
    }

    /** Writes what the set is made of. */
    void writeManifest(Path file, List<Made> made) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            Layout.PRETTY.write(out, json -> {
                json.writeStringField("format", "jointly/problem-set@1");
                json.writeStringField("set", name);
                json.writeStringField("title", title);
                json.writeNumberField("seed", seed);
                json.writeArrayFieldStart("sources");
                for (String source : sources) {
                    json.writeString(source);
                }
                json.writeEndArray();
                json.writeStringField("licence", licence);
                json.writeStringField("costs", costs);
                json.writeArrayFieldStart("problems");
                for (Made one : made) {
                    json.writeStartObject();
                    json.writeStringField("id", one.id());
                    json.writeStringField("sha256", one.sha256());
                    json.writeNumberField("detections", one.detections());
                    json.writeNumberField("pairs", one.pairs());
                    json.writeEndObject();
                }
                json.writeEndArray();
            });
        }
    }
}
