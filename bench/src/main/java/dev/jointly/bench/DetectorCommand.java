package dev.jointly.bench;

import dev.jointly.bench.scene.Estimation;
import dev.jointly.bench.scene.Estimation.Estimated;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jointly-bench detector}: what the paper's problems are made with. */
@Command(
        name = "detector",
        description =
                "Estimates the simulated detector from real detections, fits costs to it, and draws the recipes of"
                        + " the paper's problems; all three come with the program, and this writes them anew.")
final class DetectorCommand implements Callable<Integer> {
    /** The paper's number. */
    static final long SEED = 170904411;

    @Option(names = "--data", paramLabel = "DIR", description = "Default: $JOINTLY_DATA.")
    @Nullable
    Path data;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder for the three files.")
    Path out = Path.of(".");

    @Option(names = "--count", paramLabel = "N", description = "Problems. Default: 688, the paper's number.")
    int count = 688;

    @Option(names = "--seed", paramLabel = "S", description = "Default: " + SEED + ".")
    long seed = SEED;

    @Override
    public Integer call() throws IOException {
        Path folder = PaperCommand.data(data);
        Estimated estimated = new Estimation(folder).write(out);
        System.out.println(estimated.report());
        estimated.people().add("coco", folder.resolve(PaperCommand.COCO));
        estimated.people().add("crowdpose", folder.resolve(PaperCommand.CROWDPOSE));
        Estimation.write(estimated.people().draw(count, seed), out);
        return 0;
    }
}
