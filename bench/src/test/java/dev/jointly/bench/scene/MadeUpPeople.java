package dev.jointly.bench.scene;

import dev.jointly.generate.PortableRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Upright people at random places, as a file in the layout of COCO's {@code person_keypoints_val2017.json}. */
public final class MadeUpPeople {
    /** Size over the longer side of the image: the root of 0.53 of a box of 60 x 160 in 640. */
    static final double SHARE = Math.sqrt(0.53 * 60 * 160) / 640;

    private static final int[][] AT = {
        {30, 12}, {33, 9}, {27, 9}, {36, 11}, {24, 11}, {45, 30}, {15, 30}, {52, 55}, {8, 55}, {55, 80}, {5, 80},
        {40, 80}, {20, 80}, {41, 118}, {19, 118}, {42, 155}, {18, 155}
    };

    private MadeUpPeople() {}

    /** Images 1, 2, ... of so many people each. */
    public static Path write(Path file, int pictures, int people, long seed) throws IOException {
        PortableRandom random = new PortableRandom(seed);
        List<String> images = new ArrayList<>();
        List<String> annotations = new ArrayList<>();
        for (int i = 1; i <= pictures; i++) {
            images.add(String.format(
                    Locale.ROOT, "{\"id\":%d,\"file_name\":\"%012d.jpg\",\"width\":640,\"height\":480}", i, i));
            for (int p = 0; p < people; p++) {
                annotations.add(person(i, random));
            }
        }
        String names = "\"" + String.join("\",\"", AnnotatedImages.COCO) + "\"";
        Files.writeString(
                file,
                "{\"images\":[" + String.join(",", images) + "],\"annotations\":[" + String.join(",", annotations)
                        + "],\"categories\":[{\"id\":1,\"name\":\"person\",\"keypoints\":[" + names + "]}]}");
        return file;
    }

    private static String person(int image, PortableRandom random) {
        double left = random.between(0, 580);
        double top = random.between(0, 320);
        List<String> points = new ArrayList<>();
        for (int[] at : AT) {
            points.add(String.format(
                    Locale.ROOT,
                    "%.0f,%.0f,2",
                    left + at[0] + 3 * random.gaussian(),
                    top + at[1] + 3 * random.gaussian()));
        }
        return String.format(
                Locale.ROOT,
                "{\"image_id\":%d,\"category_id\":1,\"iscrowd\":0,\"bbox\":[%.2f,%.2f,60,160],\"keypoints\":[%s]}",
                image,
                left,
                top,
                String.join(",", points));
    }
}
