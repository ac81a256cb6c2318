package dev.jointly.spark;

import dev.jointly.io.AnatomyJson;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

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
        List<Row> detections = problem.detections().stream()
                .map(detection -> RowFactory.create(
                        problem.anatomy().parts().get(detection.part()),
                        detection.x(),
                        detection.y(),
                        detection.score(),
                        Micro.toDouble(detection.cost())))
                .toList();
        List<Row> pairs = new ArrayList<>();
        problem.pairs().forEach((a, b, cost) -> pairs.add(RowFactory.create(Micro.toDouble(cost), a, b)));
        return OutputTables.group(
                COLUMNS,
                problem.id(),
                null,
                // the object itself, without the field around it
                anatomy.substring("{\"anatomy\":".length(), anatomy.length() - 1),
                Micro.toDouble(problem.poseCost()),
                Outcome.seq(detections),
                Outcome.seq(pairs));
    }
}
