package dev.jointly.io.coco;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.io.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        try (JsonSource source = JsonSource.open(file, standardInput)) {
            return Reading.of(source.name(), () -> new CocoReader(source).truths());
        }
    }

    public static List<Truth> read(Path file) {
        return read(file.toString(), InputStream.nullInputStream());
    }

    private List<Truth> truths() {
        try {
            source.nextDocument("COCO's annotations");
            JsonObject object = new JsonObject(source, FIELDS, "COCO's annotations");
            while (object.next()) {
                switch (object.field()) {
                    case "images" -> array("images", MOST_PICTURES, this::image);
                    case "annotations" -> array("annotations", MOST_PEOPLE, this::person);
                    case "categories" -> array("categories", 1_000, this::category);
                    default -> source.skip();
                }
            }
            object.require("images", "an array of images");
            object.require("annotations", "an array of annotations");
            object.require("categories", "an array of categories");
            return draft.truths();
        } catch (IOException e) {
            throw source.broken(e);
        }
    }

    private interface Entry {
        void read() throws IOException;
    }

    private void array(String what, int most, Entry entry) throws IOException {
        source.expect(JsonToken.START_ARRAY, "an array of " + what);
        for (int size = 0; parser.nextToken() != JsonToken.END_ARRAY; size++) {
            source.checkRoom(size, most);
            entry.read();
        }
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
                case "keypoints" -> array("names", MOST_PARTS, () -> parts.add(source.name("the name of a key point")));
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
        source.expect(JsonToken.START_ARRAY, expected);
        double[] numbers = new double[51];
        int size = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(size, most);
            if (size == numbers.length) {
                numbers = java.util.Arrays.copyOf(numbers, 2 * size);
            }
            numbers[size++] = source.finite("a finite number");
        }
        return java.util.Arrays.copyOf(numbers, size);
    }

    /** Some tools number annotations above the range of an int. */
    private long number() throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw source.bad("a whole number");
        }
        return parser.getLongValue();
    }
}
