package dev.jointly.spark;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.export.Bounds;
import dev.jointly.io.export.CocoAnnotations;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.jspecify.annotations.Nullable;

/** All people of the output in one COCO file, made from the tables alone, piece by piece. */
final class CocoFile {
    private static final String CATEGORY = "person";

    private final Configuration conf;
    private final Map<String, Anatomy> anatomies = new HashMap<>();

    private CocoFile(Configuration conf) {
        this.conf = conf;
    }

    static void write(String target, List<Commit> commits, OutputFolder folder, Configuration conf) throws IOException {
        Path file = new Path(target);
        FileSystem files = file.getFileSystem(conf);
        files.setWriteChecksum(false);
        OutputFolder.replace(files.makeQualified(file), files, out -> {
            try (CocoAnnotations coco = new CocoAnnotations(out, CATEGORY)) {
                CocoFile writer = new CocoFile(conf);
                for (Commit commit : commits) {
                    writer.piece(commit, folder, coco);
                }
            }
        });
    }

    /** Both files of a piece have its frames in the same order. */
    private void piece(Commit commit, OutputFolder folder, CocoAnnotations coco) throws IOException {
        try (ParquetReader<Group> frames = rows(folder.data(OutputFolder.FRAMES, commit.name()));
                ParquetReader<Group> people = rows(folder.data(OutputFolder.PEOPLE, commit.name()))) {
            for (Group frame = frames.read(); frame != null; frame = frames.read()) {
                if (!frame.getString("status", 0).equals("error")) {
                    List<Group> own = new ArrayList<>();
                    for (int i = 0; i < frame.getInteger("people", 0); i++) {
                        own.add(people.read());
                    }
                    coco.add(solved(frame, own));
                }
            }
        }
    }

    private ParquetReader<Group> rows(Path file) throws IOException {
        return ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(conf)
                .build();
    }

    private Solved solved(Group frame, List<Group> people) {
        Anatomy anatomy = anatomies.computeIfAbsent(
                frame.getString("anatomy", 0), text -> AnatomyJson.ofText(frame.getString("id", 0), text));
        List<Detection> detections = new ArrayList<>();
        List<Map<Integer, Integer>> joints = new ArrayList<>();
        for (Group person : people) {
            joints.add(joints(person, anatomy, detections));
        }
        Bounds bounds = new Bounds(
                frame.getString("status", 0).equals("optimal"),
                Micro.of(frame.getDouble("objective", 0)),
                Micro.of(frame.getDouble("lowerBound", 0)));
        PairCosts none = new PairCosts.Builder().build(detections.size(), true);
        Problem problem = new Problem(frame.getString("id", 0), image(frame), anatomy, 0, detections, none, List.of());
        List<Solved.Person> persons = new ArrayList<>();
        for (int i = 0; i < people.size(); i++) {
            long cost = Micro.of(people.get(i).getDouble("cost", 0));
            persons.add(Solved.Person.of(problem, cost, joints.get(i), Map.of()));
        }
        return new Solved(problem, bounds, persons);
    }

    private static @Nullable Image image(Group frame) {
        if (frame.getFieldRepetitionCount("image") == 0) {
            return null;
        }
        Group image = frame.getGroup("image", 0);
        return new Image(image.getString("file", 0), image.getInteger("width", 0), image.getInteger("height", 0));
    }

    /** Part to detection; the detections are added to those of the frame. */
    private static Map<Integer, Integer> joints(Group person, Anatomy anatomy, List<Detection> detections) {
        TreeMap<Integer, Integer> global = new TreeMap<>();
        Group joints = person.getGroup("joints", 0);
        for (int i = 0; i < joints.getFieldRepetitionCount(0); i++) {
            Group joint = joints.getGroup(0, i).getGroup(0, 0);
            int part = anatomy.parts().indexOf(joint.getString("part", 0));
            global.put(part, detections.size());
            detections.add(new Detection(part, number(joint, "x"), number(joint, "y"), number(joint, "score"), 0));
        }
        return global;
    }

    private static @Nullable Double number(Group joint, String name) {
        return joint.getFieldRepetitionCount(name) == 0 ? null : joint.getDouble(name, 0);
    }
}
