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
import org.jspecify.annotations.Nullable;
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

    static Group frame(Outcome outcome, int pass) {
        boolean failed = "error".equals(outcome.status());
        return group(
                FRAMES,
                FRAMES.getFields().stream()
                        .<@Nullable Object>map(field -> switch (field.getName()) {
                            case "id" -> id(outcome);
                            case "source" -> outcome.source();
                            case "pass" -> pass;
                            case "people" -> failed ? null : outcome.people().size();
                            case "image" -> outcome.image();
                            case "anatomy" -> outcome.anatomy();
                            default -> outcome.get(field.getName());
                        })
                        .toArray());
    }

    static List<Group> people(Outcome outcome) {
        return outcome.people().stream()
                .map(person ->
                        group(PEOPLE, id(outcome), outcome.source(), person.get(0), person.get(1), person.get(4)))
                .toList();
    }

    /** The id of a frame; where it cannot be read, the place stands for it. */
    private static Object id(Outcome outcome) {
        Object id = outcome.get("id");
        return id == null ? outcome.source() : id;
    }

    /** A row whose values are in the order of the columns. */
    static Group group(MessageType table, @Nullable Object... values) {
        Group group = new SimpleGroup(table);
        fill(group, RowFactory.create(values));
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
