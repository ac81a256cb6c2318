package dev.jointly.vision.net;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;

/**
 * A network and its card, put into the user's folder under a name. Beside them {@code NAME.properties} keeps the hash of the
 * network, which is checked whenever the model is used.
 *
 * @param card the file of its card
 * @param network the ONNX file
 * @param source where the network is from, for {@code model list}
 * @param sha256 the expected hash, if one is
 */
public record ModelAddition(Path card, Path network, String source, Optional<String> sha256) {
    static final String NOTE = ".properties";

    /** Checks that hash, card and network fit, and copies them; returns the hash. */
    String into(Path folder, String name) throws IOException {
        String found = hash(network);
        sha256.filter(expected -> !expected.equalsIgnoreCase(found)).ifPresent(expected -> {
            throw new BadInputException(network + ": has SHA-256 " + found + " but expected " + expected);
        });
        Network.open(ModelCardReader.read(card), network, 1).close();
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(folder, name, ".part");
        try {
            Files.copy(network, draft, StandardCopyOption.REPLACE_EXISTING);
            Files.move(draft, folder.resolve(name + ModelStore.ONNX), StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        Properties note = new Properties();
        note.setProperty("sha256", found);
        note.setProperty("source", source);
        try (Writer out = Files.newBufferedWriter(folder.resolve(name + NOTE), StandardCharsets.UTF_8)) {
            note.store(out, null);
        }
        // last: a model without a card is none
        Files.copy(card, folder.resolve(name + ModelStore.CARD), StandardCopyOption.REPLACE_EXISTING);
        return found;
    }

    /** What was noted of a model; empty if nothing was. */
    static Properties note(Path folder, String name) throws IOException {
        Properties note = new Properties();
        Path file = folder.resolve(name + NOTE);
        if (Files.isRegularFile(file)) {
            try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                note.load(in);
            }
        }
        return note;
    }

    /** Refuses a network that is not the one that was added. */
    static void requireSame(Path folder, String name) throws IOException {
        String noted = note(folder, name).getProperty("sha256");
        Path file = folder.resolve(name + ModelStore.ONNX);
        if (noted != null && !noted.equals(hash(file))) {
            throw new BadInputException(file + ": has SHA-256 " + hash(file) + " but model " + name + " was added with "
                    + noted + "; to use this file: jointly model remove " + name + ", and add it again");
        }
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
