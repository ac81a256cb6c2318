package dev.jointly.spark;

import dev.jointly.io.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read: files of one kind, told by their endings.
 *
 * @param files in their order; of images the files that list them, which may be the folder to be listed
 */
record Input(InputKind kind, List<Listed> files) {
    private static final Set<String> PICTURES = Set.of("jpg", "jpeg", "png", "tif", "tiff", "bmp", "gif");

    /** A file and its size. */
    record Listed(String path, long size) implements java.io.Serializable {}

    /** Expands files, folders and patterns with a star. */
    static Input of(List<String> names, Configuration conf) throws IOException {
        Set<InputKind> kinds = new TreeSet<>();
        List<Listed> files = new ArrayList<>();
        for (String name : names) {
            Path path = new Path(name);
            FileSystem system = path.getFileSystem(conf);
            FileStatus[] found = system.globStatus(path);
            if (found == null || found.length == 0) {
                throw new BadInputException(name + ": no such file or folder");
            }
            for (FileStatus status : found) {
                collect(status, system, kinds, files);
            }
        }
        if (kinds.size() != 1) {
            throw new BadInputException(names.get(0) + ": found "
                    + (kinds.isEmpty() ? "no file that can be read" : "files of the kinds " + kinds)
                    + " but expected one kind: NDJSON (.ndjson, .jsonl, .json, also .gz), Parquet (.parquet), images, or a"
                    + " .txt that lists images");
        }
        InputKind kind = kinds.iterator().next();
        if (kind == InputKind.NDJSON) {
            for (Listed file : files) {
                requireLines(file, conf);
            }
        }
        return new Input(kind, List.copyOf(files));
    }

    private static void collect(FileStatus status, FileSystem system, Set<InputKind> kinds, List<Listed> files)
            throws IOException {
        if (status.isFile()) {
            InputKind kind = kind(status.getPath());
            if (kind == null || isImage(status.getPath())) {
                throw new BadInputException(status.getPath()
                        + ": found a file of unknown kind but expected .ndjson, .jsonl, .json (also .gz), .parquet, or a"
                        + " .txt that lists images");
            }
            kinds.add(kind);
            files.add(new Listed(status.getPath().toString(), status.getLen()));
            return;
        }
        List<Listed> inside = new ArrayList<>();
        boolean images = false;
        RemoteIterator<LocatedFileStatus> list = system.listFiles(status.getPath(), true);
        while (list.hasNext()) {
            LocatedFileStatus file = list.next();
            String name = file.getPath().getName();
            InputKind kind = name.startsWith("_") || name.startsWith(".") ? null : kind(file.getPath());
            if (isImage(file.getPath())) {
                // however many there are, one stands for all: their names are not kept here
                images = true;
            } else if (kind != null && kind != InputKind.IMAGES) {
                kinds.add(kind);
                inside.add(new Listed(file.getPath().toString(), file.getLen()));
            }
        }
        if (images) {
            kinds.add(InputKind.IMAGES);
            inside.add(new Listed(status.getPath().toString(), -1));
        }
        inside.sort(Comparator.comparing(Listed::path));
        files.addAll(inside);
    }

    static boolean isImage(Path path) {
        return PICTURES.contains(ending(path));
    }

    private static String ending(Path path) {
        String name = path.getName().toLowerCase(Locale.ROOT);
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static @Nullable InputKind kind(Path path) {
        String name = path.getName();
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        return switch (ending(new Path(plain))) {
            case "ndjson", "jsonl", "json" -> InputKind.NDJSON;
            case "parquet" -> InputKind.PARQUET;
            case "txt" -> InputKind.IMAGES;
            default -> isImage(path) ? InputKind.IMAGES : null;
        };
    }

    private static void requireLines(Listed file, Configuration conf) throws IOException {
        try (Lines lines = Records.lines(file.path(), 0, conf)) {
            String first = lines.next();
            if (first != null && first.strip().equals("{")) {
                throw new BadInputException(
                        file.path() + ": found one document over many lines but expected one problem per line");
            }
        } catch (FileNotFoundException e) {
            throw new BadInputException(file.path() + ": no such file", e);
        }
    }

    long bytes() {
        return files.stream().mapToLong(file -> Math.max(0, file.size())).sum();
    }
}
