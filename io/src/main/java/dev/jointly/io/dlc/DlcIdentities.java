package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.PickleReader;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which animal each detection of a DeepLabCut network could be: the scores under {@code identity} of a {@code _full.pickle}, one per
 * animal, of networks that were trained with identities. A detection is known by the number of its frame, its part and its place.
 */
public final class DlcIdentities {
    private record Spot(int frame, String part, double x, double y) {}

    private final Map<Spot, List<Double>> scores = new HashMap<>();

    private DlcIdentities() {}

    /** Reads a pickle, plain or gzip; {@code -} is standard input. */
    public static DlcIdentities read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        return Reading.of(name, () -> of(name, PickleReader.read(file, standardInput)));
    }

    private static DlcIdentities of(String name, Pickle pickle) {
        Place top = Place.top(name, pickle);
        List<String> parts = top.at("metadata").at("all_joints_names").items().stream()
                .map(Place::text)
                .toList();
        DlcIdentities all = new DlcIdentities();
        top.dictionary().forEach((key, value) -> {
            Optional<FrameNumber> frame = key instanceof String text ? FrameNumber.of(text) : Optional.empty();
            if (frame.isPresent()) {
                all.add(frame.get().number(), parts, top.beside(String.valueOf(key), value));
            }
        });
        if (all.scores.isEmpty()) {
            throw new BadInputException(
                    name + ": has no scores of identities; DeepLabCut writes them if its project has identity: true");
        }
        return all;
    }

    private void add(int number, List<String> parts, Place frame) {
        Place identity = frame.find("identity");
        if (identity.value() == null) {
            return;
        }
        List<Place> places = frame.at("coordinates").item(0).items();
        List<Place> identities = identity.items();
        if (places.size() != parts.size() || identities.size() != parts.size()) {
            throw identity.bad(parts.size() + " lists, one for each part, as of coordinates");
        }
        for (int part = 0; part < parts.size(); part++) {
            double[][] xy = places.get(part).matrix();
            double[][] rows = identities.get(part).matrix();
            if (rows.length != xy.length) {
                throw identities.get(part).bad(xy.length + " rows, one for each position");
            }
            for (int i = 0; i < rows.length; i++) {
                List<Double> row = new ArrayList<>();
                for (double score : rows[i]) {
                    row.add(Double.isFinite(score) ? Math.max(0, score) : 0.0);
                }
                if (xy[i].length == 2 && row.stream().anyMatch(score -> score > 0)) {
                    scores.put(new Spot(number, parts.get(part), xy[i][0], xy[i][1]), row);
                }
            }
        }
    }

    /** The scores of a detection, one per animal; empty if there are none. */
    public List<Double> of(int frame, String part, double x, double y) {
        return scores.getOrDefault(new Spot(frame, part, x, y), List.of());
    }

    /** Sums of scores by animal, of the detections of a person; those without scores do not count. */
    public static List<Double> sum(List<List<Double>> detections) {
        List<Double> sums = new ArrayList<>();
        for (List<Double> scores : detections) {
            if (scores.size() > sums.size()) {
                sums.addAll(Collections.nCopies(scores.size() - sums.size(), 0.0));
            }
            for (int animal = 0; animal < scores.size(); animal++) {
                sums.set(animal, sums.get(animal) + scores.get(animal));
            }
        }
        return sums;
    }
}
