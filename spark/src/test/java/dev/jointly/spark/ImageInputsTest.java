package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.solve.Settings;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.parquet.example.data.Group;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With a network that detects colours: necks are red dots, heads are green ones, blue points up. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class ImageInputsTest {
    @TempDir
    Path temporary;

    private Path dir = Path.of("");
    private Path card = Path.of("");

    @BeforeEach
    void inAFolderWithAnOddName() throws IOException {
        dir = Files.createDirectories(temporary.resolve("a [b] c%20d"));
        card = Files.writeString(dir.resolve("colours.json"), TinyNetworks.CARD);
        TinyNetworks.write(dir.resolve("colours.onnx"));
        writeImage("one.png", 1);
        Files.writeString(dir.resolve("pictures/broken.png"), "no image");
    }

    private void writeImage(String name, int people) throws IOException {
        Path file = dir.resolve("pictures").resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, image(people));
    }

    static byte[] image(int people) throws IOException {
        BufferedImage image = new BufferedImage(320, 160, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D canvas = image.createGraphics();
        canvas.setColor(Color.BLUE);
        canvas.fillRect(0, 0, 320, 160);
        for (int i = 0; i < people; i++) {
            canvas.setColor(Color.RED);
            canvas.fillOval(38 + 90 * i, 98, 24, 24);
            canvas.setColor(Color.GREEN);
            canvas.fillOval(38 + 90 * i, 38, 24, 24);
        }
        canvas.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    @Test
    void aFolderOfImagesBecomesPeopleAndOneCocoFile() throws IOException {
        writeImage("below/three.png", 3);
        Files.writeString(dir.resolve("pictures/._one.png"), "what another system leaves beside it");
        Path coco = dir.resolve("people.json");
        LocalBatch batch = new LocalBatch(dir.resolve("pictures"), dir.resolve("out"))
                .model(card)
                .coco(coco);
        assertThat(batch.run()).as("one cannot be read").isFalse();
        assertThat(batch.said()).contains("3 frames, 4 people: 2 proven, 0 bounded, 1 failed (0 quarantined)");
        Output out = new Output(dir.resolve("out"));
        Group broken = out.rows("frames").stream()
                .filter(row -> row.getString("status", 0).equals("error"))
                .findFirst()
                .orElseThrow();
        assertThat(broken.getString("error", 0)).contains("broken.png");
        assertThat(out.rows("people")).hasSize(4);
        assertThat(coco).content().contains("\"file_name\": \"three.png\"").doesNotContain("broken");
    }

    /** The recipe of docs/spark.md: the images themselves are in the table. */
    @Test
    void imagesAsBinaryFilesAreRows() throws IOException {
        writeImage("three.png", 3);
        try (SparkSession spark = LocalBatch.session("local[1]").getOrCreate()) {
            Dataset<Row> images = spark.read()
                    .format("binaryFile")
                    .load(BatchInput.literal(dir.resolve("pictures").toString()));
            List<Row> rows = SolveFrames.with(Settings.defaults())
                    .withNetwork(card.toString(), null)
                    .apply(images)
                    .selectExpr("id", "size(people)", "error", "substring_index(path, '/', -1)", "length")
                    .orderBy("path")
                    .collectAsList();
            assertThat(rows).hasSize(3);
            assertThat(rows.get(0).getString(2)).contains("broken.png");
            assertThat(rows.get(1).getString(0)).isEqualTo("one");
            assertThat(rows.get(1).getInt(1)).isEqualTo(1);
            assertThat(rows.get(2).getInt(1)).isEqualTo(3);
            Dataset<Row> odd = spark.sql(
                    "select * from values (null), (''), ('no/such: image.png'), ('nowhere.png') as odd(path)");
            assertThat(SolveFrames.with(Settings.defaults())
                            .withNetwork(card.toString(), null)
                            .apply(odd)
                            .collectAsList())
                    .extracting(row -> row.<String>getAs("error"))
                    .allMatch(error -> error.contains(": cannot be read: "))
                    .filteredOn(error -> error.equals("image: cannot be read: it has no path"))
                    .hasSize(2);
        }
    }
}
