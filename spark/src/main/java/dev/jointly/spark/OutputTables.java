package dev.jointly.spark;

import dev.jointly.problem.Micro;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;

/** The tables of the output, and rows as Parquet's own writer wants them. */
final class OutputTables {
    static final MessageType FRAMES = MessageTypeParser.parseMessageType("""
            message frame {
              required binary id (STRING);
              required binary source (STRING);
              required binary status (STRING);
              optional binary method (STRING);
              optional double objective;
              optional double lowerBound;
              optional double gap;
              required double seconds;
              required int32 pass;
              optional int32 people;
              optional binary error (STRING);
              required boolean quarantined;
              optional group image {
                required binary file (STRING);
                required int32 width;
                required int32 height;
              }
              optional binary anatomy (STRING);
              optional binary problemSha256 (STRING);
              optional binary certificate (STRING);
            }""");

    static final MessageType PEOPLE = MessageTypeParser.parseMessageType("""
            message person {
              required binary frame (STRING);
              required binary source (STRING);
              required int32 person;
              required double cost;
              required group joints (LIST) {
                repeated group list {
                  required group element {
                    required binary part (STRING);
                    required int32 detection;
                    optional double x;
                    optional double y;
                    optional double score;
                    required group doubles (LIST) {
                      repeated group list {
                        required int32 element;
                      }
                    }
                  }
                }
              }
            }""");

    /**
     * Bytes of a row group: Parquet's own default, one block of HDFS, one task of Spark. A writer holds one in memory.
     */
    static final long ROW_GROUP = 128L << 20;

    private OutputTables() {}

    static ParquetWriter<Group> writer(Path file, MessageType table, Configuration conf) throws IOException {
        return ExampleParquetWriter.builder(HadoopOutputFile.fromPath(file, conf))
                .withType(table)
                .withConf(conf)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withRowGroupSize(ROW_GROUP)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .build();
    }

    /** The id of a frame; where it cannot be read, the place stands for it. */
    private static String id(Outcome outcome) {
        return outcome.id() == null ? outcome.source() : outcome.id();
    }

    static Group frame(Outcome outcome, int pass) {
        Group frame = new SimpleGroup(FRAMES)
                .append("id", id(outcome))
                .append("source", outcome.source())
                .append("status", outcome.status())
                .append("seconds", outcome.seconds())
                .append("pass", pass)
                .append("quarantined", outcome.quarantined());
        if (outcome.error() != null) {
            frame.append("error", outcome.error());
        }
        if (outcome.answer() != null) {
            answer(frame, outcome.answer());
        }
        return frame;
    }

    private static void answer(Group frame, Outcome.Answer answer) {
        frame.append("method", answer.method())
                .append("objective", Micro.toDouble(answer.objective()))
                .append("lowerBound", Micro.toDouble(answer.lowerBound()))
                .append("gap", answer.gap())
                .append("people", answer.people().size())
                .append("anatomy", answer.anatomy())
                .append("problemSha256", answer.problemSha256());
        if (answer.certificate() != null) {
            frame.append("certificate", answer.certificate());
        }
        Outcome.ImageFile image = answer.image();
        if (image != null) {
            frame.addGroup("image")
                    .append("file", image.file())
                    .append("width", image.width())
                    .append("height", image.height());
        }
    }

    static List<Group> people(Outcome outcome) {
        List<Group> rows = new ArrayList<>();
        for (Outcome.Person person : outcome.answer() == null
                ? List.<Outcome.Person>of()
                : outcome.answer().people()) {
            Group row = new SimpleGroup(PEOPLE)
                    .append("frame", id(outcome))
                    .append("source", outcome.source())
                    .append("person", rows.size())
                    .append("cost", Micro.toDouble(person.cost()));
            Group joints = row.addGroup("joints");
            for (Outcome.Joint joint : person.joints()) {
                Group element = joints.addGroup("list")
                        .addGroup("element")
                        .append("part", joint.part())
                        .append("detection", joint.detection());
                optional(element, "x", joint.x());
                optional(element, "y", joint.y());
                optional(element, "score", joint.score());
                Group doubles = element.addGroup("doubles");
                joint.duplicates().forEach(d -> doubles.addGroup("list").append("element", d));
            }
            rows.add(row);
        }
        return rows;
    }

    private static void optional(Group group, String name, @Nullable Double value) {
        if (value != null) {
            group.append(name, value);
        }
    }
}
