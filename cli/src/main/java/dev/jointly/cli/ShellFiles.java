package dev.jointly.cli;

import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Writes what a release archive has for shells: completions and manual pages. Run by the build of the archives. */
final class ShellFiles {
    private ShellFiles() {}

    /** Into the folder {@code args[0]}. */
    public static void main(String[] args) throws IOException {
        String version = new RootCommand.Version().getVersion()[0].replaceFirst("^jointly ", "");
        for (var file : of(root(), version).entrySet()) {
            Path path = Path.of(args[0]).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    /** The program with all its commands. */
    static CommandLine root() {
        return new Main(Console.ofProcess(), new StopSignal(), new Main.Engine(), ModelStore.ofUser())
                .commandLine(new String[0]);
    }

    /** The files by their paths. */
    static SortedMap<String, String> of(CommandLine root, String version) {
        SortedMap<String, String> files = new TreeMap<>();
        // zsh reads it too
        files.put("completion/jointly.bash", AutoComplete.bash("jointly", root));
        files.put("completion/jointly.fish", FishCompletion.of(root));
        pages(root, version, files);
        return files;
    }

    private static void pages(CommandLine line, String version, SortedMap<String, String> files) {
        files.put("man/man1/" + ManPage.name(line) + ".1", ManPage.of(line, version));
        line.getSubcommands().values().forEach(command -> pages(command, version, files));
    }
}
