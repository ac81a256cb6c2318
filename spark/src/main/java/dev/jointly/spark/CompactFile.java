package dev.jointly.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.MessageType;

/**
 * A large file to be written from the files of consecutive pieces. Its name depends on what goes into it, so that its commit, once
 * put, is that of these very files: a piece that was done anew makes another name.
 *
 * @param table frames or people
 * @param number among those of its table
 * @param sources in the order of the pieces
 */
record CompactFile(String table, int number, List<Source> sources) implements Serializable {
    private static final int DIGITS = 12;

    /**
     * The file of a piece.
     *
     * @param name without its ending
     */
    record Source(String name, long rows, long bytes) implements Serializable {}

    CompactFile {
        sources = List.copyOf(sources);
    }

    /**
     * The files of a table, all of about the same size: as near to the target as their number allows, and at most one and a half
     * times as large, however little there is for the last.
     */
    static List<CompactFile> of(String table, List<Source> sources, long target) {
        long total = sources.stream().mapToLong(Source::bytes).sum();
        long count = Math.max(1, Math.round((double) total / target));
        List<CompactFile> files = new ArrayList<>();
        List<Source> some = new ArrayList<>();
        long before = 0;
        for (Source source : sources) {
            some.add(source);
            before += source.bytes();
            if (before >= (double) total * (files.size() + 1) / count) {
                files.add(new CompactFile(table, files.size(), some));
                some.clear();
            }
        }
        if (!some.isEmpty()) {
            files.add(new CompactFile(table, files.size(), some));
        }
        return files;
    }

    long rows() {
        return sources.stream().mapToLong(Source::rows).sum();
    }

    long bytes() {
        return sources.stream().mapToLong(Source::bytes).sum();
    }

    /** Its place among others, for people. */
    String place() {
        return String.format(Locale.ROOT, "%s-%05d", table, number);
    }

    /** As its commit is named. */
    String name() {
        return place() + "-" + digest();
    }

    /** Whether a file is one of these, of whatever contents; others in the same folder are not ours. */
    static boolean isName(String file) {
        return file.matches("(frames|people)-[0-9]{5,}-[0-9a-f]{" + DIGITS + "}(\\..*)?");
    }

    MessageType columns() {
        return table.equals("frames") ? OutputTables.FRAMES : OutputTables.PEOPLE;
    }

    Commit commit(String attempt) {
        boolean frames = table.equals("frames");
        return new Commit(name(), attempt, frames ? rows() : 0, frames ? 0 : rows(), 0);
    }

    Path data(OutputFolder folder, String attempt) {
        return OutputFolder.data(folder.top(table), name(), attempt);
    }

    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Source source : sources) {
                digest.update((source.name() + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Compares a complete file with what went into it. */
    void requireRows(long found, Path file) throws IOException {
        if (found != rows()) {
            throw new IOException(file + " has " + found + " rows but its pieces have " + rows());
        }
    }
}
