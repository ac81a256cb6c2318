package dev.jointly.io;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Damages JSON, token by token. */
final class Mutants {
    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][-+.eE0-9]*|true|false|null|[\\[\\]{}:,]");

    /** What a value is replaced by. */
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            "\"0\"",
            "\"neck\"",
            "\"optimal\"",
            "\"\\u0007\"",
            "\"\\ud800\"",
            "0",
            "-0",
            "1",
            "2",
            "-1",
            "3.0",
            "3e0",
            "1e6",
            "0.1",
            "-5.5000000",
            "-55e-1",
            "0e99",
            "0e99999999999",
            "1e-7",
            "1e99999999999",
            "-1e-99999999999",
            "1e400",
            "9e12",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854.775808",
            "2147483647",
            "2147483648",
            "100000",
            "62",
            "63",
            "NaN",
            "Infinity",
            "01",
            "+1",
            "1.",
            ".5",
            "1".repeat(1000),
            "1".repeat(1001),
            "\"" + "x".repeat(1001) + "\"",
            "\"" + "\ud83d\ude00".repeat(1000) + "\"",
            "[0]",
            "[0,1]",
            "[0,0,0]",
            "{\"lambda1\":[],\"lambda3\":[]}",
            "{\"lambda1\":[0,0,0,0,0,0],\"lambda3\":[0,0,0,0,0,0]}",
            "{\"join\":[0,0],\"in\":1,\"out\":2}");

    private Mutants() {}

    /** The text with one or two things changed. */
    static String mutated(Random random, String text) {
        List<String> tokens = new ArrayList<>();
        TOKEN.matcher(text).results().forEach(match -> tokens.add(match.group()));
        for (int i = 1 + random.nextInt(8) / 7; i > 0; i--) {
            mutate(random, tokens);
        }
        return String.join("", tokens);
    }

    private static void mutate(Random random, List<String> tokens) {
        int at = random.nextInt(tokens.size());
        switch (random.nextInt(10)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
            case 2 -> Collections.swap(tokens, at, random.nextInt(tokens.size()));
            case 3, 4, 5 -> replaceValue(random, tokens, at);
            case 6 -> respell(random, tokens, at);
            case 7 -> field(random, tokens, at, false);
            case 8 -> field(random, tokens, at, true);
            default -> nudge(random, tokens, at);
        }
    }

    private static boolean isKey(List<String> tokens, int at) {
        return tokens.get(at).startsWith("\"")
                && at + 1 < tokens.size()
                && tokens.get(at + 1).equals(":");
    }

    /** The value that begins at or after a place, whole, becomes another one. */
    private static void replaceValue(Random random, List<String> tokens, int from) {
        int at = from;
        while (at < tokens.size() && (isKey(tokens, at) || "]},:".contains(tokens.get(at)))) {
            at++;
        }
        if (at < tokens.size()) {
            int end = end(tokens, at);
            tokens.subList(at, end).clear();
            tokens.add(at, VALUES.get(random.nextInt(VALUES.size())));
        }
    }

    /** Where the value that begins here has ended. */
    private static int end(List<String> tokens, int at) {
        int depth = 0;
        int end = at;
        do {
            depth += "[{".contains(tokens.get(end)) ? 1 : "]}".contains(tokens.get(end)) ? -1 : 0;
            end++;
        } while (depth > 0 && end < tokens.size());
        return end;
    }

    /** A name becomes one that looks like it, or does not. */
    private static void respell(Random random, List<String> tokens, int from) {
        int at = from;
        while (at < tokens.size() && !isKey(tokens, at)) {
            at++;
        }
        if (at == tokens.size()) {
            return;
        }
        StringBuilder name = new StringBuilder(tokens.get(at));
        for (int i = 1 + random.nextInt(3); i > 0 && name.length() > 2; i--) {
            int letter = 1 + random.nextInt(name.length() - 2);
            switch (random.nextInt(5)) {
                case 0 -> name.deleteCharAt(letter);
                case 1 -> name.insert(letter, (char) ('a' + random.nextInt(26)));
                case 2 -> name.setCharAt(letter, Character.toUpperCase(name.charAt(letter)));
                case 3 -> name.setCharAt(letter, (char) ('a' + random.nextInt(26)));
                default -> {
                    if (letter + 2 < name.length()) {
                        char c = name.charAt(letter);
                        name.setCharAt(letter, name.charAt(letter + 1));
                        name.setCharAt(letter + 1, c);
                    }
                }
            }
        }
        tokens.set(at, name.toString());
    }

    /** A field with its value is left out, or given again. */
    private static void field(Random random, List<String> tokens, int from, boolean again) {
        int at = from;
        while (at < tokens.size() && !isKey(tokens, at)) {
            at++;
        }
        if (at == tokens.size()) {
            return;
        }
        int end = end(tokens, at + 2);
        List<String> field = new ArrayList<>(tokens.subList(at, end));
        if (again) {
            if (random.nextBoolean()) {
                field.set(0, "\"other\"");
            }
            field.add(",");
            tokens.addAll(at, field);
        } else {
            boolean comma = end < tokens.size() && tokens.get(end).equals(",");
            tokens.subList(at, comma ? end + 1 : end).clear();
            if (!comma && tokens.get(at - 1).equals(",")) {
                tokens.remove(at - 1);
            }
        }
    }

    /** A number becomes another one nearby, so that what is claimed is well formed and perhaps false. */
    private static void nudge(Random random, List<String> tokens, int from) {
        for (int at = from; at < tokens.size(); at++) {
            if (tokens.get(at).matches("-?[0-9.]+")) {
                String number = tokens.get(at);
                tokens.set(
                        at,
                        switch (random.nextInt(4)) {
                            case 0 -> number + "0";
                            case 1 -> number.startsWith("-") ? number.substring(1) : "-" + number;
                            case 2 -> number + (number.contains(".") ? "1" : ".5");
                            default -> Integer.toString(random.nextInt(7));
                        });
                return;
            }
        }
    }
}
