package dev.jointly.io.dlc;

import dev.jointly.evidence.Truth;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels by the ids that evidence of the same frames has. A frame {@code labeled-data/m1/img0012.png} is known by its
 * path; without folders or ending where that names one frame only; and as frame 12 of the video m1, because DeepLabCut
 * names extracted frames by their number: {@code frame0012} where all labels are of one video, {@code
 * m1DLC_resnet50/frame0012} where several were imported.
 */
public final class DlcTruths {
    private static final Pattern IMAGE = Pattern.compile("(?:.*/)?([^/]+)/img(\\d{1,9})\\.\\w+");
    private static final Pattern FRAME = Pattern.compile("(?:(?:.*/)?([^/]+)/)?frame(\\d{1,9})");

    private final Map<String, Truth> byName = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();
    private final Map<String, Map<Integer, Truth>> byVideo = new HashMap<>();

    /** @param truths as {@link DlcLabels} reads them */
    public DlcTruths(Collection<Truth> truths) {
        for (Truth truth : truths) {
            String path = truth.id();
            String plain = path.replaceFirst("\\.\\w{1,5}$", "");
            String name = plain.substring(plain.lastIndexOf('/') + 1);
            for (String key : new HashSet<>(List.of(path, plain, name))) {
                if (byName.put(key, truth) != null) {
                    ambiguous.add(key);
                }
            }
            Matcher image = IMAGE.matcher(path);
            if (image.matches()) {
                byVideo.computeIfAbsent(image.group(1), video -> new HashMap<>())
                        .put(Integer.parseInt(image.group(2)), truth);
            }
        }
        byName.keySet().removeAll(ambiguous);
    }

    /** The labels of the frame with this id, which they then have too. */
    public Optional<Truth> of(String id) {
        return Optional.ofNullable(byName.get(id))
                .or(() -> frame(id))
                .map(truth -> new Truth(id, truth.image(), truth.parts(), truth.people()));
    }

    private Optional<Truth> frame(String id) {
        Matcher frame = FRAME.matcher(id);
        if (!frame.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(frame.group(2));
        String scope = frame.group(1);
        // the name of the analysed video, and what DeepLabCut adds to it
        List<Map<Integer, Truth>> videos = byVideo.entrySet().stream()
                .filter(video ->
                        scope == null || scope.equals(video.getKey()) || scope.startsWith(video.getKey() + "DLC"))
                .map(Map.Entry::getValue)
                .toList();
        return videos.size() == 1 ? Optional.ofNullable(videos.get(0).get(number)) : Optional.empty();
    }
}
