package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.problem.Micro;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;

/** What a batch left behind, read without its help. */
record Output(String folder, FileSystem files) {
    Output(java.nio.file.Path folder) {
        this(new Path(folder.toUri()).toString(), local());
    }

    private static FileSystem local() {
        try {
            return FileSystem.getLocal(new Configuration());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path(String name) {
        return new Path(folder, name);
    }

    boolean has(String name) throws IOException {
        return files.exists(path(name));
    }

    String text(String name) throws IOException {
        try (InputStream in = files.open(path(name))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /** The names of the files in a folder of the output, without those that are hidden. */
    List<String> names(String name) {
        try {
            return Arrays.stream(
                            files.listStatus(path(name), file -> !file.getName().startsWith(".")))
                    .map(FileStatus::getPath)
                    .map(Path::getName)
                    .sorted()
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All data files of a table. */
    List<Path> parts(String table) {
        return names(table).stream()
                .filter(name -> name.endsWith(".parquet"))
                .map(name -> path(table + "/" + name))
                .toList();
    }

    /** The commits by their pieces. */
    Map<String, String> commits() throws IOException {
        Map<String, String> commits = new TreeMap<>();
        for (String piece : names("_job/commits")) {
            commits.put(piece, text("_job/commits/" + piece));
        }
        return commits;
    }

    /** The files that commits name, of a batch that may be unfinished. */
    List<Path> committed(String table) {
        try {
            return commits().values().stream()
                    .map(commit -> commit.split(" ", -1))
                    .map(words -> path(table + "/" + words[1] + "." + words[2] + ".parquet"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that count, as the batch lists them. */
    List<Path> manifest(String table) throws IOException {
        return text("_manifest")
                .lines()
                .filter(line -> line.startsWith(table + "/"))
                .map(line -> path(line.replaceFirst("\t.*", "")))
                .toList();
    }

    /** As any reader sees the table: all files of the folder. */
    List<Group> rows(String table) throws IOException {
        return rows(parts(table));
    }

    List<Group> rows(List<Path> parts) throws IOException {
        List<Group> rows = new ArrayList<>();
        for (Path part : parts) {
            try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), part)
                    .withConf(files.getConf())
                    .build()) {
                for (Group row = reader.read(); row != null; row = reader.read()) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** The ids of those rows of frames where a column is true. */
    List<String> idsWhere(String column) throws IOException {
        return rows("frames").stream()
                .filter(row -> row.getBoolean(column, 0))
                .map(row -> row.getString("id", 0))
                .toList();
    }

    /** The objective of each id, where all are optimal and no id is twice. */
    Map<String, Long> objectives() throws IOException {
        return objectives(rows("frames"));
    }

    static Map<String, Long> objectives(List<Group> frames) {
        Map<String, Long> objectives = new TreeMap<>();
        for (Group row : frames) {
            String id = row.getString("id", 0);
            assertThat(row.getString("status", 0)).as(id).isEqualTo("optimal");
            assertThat(objectives.put(id, Micro.of(row.getDouble("objective", 0))))
                    .as(id + " twice")
                    .isNull();
        }
        return objectives;
    }

    /** A number of the summary. */
    double figure(String name) throws IOException {
        return Double.parseDouble(text("summary.json").replaceFirst("(?s).*\"" + name + "\":([-0-9.E]+).*", "$1"));
    }
}
