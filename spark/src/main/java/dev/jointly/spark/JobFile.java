package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The two files that make a rerun the same job: what was asked for, and which pieces it was cut into. */
record JobFile(OutputFolder folder, FileSystem files) {

    /** Records the request, or checks that it is the same as before. */
    void agree(List<String> asked) throws IOException {
        Path file = folder.job("job.txt");
        if (!files.exists(file)) {
            if (files.exists(folder.frames())) {
                throw new BadInputException(folder.root()
                        + ": holds frames but no _job/job.txt, so is not the output of a batch; choose another --out");
            }
            writeOnce(file, asked);
        }
        List<String> before = read(file);
        for (int i = 0; i < Math.max(asked.size(), before.size()); i++) {
            String now = i < asked.size() ? asked.get(i) : "nothing";
            String then = i < before.size() ? before.get(i) : "nothing";
            if (!now.equals(then)) {
                throw new BadInputException(folder.root() + ": was begun with '" + then + "' but is now asked for '"
                        + now + "'; use the same options and input, or choose another --out");
            }
        }
    }

    /** The plan written down before, or a new one. */
    PiecePlan plan(Supplier<PiecePlan> planner) throws IOException {
        Path file = folder.job("plan.txt");
        if (!files.exists(file)) {
            writeOnce(file, planner.get().lines());
        }
        return PiecePlan.ofLines(read(file));
    }

    private List<String> read(Path file) throws IOException {
        byte[] text = Storage.of(files).read(file).orElseThrow(() -> new FileNotFoundException(file.toString()));
        return new String(text, UTF_8).lines().toList();
    }

    /** Completely or not at all, replacing an existing file. */
    void write(Path file, Iterable<String> lines) throws IOException {
        Storage.replace(file, out -> out.write(text(lines)), files);
    }

    /** Completely or not at all; if another shard was faster, its file stays. */
    private void writeOnce(Path file, Iterable<String> lines) throws IOException {
        Storage.of(files).putOnce(file, text(lines));
    }

    private static byte[] text(Iterable<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString().getBytes(UTF_8);
    }
}
