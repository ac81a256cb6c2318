package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.ModelStore.Model;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.PhotoReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench photos}: the time for grouping compared with the network. */
@Command(
        name = "photos",
        description = "Times the network and the grouping of each image, with the shipped costs, one thread, warm.")
final class PhotosCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PHOTO", arity = "1..*", description = "Images; the network has to be installed.")
    List<Path> photos = new ArrayList<>();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Override
    public Integer call() throws IOException {
        Model found = ModelStore.ofUser().find(ModelStore.SHIPPED.get(0));
        CostModel model = ShippedCosts.of(found.card().name()).orElseThrow();
        Settings settings = Settings.defaults().withTimeLimit(options.timeLimit);
        TextTable table = new TextTable("photo", "candidates", "network ms", "costs ms", "grouping ms", "share %");
        List<Double> shares = new ArrayList<>();
        try (Network network = Network.open(found.card(), found.network(), 1)) {
            List<BufferedImage> images = photos.stream().map(PhotoReader::read).toList();
            List<Evidence> seen = new ArrayList<>();
            for (int i = 0; i < images.size(); i++) {
                seen.add(network.detect("photo" + i, photos.get(i).toString(), images.get(i)));
            }
            List<Problem> problems = seen.stream().map(model::problem).toList();
            WarmSolver warm = new WarmSolver();
            warm.up(problems, settings, options.warmUp);
            for (int i = 0; i < images.size(); i++) {
                String file = photos.get(i).toString();
                BufferedImage image = images.get(i);
                Evidence evidence = seen.get(i);
                double inference = Timing.of(() -> network.detect("photo", file, image), options.each())
                        .wall();
                double costing =
                        Timing.of(() -> model.problem(evidence), options.each()).wall();
                double grouping = warm.solve(problems.get(i), settings, options.each())
                        .timing()
                        .wall();
                shares.add(100 * grouping / inference);
                table.add(
                        String.valueOf(photos.get(i).getFileName()),
                        "" + problems.get(i).size(),
                        brief(inference),
                        brief(costing),
                        brief(grouping),
                        brief(100 * grouping / inference));
            }
        }
        double[] all = shares.stream().mapToDouble(Double::doubleValue).toArray();
        table.add("median", "", "", "", "", brief(Figures.median(all)));
        table.add("largest", "", "", "", "", brief(Figures.quantile(1, all)));
        table.print(System.out);
        table.csv(options.csv);
        return 0;
    }
}
