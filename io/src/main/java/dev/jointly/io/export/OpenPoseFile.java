package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * OpenPose's JSON, one file per image: people with pose_keypoints_2d, in the order of the anatomy's parts, which is
 * OpenPose's where the anatomy is OpenPose's; and every detection under part_candidates.
 */
public final class OpenPoseFile {
    /** The format by its name. */
    public static final class Format implements OutputFormat {
        /** For {@link java.util.ServiceLoader}. */
        public Format() {}

        @Override
        public String name() {
            return "openpose";
        }

        @Override
        public String note() {
            return "has one file per image: give -o a directory if there are several.";
        }

        @Override
        public Optional<String> endingPerImage() {
            return Optional.of("_keypoints.json");
        }

        @Override
        public Exporter open(Target target) throws IOException {
            return new Exporter() {
                @Override
                public void add(Solved solved) throws IOException {
                    write(solved, target.out());
                }

                @Override
                public void close() {
                    // the document was complete with its image
                }
            };
        }
    }

    private static final double VERSION = 1.3;
    private static final String[] EMPTY = {
        "face_keypoints_2d",
        "hand_left_keypoints_2d",
        "hand_right_keypoints_2d",
        "pose_keypoints_3d",
        "face_keypoints_3d",
        "hand_left_keypoints_3d",
        "hand_right_keypoints_3d"
    };

    private OpenPoseFile() {}

    /** One document; the stream stays open. */
    public static void write(Solved solved, OutputStream out) throws IOException {
        Layout.PRETTY.write(out, json -> fields(solved, json));
    }

    private static void fields(Solved solved, JsonGenerator json) throws IOException {
        json.writeNumberField("version", VERSION);
        json.writeArrayFieldStart("people");
        for (Person person : solved.people()) {
            json.writeStartObject();
            json.writeFieldName("person_id");
            json.writeArray(new int[] {-1}, 0, 1);
            json.writeArrayFieldStart("pose_keypoints_2d");
            for (int part = 0; part < solved.parts().size(); part++) {
                Integer d = person.global().get(part);
                joint(d == null ? new Joint(0, 0, 0) : solved.joint(d), json);
            }
            json.writeEndArray();
            for (String name : EMPTY) {
                json.writeArrayFieldStart(name);
                json.writeEndArray();
            }
            Extras.person(solved, person, json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("part_candidates");
        json.writeStartObject();
        for (int part = 0; part < solved.parts().size(); part++) {
            json.writeArrayFieldStart(Integer.toString(part));
            for (int d = 0; d < solved.problem().size(); d++) {
                // without the problem only the detections of people have places
                if (solved.problem().part(d) == part
                        && solved.problem().detections().get(d).x() != null) {
                    joint(solved.joint(d), json);
                }
            }
            json.writeEndArray();
        }
        json.writeEndObject();
        json.writeEndArray();
        json.writeFieldName("parts");
        json.writeArray(solved.parts().toArray(String[]::new), 0, solved.parts().size());
        Extras.bounds(solved.bounds(), json);
    }

    private static void joint(Joint joint, JsonGenerator json) throws IOException {
        json.writeNumber(joint.x());
        json.writeNumber(joint.y());
        json.writeNumber(joint.score());
    }
}
