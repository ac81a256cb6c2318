package dev.jointly.spark;

import java.io.IOException;
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
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

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
        Outcome.Answer answer = outcome.answer();
        return group(
                FRAMES,
                RowFactory.create(
                        id(outcome),
                        outcome.source(),
                        outcome.status(),
                        answer == null ? null : answer.method(),
                        answer == null ? null : answer.objective(),
                        answer == null ? null : answer.lowerBound(),
                        answer == null ? null : answer.gap(),
                        outcome.seconds(),
                        pass,
                        answer == null ? null : answer.people().size(),
                        outcome.error(),
                        outcome.quarantined(),
                        answer == null ? null : answer.image(),
                        answer == null ? null : answer.anatomy(),
                        answer == null ? null : answer.problemSha256(),
                        answer == null ? null : answer.certificate()));
    }

    static List<Group> people(Outcome outcome) {
        List<Row> people =
                outcome.answer() == null ? List.of() : outcome.answer().people();
        return people.stream()
                .map(person -> group(
                        PEOPLE,
                        RowFactory.create(id(outcome), outcome.source(), person.get(0), person.get(1), person.get(4))))
                .toList();
    }

    /** A row whose values are in the order of the columns. */
    static Group group(MessageType table, Row row) {
        Group group = new SimpleGroup(table);
        fill(group, row);
        return group;
    }

    private static void fill(Group group, Row row) {
        for (int field = 0; field < row.length(); field++) {
            if (!row.isNullAt(field)) {
                add(group, field, row.get(field));
            }
        }
    }

    private static void add(Group group, int field, Object value) {
        if (value instanceof String text) {
            group.add(field, text);
        } else if (value instanceof Integer number) {
            group.add(field, number);
        } else if (value instanceof Double number) {
            group.add(field, number);
        } else if (value instanceof Boolean truth) {
            group.add(field, truth);
        } else if (value instanceof Row struct) {
            fill(group.addGroup(field), struct);
        } else {
            Group list = group.addGroup(field);
            CollectionConverters.asJava((Seq<?>) value).forEach(each -> add(list.addGroup(0), 0, each));
        }
    }
}
