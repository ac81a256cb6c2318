package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The files that words of the command line name. A word is a file, a folder, a pattern such as {@code 'a/*.json'}, a list
 * {@code @FILE} with one path per line, or {@code -} for standard input. A path given by the user that does not exist is reported
 * before any work begins; what is found in a folder or by a pattern is judged when its turn comes.
 *
 * @param many whether one bad file is no reason to leave out the others: more than one was named, or a folder, a
 *     pattern or a list
 */
public record Inputs(List<String> files, boolean many) {
    /**
     * What the files of a command are.
     *
     * @param what they are, such as "problem"
     * @param endings of the names that count in a folder, without .gz
     */
    public record Kind(String what, List<String> endings) {
        public static final Kind PROBLEM = new Kind("problem", List.of(".problem.json", ".problem.ndjson"));
        public static final Kind SOLUTION = new Kind("solution", List.of(".solution.json", ".solution.ndjson"));

        /** The name without its ending. */
        public String stem(String file) {
            String name = file.substring(file.replace(File.separatorChar, '/').lastIndexOf('/') + 1);
            String lower = name.toLowerCase(Locale.ROOT);
            String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
            for (String ending : endings) {
                if (plain.endsWith(ending)) {
                    return name.substring(0, plain.length() - ending.length());
                }
            }
            return name;
        }

        private boolean counts(String name) {
            return !name.startsWith(".") && !stem(name).equals(name);
        }
    }

    public Inputs {
        files = List.copyOf(files);
    }

    /**
     * Finds the files.
     *
     * @throws BadInputException if one that was named is missing, or a folder, pattern or list names none
     */
    public static Inputs of(List<String> words, Kind kind, InputStream standardInput) {
        Search search = new Search(kind);
        boolean many = words.size() > 1;
        for (String word : words) {
            many |= search.word(word, standardInput);
        }
        search.requireAll();
        return new Inputs(search.found, many);
    }

    private static final class Search {
        private static final Pattern MAGIC = Pattern.compile("[*?\\[{]");

        final Kind kind;
        final List<String> found = new ArrayList<>();
        final List<String> missing = new ArrayList<>();

        Search(Kind kind) {
            this.kind = kind;
        }

        /** Whether it was more than the name of a file. */
        boolean word(String word, InputStream standardInput) {
            if (word.equals("-")) {
                found.add(word);
                return false;
            }
            if (word.startsWith("@") && word.length() > 1) {
                list(word.substring(1), standardInput);
                return true;
            }
            if (!exists(word) && MAGIC.matcher(word).find()) {
                List<Path> matches = matches(word);
                if (matches.isEmpty()) {
                    throw new BadInputException(word + ": found no file that matches this pattern");
                }
                add(matches);
                return true;
            }
            return path(word);
        }

        /** What a pattern matches, never hidden files; {@code **} stands for any number of folders. */
        private static List<Path> matches(String word) {
            String pattern = word.replace(File.separatorChar, '/');
            Matcher magic = MAGIC.matcher(pattern);
            int slash = magic.find() ? pattern.lastIndexOf('/', magic.start()) : -1;
            Path base = Path.of(pattern.substring(0, slash + 1));
            String rest = pattern.substring(slash + 1);
            // any number of folders may be none
            List<PathMatcher> matchers = Stream.of(rest, rest.replaceFirst("^\\*\\*/", ""))
                    .distinct()
                    .map(glob -> matcher(word, glob))
                    .toList();
            int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/", -1).length;
            List<Path> found = new ArrayList<>();
            try {
                Files.walkFileTree(base, EnumSet.of(FileVisitOption.FOLLOW_LINKS), depth, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                        return folder.equals(base) || !hidden(folder)
                                ? FileVisitResult.CONTINUE
                                : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        Path within = base.relativize(file);
                        if (!hidden(file) && matchers.stream().anyMatch(matcher -> matcher.matches(within))) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    /** A folder that may not be read has no files for us. */
                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        return FileVisitResult.CONTINUE;
                    }
                });
            } catch (IOException e) {
                throw new BadInputException(base + ": this folder cannot be read: " + e.getMessage(), e);
            }
            return found;
        }

        private static PathMatcher matcher(String word, String glob) {
            try {
                return FileSystems.getDefault().getPathMatcher("glob:" + glob);
            } catch (PatternSyntaxException e) {
                throw new BadInputException(word + ": no such file, and not a pattern: " + e.getDescription(), e);
            }
        }

        private static boolean hidden(Path path) {
            return String.valueOf(path.getFileName()).startsWith(".");
        }

        private boolean path(String name) {
            if (!exists(name)) {
                missing.add(name);
                return false;
            }
            if (!Files.isDirectory(Path.of(name))) {
                found.add(name);
                return false;
            }
            folder(Path.of(name));
            return true;
        }

        private static boolean exists(String name) {
            try {
                return Files.exists(Path.of(name));
            } catch (InvalidPathException e) {
                return false;
            }
        }

        private void folder(Path folder) {
            List<Path> inside = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path entry : entries) {
                    if (kind.counts(String.valueOf(entry.getFileName()))) {
                        inside.add(entry);
                    }
                }
            } catch (IOException e) {
                throw new BadInputException(folder + ": this folder cannot be read, check its permissions", e);
            }
            if (inside.isEmpty()) {
                throw new BadInputException(folder + ": found no " + kind.what() + " in this folder but expected names"
                        + " that end in " + String.join(", ", kind.endings()) + "; for other names give a pattern in"
                        + " quotes, such as '" + folder + "/*.json'");
            }
            add(inside);
        }

        /** In the order of the names without endings, so that problems and their solutions have the same order. */
        private void add(List<Path> paths) {
            paths.stream()
                    .map(Path::toString)
                    .sorted(Comparator.comparing(kind::stem).thenComparing(Comparator.naturalOrder()))
                    .forEach(found::add);
        }

        private void list(String file, InputStream standardInput) {
            int before = found.size() + missing.size();
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(InputFile.open(file, standardInput), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.isBlank()) {
                        // only a word of the command line can be standard input
                        path(line.equals("-") ? "./-" : line);
                    }
                }
            } catch (IOException e) {
                throw new BadInputException(InputFile.name(file) + ": " + InputFile.transport(e), e);
            }
            if (found.size() + missing.size() == before) {
                throw new BadInputException(
                        InputFile.name(file) + ": found an empty list but expected one path per line");
            }
        }

        void requireAll() {
            if (!missing.isEmpty()) {
                int more = missing.size() - 1;
                throw new BadInputException(missing.get(0) + ": no such file"
                        + (more == 0 ? "" : ", and " + more + " more of those named; nothing was done"));
            }
        }
    }
}
