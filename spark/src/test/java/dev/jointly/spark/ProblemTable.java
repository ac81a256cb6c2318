package dev.jointly.spark;

import dev.jointly.io.AnatomyJson;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;

/** Problems as a table, with a column for each field, as another stack would write them. */
final class ProblemTable {
    private static final MessageType COLUMNS = MessageTypeParser.parseMessageType("""
            message problem {
              required binary id (STRING);
              optional group image { required binary file (STRING); required int32 width; required int32 height; }
              required binary anatomy (STRING);
              required double poseCost;
              required group detections (LIST) { repeated group list { required group element {
                required binary part (STRING); optional double x; optional double y; optional double score;
                required double cost; } } }
              required group pairs (LIST) { repeated group list { required group element {
                required double cost; required int32 a; required int32 b; } } }
            }""");

    private ProblemTable() {}

    static void write(Iterable<Problem> problems, Path file) throws IOException {
        try (ParquetWriter<Group> writer =
                OutputTables.writer(new org.apache.hadoop.fs.Path(file.toUri()), COLUMNS, new Configuration())) {
            for (Problem problem : problems) {
                writer.write(row(problem));
            }
        }
    }

    private static Group row(Problem problem) {
        String anatomy = AnatomyJson.text(problem.anatomy());
        Group row = new SimpleGroup(COLUMNS)
                .append("id", problem.id())
                // the object itself, without the field around it
                .append("anatomy", anatomy.substring("{\"anatomy\":".length(), anatomy.length() - 1))
                .append("poseCost", Micro.toDouble(problem.poseCost()));
        Group detections = row.addGroup("detections");
        for (Detection detection : problem.detections()) {
            Group element = detections
                    .addGroup("list")
                    .addGroup("element")
                    .append("part", problem.anatomy().parts().get(detection.part()))
                    .append("cost", Micro.toDouble(detection.cost()));
            append(element, "x", detection.x());
            append(element, "y", detection.y());
            append(element, "score", detection.score());
        }
        Group pairs = row.addGroup("pairs");
        problem.pairs().forEach((a, b, cost) -> pairs.addGroup("list")
                .addGroup("element")
                .append("cost", Micro.toDouble(cost))
                .append("a", a)
                .append("b", b));
        return row;
    }

    private static void append(Group group, String name, @Nullable Double value) {
        if (value != null) {
            group.append(name, value);
        }
    }
}
