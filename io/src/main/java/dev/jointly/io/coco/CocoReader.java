package dev.jointly.io.coco;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads COCO key point annotations, {@code person_keypoints_*.json}, plain or gzip: one {@link Truth} for each image, also
 * those without people, in the order of the file. The people are those of the first category that has key points.
 */
public final class CocoReader {
    private static final int MOST_PICTURES = 1_000_000;
    private static final int MOST_PEOPLE = 5_000_000;
    private static final int MOST_PARTS = 200;

    private static final List<String> FIELDS = List.of("images", "annotations", "categories");
    private static final List<String> IMAGE_FIELDS = List.of("id", "file_name", "width", "height");
    private static final List<String> CATEGORY_FIELDS = List.of("id", "keypoints");
    private static final List<String> PERSON_FIELDS =
            List.of("image_id", "category_id", "keypoints", "bbox", "area", "iscrowd");

    private final JsonSource source;
    private final JsonParser parser;
    private final CocoDraft draft;

    private CocoReader(JsonSource source) {
        this.source = source;
        this.parser = source.parser();
        this.draft = new CocoDraft(source);
    }

    /** The truth about every image of a file; {@code -} is standard input. */
    public static List<Truth> read(String file, InputStream standardInput) {
        return JsonSource.open(file, standardInput)
                .only("COCO's annotations", source -> new CocoReader(source).truths());
    }

    public static List<Truth> read(Path file) {
        return read(file.toString(), InputStream.nullInputStream());
    }

    private List<Truth> truths() throws IOException {
        JsonObject object = new JsonObject(source, FIELDS, "COCO's annotations");
        while (object.next()) {
            switch (object.field()) {
                case "images" -> source.array(MOST_PICTURES, "an array of images", this::image);
                case "annotations" -> source.array(MOST_PEOPLE, "an array of annotations", this::person);
                case "categories" -> source.array(1_000, "an array of categories", this::category);
                default -> source.skip();
            }
        }
        object.require("images", "an array of images");
        object.require("annotations", "an array of annotations");
        object.require("categories", "an array of categories");
        return draft.truths();
    }

    private void image() throws IOException {
        long id = 0;
        String file = "";
        int width = 0;
        int height = 0;
        JsonObject object = new JsonObject(source, IMAGE_FIELDS, "an image, an object with id, file_name and size");
        while (object.next()) {
            switch (object.field()) {
                case "id" -> id = number();
                case "file_name" -> file = source.name("the image's file name");
                case "width" -> width = source.integer("a whole number of pixels");
                case "height" -> height = source.integer("a whole number of pixels");
                default -> source.skip();
            }
        }
        object.require("id", "the image's number");
        object.require("file_name", "the image's file name");
        object.require("width", "a whole number of pixels");
        object.require("height", "a whole number of pixels");
        if (width <= 0 || height <= 0) {
            throw source.bad(source.path(), width + " x " + height, "a width and height above 0");
        }
        draft.image(id, file, width, height);
    }

    private void category() throws IOException {
        long id = 0;
        List<String> parts = new ArrayList<>();
        JsonObject object = new JsonObject(source, CATEGORY_FIELDS, "a category, an object with id and keypoints");
        while (object.next()) {
            switch (object.field()) {
                case "id" -> id = number();
                case "keypoints" ->
                    source.array(
                            MOST_PARTS, "an array of names", () -> parts.add(source.name("the name of a key point")));
                default -> source.skip();
            }
        }
        object.require("id", "the category's number");
        draft.category(id, parts);
    }

    private void person() throws IOException {
        CocoDraft.DraftPerson person = new CocoDraft.DraftPerson(source.path());
        JsonObject object = new JsonObject(source, PERSON_FIELDS, "an annotation");
        while (object.next()) {
            switch (object.field()) {
                case "image_id" -> person.image = number();
                case "category_id" -> person.category = number();
                case "keypoints" -> person.keypoints = numbers(3 * MOST_PARTS, "an array [x, y, v, ...]");
                case "bbox" -> person.box = box();
                case "area" -> {
                    person.area = source.finite("an area, a number from 0");
                    if (person.area < 0) {
                        throw source.bad("an area, a number from 0");
                    }
                }
                case "iscrowd" -> person.crowd = source.integer("0 or 1") == 1;
                default -> source.skip();
            }
        }
        object.require("image_id", "the number of an image");
        object.require("category_id", "the number of a category");
        draft.person(person);
    }

    private Box box() throws IOException {
        double[] box = numbers(4, "an array [x, y, width, height]");
        if (box.length != 4) {
            throw source.bad(source.path(), box.length + " numbers", "[x, y, width, height]");
        }
        return new Box(box[0], box[1], box[2], box[3]);
    }

    private double[] numbers(int most, String expected) throws IOException {
        DoubleStream.Builder numbers = DoubleStream.builder();
        source.array(most, expected, () -> numbers.add(source.finite("a finite number")));
        return numbers.build().toArray();
    }

    /** Some tools number annotations above the range of an int. */
    private long number() throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw source.bad("a whole number");
        }
        return parser.getLongValue();
    }

    /** Annotations as read; who is in which image, and the names of the key points, are known only at the end. */
    private static final class CocoDraft {
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
                joints.add(new Joint(
                        points[i], points[i + 1], mark(points[i + 2], person.path + "/keypoints/" + (i + 2))));
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
}
