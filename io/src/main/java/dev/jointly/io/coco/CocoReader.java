package dev.jointly.io.coco;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.problem.Image;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads COCO key point annotations, {@code person_keypoints_*.json}, plain or gzip: one {@link Truth} for each image, also
 * those without people, in the order of the file. The people are those of the first category that has key points.
 */
public final class CocoReader {
    private static final int MAX_PICTURES = 1_000_000;
    private static final int MAX_PEOPLE = 5_000_000;

    private static final String WHOLE = "a whole number";
    private static final String PIXELS = "a whole number of pixels";
    private static final String AREA = "an area, a number from 0";
    private static final JsonShape SHAPE = JsonShape.of("COCO's annotations")
            .list(
                    "images",
                    "an array of images",
                    Limit.of(MAX_PICTURES, "entries"),
                    JsonShape.of(
                            "an image, an object with id, file_name and size", "id", "file_name", "width", "height"),
                    CocoReader::picture)
            .list(
                    "annotations",
                    "an array of annotations",
                    Limit.of(MAX_PEOPLE, "entries"),
                    JsonShape.of("an annotation", "image_id", "category_id", "area", "iscrowd")
                            .with("keypoints", Limit.of(3 * Limits.PARTS, "entries"))
                            .with("bbox", Limit.of(4, "entries")),
                    CocoReader::annotation)
            .list(
                    "categories",
                    "an array of categories",
                    Limit.of(1_000, "entries"),
                    JsonShape.of("a category, an object with id and keypoints", "id")
                            .with("keypoints", Limit.of(Limits.PARTS, "entries")),
                    CocoReader::category);

    private record Picture(long id, Image image) {}

    private record Category(long id, List<String> parts) {}

    /** Who is in which image, and the names of the key points, are known only at the end. */
    private record Annotation(
            long image,
            long category,
            double @Nullable [] keypoints,
            @Nullable Box box,
            double area,
            boolean crowd) {}

    private CocoReader() {}

    /** The truth about every image of a file; {@code -} is standard input. */
    public static List<Truth> read(String file, InputStream standardInput) {
        return JsonSource.open(file, standardInput).only("COCO's annotations", SHAPE, CocoReader::truths);
    }

    public static List<Truth> read(Path file) {
        return read(file.toString(), InputStream.nullInputStream());
    }

    private static Picture picture(JsonValue image) {
        long id = image.get("id", "the image's number").whole(WHOLE);
        String file = image.name("file_name", "the image's file name");
        int width = image.integer("width", PIXELS);
        int height = image.integer("height", PIXELS);
        if (width <= 0 || height <= 0) {
            throw image.bad(width + " x " + height, "a width and height above 0");
        }
        return new Picture(id, new Image(file, width, height));
    }

    private static Category category(JsonValue category) {
        return new Category(
                category.get("id", "the category's number").whole(WHOLE),
                category.entriesIfAny("keypoints", "an array of names", name -> name.name("the name of a key point")));
    }

    private static Annotation annotation(JsonValue person) {
        double area = person.ifAny("area", value -> value.finite(AREA), 0.0);
        if (area < 0) {
            throw person.get("area", AREA).bad(AREA);
        }
        return new Annotation(
                person.get("image_id", "the number of an image").whole(WHOLE),
                person.get("category_id", "the number of a category").whole(WHOLE),
                person.find("keypoints")
                        .map(points -> points.finites("an array [x, y, v, ...]", "a finite number"))
                        .orElse(null),
                person.find("bbox").map(CocoReader::box).orElse(null),
                area,
                person.ifAny("iscrowd", crowd -> crowd.integer("0 or 1"), 0) == 1);
    }

    private static Box box(JsonValue value) {
        double[] box = value.finites("an array [x, y, width, height]", "a finite number");
        if (box.length != 4) {
            throw value.bad(box.length + " numbers", "[x, y, width, height]");
        }
        return new Box(box[0], box[1], box[2], box[3]);
    }

    private static List<Truth> truths(JsonValue file) {
        Map<Long, Image> images = new LinkedHashMap<>();
        for (Picture picture : file.<Picture>list("images")) {
            if (images.put(picture.id(), picture.image()) != null) {
                throw file.bad("images/" + images.size() + "/id", picture.id() + " a second time", "every image once");
            }
        }
        List<Annotation> annotations = file.list("annotations");
        Category category = file.<Category>list("categories").stream()
                .filter(one -> !one.parts().isEmpty())
                .findFirst()
                .orElseThrow(() -> file.bad("categories", "none with keypoints", "a category with their names"));
        Map<Long, List<Person>> people = new HashMap<>();
        for (int i = 0; i < annotations.size(); i++) {
            Annotation person = annotations.get(i);
            String path = "annotations/" + i;
            if (!images.containsKey(person.image())) {
                throw file.bad(path + "/image_id", Long.toString(person.image()), "the number of one of /images");
            }
            if (person.category() == category.id()) {
                people.computeIfAbsent(person.image(), image -> new ArrayList<>())
                        .add(person(person, category.parts(), path + "/keypoints", file));
            }
        }
        List<Truth> truths = new ArrayList<>();
        images.forEach((id, image) ->
                truths.add(new Truth(stem(image.file()), image, category.parts(), people.getOrDefault(id, List.of()))));
        return truths;
    }

    /** What images are called here: the file's name without folder and ending. */
    private static String stem(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    private static Person person(Annotation person, List<String> parts, String path, JsonValue file) {
        double[] points = person.keypoints();
        if (points == null) {
            // crowds may have none
            List<Joint> unknown = Collections.nCopies(parts.size(), new Joint(0, 0, Mark.ABSENT));
            return new Person(unknown, person.box(), person.area(), person.crowd());
        }
        if (points.length != 3 * parts.size()) {
            throw file.bad(
                    path,
                    points.length + " numbers",
                    3 * parts.size() + ", [x, y, v] for each of the category's key points");
        }
        List<Joint> joints = new ArrayList<>();
        for (int i = 0; i < points.length; i += 3) {
            double flag = points[i + 2];
            if (flag != 0 && flag != 1 && flag != 2) {
                throw file.bad(path + "/" + (i + 2), Double.toString(flag), "0, 1 or 2");
            }
            Mark mark = flag == 0 ? Mark.ABSENT : flag == 1 ? Mark.HIDDEN : Mark.VISIBLE;
            joints.add(new Joint(points[i], points[i + 1], mark));
        }
        return new Person(joints, person.box(), person.area(), person.crowd());
    }
}
