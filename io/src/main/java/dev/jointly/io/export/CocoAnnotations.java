package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.json.Json;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * COCO annotations as {@code person_keypoints_*.json} has them: images, annotations, one category with keypoints and
 * skeleton. Joints that were placed have v = 2, those of people who were filled in v = 1. The box encloses the joints, and the area is that of the box, for there is
 * no outline of the person. People in a track have a {@code track_id}.
 *
 * <p>Not thread-safe.
 */
public final class CocoAnnotations implements Exporter {
    /** The format by its name. */
    public static final OutputFormat FORMAT = format(false);

    /** The same with COCO's 17 joints, in its order and by its names, and no others. */
    public static final OutputFormat WITH_COCO_JOINTS = format(true);

    /** COCO's number of the category person. */
    static final int CATEGORY = 1;

    private static final int VISIBLE = 2;
    /** COCO's mark of joints that are labelled and not visible. */
    private static final int FILLED = 1;

    private final JsonGenerator json;
    private final String category;
    private final boolean cocoJoints;
    private List<Integer> order = List.of();
    private final ImageNumbers numbers = new ImageNumbers();
    private final List<Object> images = new ArrayList<>();
    private double largestGap;
    private @Nullable Anatomy anatomy;
    private long annotations;

    /** @param category what the people are called, such as person */
    public CocoAnnotations(OutputStream out, String category) throws IOException {
        this(out, category, false);
    }

    private CocoAnnotations(OutputStream out, String category, boolean cocoJoints) throws IOException {
        this.cocoJoints = cocoJoints;
        this.json = Layout.PRETTY.generator(out);
        this.category = category;
        json.writeStartObject();
        json.writeArrayFieldStart("annotations");
    }

    private static OutputFormat format(boolean cocoJoints) {
        return new BuiltInFormat("coco", "", true, to -> new CocoAnnotations(to.out(), to.category(), cocoJoints));
    }

    @Override
    public void add(Solved solved) throws IOException {
        Anatomy body = solved.problem().anatomy();
        if (anatomy != null && !anatomy.equals(body)) {
            throw new BadInputException(
                    "problem " + Excerpt.quoted(solved.problem().id())
                            + " has another anatomy than those before it, but one COCO file has one");
        }
        if (anatomy == null) {
            order = order(solved);
        }
        anatomy = body;
        long number = numbers.number(solved.problem().id());
        Image image = solved.image("COCO");
        Map<String, @Nullable Object> shown =
                Json.object("id", number, "width", image.width(), "height", image.height(), "file_name", image.file());
        shown.putAll(Extras.bounds(solved.bounds()));
        images.add(shown);
        largestGap = Math.max(largestGap, solved.bounds().gap());
        for (Person person : solved.people()) {
            annotation(solved, person, number);
        }
    }

    /** Which part stands at each place; -1 for a joint of COCO that the anatomy does not have. */
    private List<Integer> order(Solved solved) {
        if (!cocoJoints) {
            return IntStream.range(0, solved.parts().size()).boxed().toList();
        }
        List<Integer> places = CocoResults.CocoNames.positions(solved.parts());
        if (places.isEmpty()) {
            throw new BadInputException("problem "
                    + Excerpt.quoted(solved.problem().id()) + " has the parts "
                    + String.join(", ", solved.parts()) + ", too few of which are COCO's 17 joints; export it without"
                    + " --coco-joints");
        }
        return places;
    }

    private void annotation(Solved solved, Person person, long number) throws IOException {
        double[] box = solved.box(person);
        Map<String, @Nullable Object> annotation = Json.object(
                "id", ++annotations,
                "image_id", number,
                "category_id", CATEGORY,
                "iscrowd", 0,
                "num_keypoints",
                        order.stream()
                                .filter(part -> person.global().containsKey(part))
                                .count(),
                "keypoints",
                        Extras.keypoints(solved, person, order, 0, joint -> solved.isFilled(person) ? FILLED : VISIBLE),
                "bbox", Arrays.stream(box).mapToObj(Extras::rounded),
                "area", Extras.rounded(box[2] * box[3]),
                "segmentation", List.of(),
                "score", person.strength(),
                "track_id", Json.when(person.tracked(), person.track()));
        annotation.putAll(Extras.person(solved, person));
        Json.write(annotation, json);
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        Map<String, @Nullable Object> rest = Json.object(
                "images", images,
                "categories", Optional.ofNullable(anatomy).stream().map(this::category),
                "licenses", List.of(),
                "info",
                        Json.object(
                                "description",
                                "people grouped by jointly",
                                "version",
                                "1.0",
                                "largestGap",
                                largestGap));
        for (Map.Entry<String, @Nullable Object> field : rest.entrySet()) {
            json.writeFieldName(field.getKey());
            Json.write(field.getValue(), json);
        }
        json.writeEndObject();
        json.writeRaw('\n');
        json.close();
    }

    /** COCO counts from 1 here, and only here. */
    private static int[][] skeleton(Anatomy body) {
        return body.limbs().stream()
                .map(limb -> new int[] {limb.a() + 1, limb.b() + 1})
                .toArray(int[][]::new);
    }

    private Map<String, @Nullable Object> category(Anatomy body) {
        return Json.object(
                "id", CATEGORY,
                "name", category,
                "supercategory", category,
                "keypoints", cocoJoints ? CocoResults.CocoNames.ALL : body.parts(),
                "skeleton", Arrays.stream(cocoJoints ? CocoResults.CocoNames.SKELETON : skeleton(body)));
    }
}
