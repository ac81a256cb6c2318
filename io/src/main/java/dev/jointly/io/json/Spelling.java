package dev.jointly.io.json;

import java.util.Collection;
import java.util.Optional;

/** Tells a slip of the keyboard from a word that is merely not known. */
public final class Spelling {
    private Spelling() {}

    /**
     * The known word that {@code word} was probably meant to be: the same but for upper and lower case, or one slip
     * away where the known word has four letters or more, two where it has eight or more.
     */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String best = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int allowed = candidate.length() >= 8 ? 2 : candidate.length() >= 4 ? 1 : 0;
            if (Math.abs(candidate.length() - word.length()) > 2) {
                continue;
            }
            int slips = candidate.equalsIgnoreCase(word) ? 0 : slips(word, candidate);
            if (slips <= allowed && slips < least) {
                best = candidate;
                least = slips;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Letters added, left out, changed, or swapped with their neighbour to get from one word to the other. */
    static int slips(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
