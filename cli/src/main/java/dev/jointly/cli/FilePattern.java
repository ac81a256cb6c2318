package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/** Patterns as shells know them, for words that no shell expanded: {@code *}, {@code ?}, {@code [ab]}, {@code {a,b}}. */
final class FilePattern {
    private static final String MAGIC = "*?[{";

    private FilePattern() {}

    static boolean isPattern(String word) {
        return word.chars().anyMatch(c -> MAGIC.indexOf(c) >= 0);
    }

    /** What matches, in any order; never hidden files. {@code **} stands for any number of folders. */
    static List<Path> matches(String word) {
        String pattern = word.replace(File.separatorChar, '/');
        int magic = 0;
        while (MAGIC.indexOf(pattern.charAt(magic)) < 0) {
            magic++;
        }
        int slash = pattern.lastIndexOf('/', magic);
        Path base = Path.of(pattern.substring(0, slash + 1));
        String rest = pattern.substring(slash + 1);
        List<PathMatcher> matchers = new ArrayList<>(List.of(matcher(base, word, rest)));
        if (rest.startsWith("**/")) {
            // any number of folders may be none
            matchers.add(matcher(base, word, rest.substring(3)));
        }
        int depth = rest.contains("**")
                ? Integer.MAX_VALUE
                : (int) rest.chars().filter(c -> c == '/').count() + 1;
        return walk(base, matchers, depth);
    }

    private static PathMatcher matcher(Path base, String word, String pattern) {
        try {
            return base.getFileSystem().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw new BadInputException(word + ": no such file, and not a pattern: " + e.getDescription(), e);
        }
    }

    private static List<Path> walk(Path base, List<PathMatcher> matchers, int depth) {
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

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    // a folder that may not be read holds nothing for us
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new BadInputException(base + ": this folder cannot be read: " + e.getMessage(), e);
        }
        return found;
    }

    private static boolean hidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }
}
