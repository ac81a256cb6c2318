package dev.jointly.spark;

import dev.jointly.problem.Micro;
import java.io.IOException;
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

    /** Problems that the first pass postponed, hardest first. */
    static final MessageType PUT_OFF = MessageTypeParser.parseMessageType("""
            message putOff {
              required binary source (STRING);
              required binary problem (STRING);
            }""");

    /**
     * Bytes of a row group: Parquet's own default, one block of HDFS, one task of Spark. A writer holds one in memory. The file of a
     * piece seldom fills it; compacted files do.
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

    static Group frame(FrameRow row) {
        Group frame = new SimpleGroup(FRAMES)
                .append("id", row.id())
                .append("source", row.source())
                .append("status", row.status())
                .append("seconds", row.seconds())
                .append("pass", row.pass())
                .append("quarantined", row.quarantined());
        if (row.error() != null) {
            frame.append("error", row.error());
        }
        if (row.answer() != null) {
            answer(frame, row.answer());
        }
        return frame;
    }

    private static void answer(Group frame, FrameRow.Answer answer) {
        frame.append("method", answer.method())
                .append("objective", Micro.toDouble(answer.objective()))
                .append("lowerBound", Micro.toDouble(answer.lowerBound()))
                .append("gap", answer.gap())
                .append("people", answer.people())
                .append("anatomy", answer.anatomy())
                .append("problemSha256", answer.problemSha256());
        if (!answer.certificate().isEmpty()) {
            frame.append("certificate", answer.certificate());
        }
        FrameRow.ImageFile image = answer.image();
        if (image != null) {
            frame.addGroup("image")
                    .append("file", image.file())
                    .append("width", image.width())
                    .append("height", image.height());
        }
    }

    static Group person(PersonRow row) {
        Group person = new SimpleGroup(PEOPLE)
                .append("frame", row.frame())
                .append("source", row.source())
                .append("person", row.person())
                .append("cost", Micro.toDouble(row.cost()));
        Group joints = person.addGroup("joints");
        for (PersonRow.Joint joint : row.joints()) {
            Group element = joints.addGroup("list")
                    .addGroup("element")
                    .append("part", joint.part())
                    .append("detection", joint.detection());
            optional(element, "x", joint.x());
            optional(element, "y", joint.y());
            optional(element, "score", joint.score());
            Group doubles = element.addGroup("doubles");
            joint.doubles().forEach(d -> doubles.addGroup("list").append("element", d));
        }
        return person;
    }

    static Group putOff(RawRecord record) {
        return new SimpleGroup(PUT_OFF).append("source", record.place()).append("problem", record.text());
    }

    private static void optional(Group group, String name, @Nullable Double value) {
        if (value != null) {
            group.append(name, value);
        }
    }
}
