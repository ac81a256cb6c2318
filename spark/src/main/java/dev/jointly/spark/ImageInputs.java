package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.vision.net.ModelStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** What images need in addition to problems: a list of their names, and the network on every machine. */
final class ImageInputs {
    private ImageInputs() {}

    /** The input with every folder replaced by a list of the images in it, written down once, name by name. */
    static Input listed(Input input, OutputFolder folder, Configuration conf) throws IOException {
        List<Input.Listed> lists = new ArrayList<>();
        FileSystem files = folder.files(conf);
        for (Input.Listed file : input.files()) {
            if (file.size() >= 0) {
                lists.add(file);
                continue;
            }
            Path list = list(new Path(file.path()), "pictures-" + lists.size(), folder, conf);
            lists.add(
                    new Input.Listed(list.toString(), files.getFileStatus(list).getLen()));
        }
        return new Input(input.kind(), lists);
    }

    /** The list of a folder's images that all runs and shards use: the first that was complete. */
    private static Path list(Path images, String name, OutputFolder folder, Configuration conf) throws IOException {
        Storage storage = Storage.of(folder.files(conf));
        Path chosen = folder.job(name);
        Optional<byte[]> known = storage.read(chosen);
        if (known.isEmpty()) {
            String own = name + "." + UUID.randomUUID() + ".txt";
            write(images, folder.job(own), storage.files(), conf);
            if (!storage.putOnce(chosen, own.getBytes(UTF_8))) {
                storage.files().delete(folder.job(own), false);
            }
            known = storage.read(chosen);
        }
        return folder.job(new String(known.orElseThrow(), UTF_8));
    }

    private static void write(Path images, Path list, FileSystem files, Configuration conf) throws IOException {
        try (OutputStream out = new BufferedOutputStream(files.create(list, false))) {
            RemoteIterator<LocatedFileStatus> found = images.getFileSystem(conf).listFiles(images, true);
            while (found.hasNext()) {
                Path image = found.next().getPath();
                if (Input.isImage(image)) {
                    out.write((image + "\n").getBytes(UTF_8));
                }
            }
        }
    }

    /** The files that executors need for a model: its network, and its card where that does not come with the program. */
    static List<String> shipped(String model) {
        ModelStore.Model found = ModelStore.ofUser().find(model);
        List<String> files = new ArrayList<>();
        if (!found.bundled()) {
            files.add(found.network().toString());
        }
        if (!ModelStore.SHIPPED.contains(model)) {
            files.add(model);
        }
        return files;
    }
}
