package dev.jointly.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;

/** What a batch left behind, read without its help. */
record Output(Path folder) {
    List<Path> parts(String table) {
        Path tables = folder.resolve(table);
        if (!Files.isDirectory(tables)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(tables)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that commits name, of a batch that may be unfinished. */
    List<Path> committed(String table) {
        Path commits = folder.resolve("_job/commits");
        if (!Files.isDirectory(commits)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(commits)) {
            List<Path> parts = new ArrayList<>();
            for (Path commit : files.sorted().toList()) {
                // drafts are hidden
                if (!commit.getFileName().toString().startsWith(".")) {
                    String[] words = Files.readString(commit).split(" ", -1);
                    parts.add(folder.resolve(table).resolve(words[1] + "." + words[2] + ".parquet"));
                }
            }
            return parts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Group> rows(String table) throws IOException {
        return rows(parts(table));
    }

    static List<Group> rows(List<Path> parts) throws IOException {
        List<Group> rows = new ArrayList<>();
        for (Path part : parts) {
            try (ParquetReader<Group> reader = ParquetReader.builder(
                            new GroupReadSupport(), new org.apache.hadoop.fs.Path(part.toUri()))
                    .withConf(new Configuration())
                    .build()) {
                for (Group row = reader.read(); row != null; row = reader.read()) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    String summary() throws IOException {
        return Files.readString(folder.resolve("summary.json"));
    }

    /** A number of the summary. */
    double figure(String name) throws IOException {
        return Double.parseDouble(summary().replaceFirst("(?s).*\"" + name + "\":([-0-9.E]+).*", "$1"));
    }
}
