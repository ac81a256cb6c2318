package dev.jointly.io.coco;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.JsonSource;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Annotations as read; who is in which image, and the names of the key points, are known only at the end. */
final class CocoDraft {
    /** One annotation. */
    static final class DraftPerson {
        final String path;
        long image;
        long category;
        double @Nullable [] keypoints;

        @Nullable
        Box box;

        double area;
        boolean crowd;

        DraftPerson(String path) {
            this.path = path;
        }
    }

    private final JsonSource source;
    private final Map<Long, Image> images = new LinkedHashMap<>();
    private final Map<Long, List<DraftPerson>> people = new HashMap<>();
    private final Map<Long, List<String>> categories = new LinkedHashMap<>();

    CocoDraft(JsonSource source) {
        this.source = source;
    }

    void image(long id, String file, int width, int height) {
        if (images.put(id, new Image(file, width, height)) != null) {
            throw source.bad(source.path() + "/id", id + " a second time", "every image once");
        }
    }

    void category(long id, List<String> parts) {
        categories.put(id, List.copyOf(parts));
    }

    void person(DraftPerson person) {
        people.computeIfAbsent(person.image, image -> new ArrayList<>()).add(person);
    }

    List<Truth> truths() {
        Map.Entry<Long, List<String>> category = categories.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .findFirst()
                .orElseThrow(() -> source.bad("/categories", "none with keypoints", "a category with their names"));
        for (Map.Entry<Long, List<DraftPerson>> entry : people.entrySet()) {
            if (!images.containsKey(entry.getKey())) {
                throw source.bad(
                        entry.getValue().get(0).path + "/image_id",
                        Long.toString(entry.getKey()),
                        "the number of one of /images");
            }
        }
        List<Truth> truths = new ArrayList<>();
        images.forEach((id, image) -> {
            List<Person> present = new ArrayList<>();
            for (DraftPerson person : people.getOrDefault(id, List.of())) {
                if (person.category == category.getKey()) {
                    present.add(person(person, category.getValue()));
                }
            }
            truths.add(new Truth(stem(image.file()), image, category.getValue(), present));
        });
        return truths;
    }

    /** What images are called here: the file's name without folder and ending. */
    private static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private Person person(DraftPerson person, List<String> parts) {
        double[] points = person.keypoints;
        if (points == null) {
            // crowds may have none
            List<Joint> unknown = Collections.nCopies(parts.size(), new Joint(0, 0, Mark.ABSENT));
            return new Person(unknown, person.box, person.area, person.crowd);
        }
        if (points.length != 3 * parts.size()) {
            throw source.bad(
                    person.path + "/keypoints",
                    points.length + " numbers",
                    3 * parts.size() + ", [x, y, v] for each of the category's key points");
        }
        List<Joint> joints = new ArrayList<>();
        for (int i = 0; i < points.length; i += 3) {
            joints.add(new Joint(points[i], points[i + 1], mark(points[i + 2], person.path + "/keypoints/" + (i + 2))));
        }
        return new Person(joints, person.box, person.area, person.crowd);
    }

    private Mark mark(double flag, String path) {
        if (flag == 0) {
            return Mark.ABSENT;
        }
        if (flag == 1) {
            return Mark.HIDDEN;
        }
        if (flag == 2) {
            return Mark.VISIBLE;
        }
        throw source.bad(path, Double.toString(flag), "0, 1 or 2");
    }
}
