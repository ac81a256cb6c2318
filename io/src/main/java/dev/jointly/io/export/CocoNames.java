package dev.jointly.io.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** COCO's 17 key points, and which part of another anatomy each of them is, however it is spelt there. */
final class CocoNames {
    private static final List<String> JOINTS =
            List.of("eye", "ear", "shoulder", "elbow", "wrist", "hip", "knee", "ankle");

    /** With fewer of the 17 than this an anatomy is not COCO's. */
    private static final int ENOUGH = 12;

    private CocoNames() {}

    /**
     * Positions of the 17 among {@code parts}, -1 where there is no such part; empty if it is another kind of anatomy.
     */
    static List<Integer> positions(List<String> parts) {
        List<String> plain = parts.stream().map(CocoNames::plain).toList();
        List<Integer> positions = new ArrayList<>();
        positions.add(plain.indexOf("nose"));
        for (String joint : JOINTS) {
            positions.add(plain.indexOf("left" + joint));
            positions.add(plain.indexOf("right" + joint));
        }
        return positions.stream().filter(position -> position >= 0).count() < ENOUGH ? List.of() : positions;
    }

    /** "left_eye", "l-eye", "LEye" and "leye" are all "lefteye". */
    private static String plain(String part) {
        String letters = part.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        for (String joint : JOINTS) {
            if (letters.equals("l" + joint)) {
                return "left" + joint;
            }
            if (letters.equals("r" + joint)) {
                return "right" + joint;
            }
        }
        return letters;
    }
}
