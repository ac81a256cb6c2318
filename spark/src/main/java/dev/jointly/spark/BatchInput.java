package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * What is to be read: files of one kind, recognised by their endings, which Spark reads.
 *
 * @param files in their order; of images the files that list them, which may be the folder to be listed
 */
record BatchInput(Kind kind, List<Listed> files) {
    /** The columns that say where a record is. */
    static final String FILE = "jointly_file";

    static final String START = "jointly_start";

    private static final Set<String> IMAGE_ENDINGS = Set.of("jpg", "jpeg", "png", "tif", "tiff", "bmp", "gif");

    /** What a record of the input is. */
    enum Kind {
        /** Problems as text, one per line, plain or gzip. */
        NDJSON,
        /** Problems as rows. */
        PARQUET,
        /** Images by name, one per line of a list. */
        IMAGES
    }

    /** A file and its size. */
    record Listed(String path, long size) {}

    /**
     * Expands files, folders and patterns.
     *
     * @param out folder of the output, whose files are no input
     */
    static BatchInput of(List<String> names, Path out, Configuration conf) throws IOException {
        Set<Kind> kinds = new TreeSet<>();
        List<Listed> files = new ArrayList<>();
        for (String name : names) {
            Path path = new Path(name);
            FileSystem system = path.getFileSystem(conf);
            // a name may have brackets, too
            FileStatus[] found =
                    system.exists(path) ? new FileStatus[] {system.getFileStatus(path)} : system.globStatus(path);
            if (found == null || found.length == 0) {
                throw new BadInputException(name + ": no such file or folder");
            }
            for (FileStatus status : found) {
                collect(status, system, out, kinds, files);
            }
        }
        if (kinds.size() != 1) {
            throw new BadInputException(names.get(0) + ": found "
                    + (kinds.isEmpty() ? "no file that can be read" : "files of the kinds " + kinds)
                    + " but expected one kind: NDJSON (.ndjson, .jsonl, .json, also .gz), Parquet (.parquet), images, or a"
                    + " .txt that lists images");
        }
        Kind kind = kinds.iterator().next();
        for (Listed file : kind == Kind.NDJSON ? files : List.<Listed>of()) {
            requireLines(new Path(file.path()), conf);
        }
        return new BatchInput(kind, List.copyOf(files));
    }

    private static void collect(FileStatus status, FileSystem system, Path out, Set<Kind> kinds, List<Listed> files)
            throws IOException {
        Path path = status.getPath();
        if (status.isFile()) {
            if (isHidden(path.getName())) {
                throw new BadInputException(
                        path + ": found a name that begins with . or _, which Spark passes over;" + " rename the file");
            }
            Kind kind = kind(path);
            if (kind == null || isImage(path)) {
                throw new BadInputException(path
                        + ": found a file of unknown kind but expected .ndjson, .jsonl, .json (also .gz), .parquet,"
                        + " or a .txt that lists images");
            }
            kinds.add(kind);
            files.add(new Listed(path.toString(), status.getLen()));
            return;
        }
        List<Listed> inside = new ArrayList<>();
        boolean[] images = new boolean[1];
        below(path, system, out, file -> {
            Kind kind = kind(file.getPath());
            if (isImage(file.getPath())) {
                // however many there are, one stands for all: their names are not kept here
                images[0] = true;
            } else if (kind != null && kind != Kind.IMAGES) {
                kinds.add(kind);
                inside.add(new Listed(file.getPath().toString(), file.getLen()));
            }
        });
        if (images[0]) {
            kinds.add(Kind.IMAGES);
            inside.add(new Listed(path.toString(), -1));
        }
        inside.sort(Comparator.comparing(Listed::path));
        files.addAll(inside);
    }

    /** Takes the files of a folder. */
    private interface Visitor {
        void visit(FileStatus file) throws IOException;
    }

    /** The files below a folder that count: neither they nor a folder on the way is hidden, and they are no output. */
    private static void below(Path folder, FileSystem system, Path out, Visitor visitor) throws IOException {
        RemoteIterator<LocatedFileStatus> list = system.listFiles(folder, true);
        while (list.hasNext()) {
            LocatedFileStatus file = list.next();
            Path path = file.getPath();
            while (path != null && !path.equals(folder) && !path.equals(out) && !isHidden(path.getName())) {
                path = path.getParent();
            }
            if (path == null || path.equals(folder)) {
                visitor.visit(file);
            }
        }
    }

    /** As Spark sees it. */
    private static boolean isHidden(String name) {
        return name.startsWith(".") || (name.startsWith("_") && !name.contains("="));
    }

    private static boolean isImage(Path path) {
        return IMAGE_ENDINGS.contains(ending(path.getName()));
    }

    private static String ending(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static @Nullable Kind kind(Path path) {
        String name = path.getName();
        return switch (ending(name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name)) {
            case "ndjson", "jsonl", "json" -> Kind.NDJSON;
            case "parquet" -> Kind.PARQUET;
            case "txt" -> Kind.IMAGES;
            default -> isImage(path) ? Kind.IMAGES : null;
        };
    }

    private static void requireLines(Path file, Configuration conf) throws IOException {
        try (InputStream raw = file.getFileSystem(conf).open(file);
                InputStream plain = file.getName().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader lines = new BufferedReader(new InputStreamReader(plain, UTF_8))) {
            String first = lines.readLine();
            if (first != null && first.strip().equals("{")) {
                throw new BadInputException(
                        file + ": found one document over many lines but expected one problem per line");
            }
        }
    }

    /** The input with every folder of images replaced by a list of them, written down once, name by name. */
    BatchInput listed(OutputFolder folder, Configuration conf) throws IOException {
        List<Listed> lists = new ArrayList<>();
        for (Listed file : files) {
            if (file.size() >= 0) {
                lists.add(file);
            } else {
                // that of the first run or shard that has completed one
                String own = "images-" + lists.size() + "." + UUID.randomUUID() + ".txt";
                Path list = folder.job(
                        folder.agreed("images-" + lists.size(), () -> list(new Path(file.path()), own, folder, conf)));
                lists.add(new Listed(
                        list.toString(), folder.files().getFileStatus(list).getLen()));
            }
        }
        return new BatchInput(kind, lists);
    }

    private static String list(Path images, String name, OutputFolder folder, Configuration conf) throws IOException {
        try (OutputStream out = new BufferedOutputStream(folder.files().create(folder.job(name), false))) {
            below(images, images.getFileSystem(conf), new Path(folder.root()), file -> {
                if (isImage(file.getPath())) {
                    out.write((file.getPath() + "\n").getBytes(UTF_8));
                }
            });
        }
        return name;
    }

    long bytes() {
        return files.stream().mapToLong(Listed::size).sum();
    }

    /**
     * All records, in as many partitions as have this many bytes each. Their order, and what is in a partition, depend on the files
     * and this size alone; the plan has a check sum, in case another Spark thinks otherwise.
     */
    Dataset<Row> read(SparkSession session, long bytes) {
        // what is set here holds for the input alone
        SparkSession spark = session.newSession();
        spark.conf().set("spark.sql.files.maxPartitionBytes", bytes);
        // a file costs something, but many small ones are one partition
        spark.conf().set("spark.sql.files.openCostInBytes", Math.max(1, bytes / 16));
        spark.conf().set("spark.sql.files.minPartitionNum", 1);
        // or 4,096 rows would be in memory at once, and a problem may have megabytes
        spark.conf().set("spark.sql.parquet.enableVectorizedReader", false);
        String[] paths = files.stream()
                .filter(file -> file.size() > 0)
                .map(file -> literal(file.path()))
                .toArray(String[]::new);
        if (kind != Kind.PARQUET) {
            String column = kind == Kind.NDJSON ? ProblemColumns.WHOLE : RawRecord.PATH;
            return placed(spark.read().option("lineSep", "\n").text(paths).toDF(column));
        }
        Dataset<Row> rows = spark.read().option("mergeSchema", "true").parquet(paths);
        try {
            SolveFrames.requireProblem(rows.schema());
        } catch (IllegalArgumentException e) {
            throw new BadInputException(files.get(0).path() + ": " + e.getMessage(), e);
        }
        return placed(rows);
    }

    private static Dataset<Row> placed(Dataset<Row> rows) {
        return rows.selectExpr("*", "_metadata.file_path as " + FILE, "_metadata.file_block_start as " + START);
    }

    /** A path as Spark takes it for itself, not for a pattern. */
    static String literal(String path) {
        return path.replaceAll("[\\\\{}\\[\\]*?]", "\\\\$0");
    }

    /** Whether a row is a record; blank lines are none. */
    static boolean isRecord(Kind kind, Row row) {
        return kind == Kind.PARQUET || !row.getString(0).isBlank();
    }
}
