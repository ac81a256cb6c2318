package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
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
    public static final class Format implements OutputFormat {
        private final boolean cocoJoints;

        /** For {@link java.util.ServiceLoader}. */
        public Format() {
            this(false);
        }

        /** @param cocoJoints whether people have COCO's 17 joints, in its order and by its names, and no others */
        public Format(boolean cocoJoints) {
            this.cocoJoints = cocoJoints;
        }

        @Override
        public String name() {
            return "coco";
        }

        @Override
        public boolean takesTracks() {
            return true;
        }

        @Override
        public Exporter open(Target target) throws IOException {
            return new CocoAnnotations(target.out(), target.category(), cocoJoints);
        }
    }

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
    private final List<Image> images = new ArrayList<>();
    private final List<Long> imageNumbers = new ArrayList<>();
    private final List<Bounds> bounds = new ArrayList<>();
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
        images.add(solved.image("COCO"));
        imageNumbers.add(number);
        bounds.add(solved.bounds());
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
        json.writeStartObject();
        json.writeNumberField("id", ++annotations);
        json.writeNumberField("image_id", number);
        json.writeNumberField("category_id", CATEGORY);
        json.writeNumberField("iscrowd", 0);
        json.writeNumberField(
                "num_keypoints",
                order.stream().filter(part -> person.global().containsKey(part)).count());
        json.writeArrayFieldStart("keypoints");
        for (int part : order) {
            Integer d = person.global().get(part);
            Joint joint = d == null ? new Joint(0, 0, 0) : solved.joint(d);
            json.writeNumber(joint.x());
            json.writeNumber(joint.y());
            json.writeNumber(d == null ? 0 : solved.isFilled(person) ? FILLED : VISIBLE);
        }
        json.writeEndArray();
        double[] box = solved.box(person);
        json.writeArrayFieldStart("bbox");
        for (double side : box) {
            json.writeNumber(Extras.rounded(side));
        }
        json.writeEndArray();
        json.writeNumberField("area", Extras.rounded(box[2] * box[3]));
        json.writeArrayFieldStart("segmentation");
        json.writeEndArray();
        json.writeNumberField("score", person.strength());
        if (person.tracked()) {
            json.writeNumberField("track_id", person.track());
        }
        Extras.person(solved, person, json);
        json.writeEndObject();
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeArrayFieldStart("images");
        for (int i = 0; i < images.size(); i++) {
            json.writeStartObject();
            json.writeNumberField("id", imageNumbers.get(i));
            json.writeNumberField("width", images.get(i).width());
            json.writeNumberField("height", images.get(i).height());
            json.writeStringField("file_name", images.get(i).file());
            Extras.bounds(bounds.get(i), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("categories");
        if (anatomy != null) {
            category(anatomy);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("licenses");
        json.writeEndArray();
        json.writeObjectFieldStart("info");
        json.writeStringField("description", "people grouped by jointly");
        json.writeStringField("version", "1.0");
        json.writeNumberField(
                "largestGap", bounds.stream().mapToDouble(Bounds::gap).max().orElse(0));
        json.writeEndObject();
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

    private void category(Anatomy body) throws IOException {
        json.writeStartObject();
        json.writeNumberField("id", CATEGORY);
        json.writeStringField("name", category);
        json.writeStringField("supercategory", category);
        json.writeFieldName("keypoints");
        List<String> names = cocoJoints ? CocoResults.CocoNames.ALL : body.parts();
        json.writeArray(names.toArray(String[]::new), 0, names.size());
        json.writeArrayFieldStart("skeleton");
        for (int[] limb : cocoJoints ? CocoResults.CocoNames.SKELETON : skeleton(body)) {
            json.writeArray(limb, 0, 2);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
