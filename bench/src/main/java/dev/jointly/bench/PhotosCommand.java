package dev.jointly.bench;

import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.TextTable;
import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Problem;
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
        TextTable table = new TextTable("photo | candidates | network ms | costs ms | grouping ms | share %");
        List<Double> shares = new ArrayList<>();
        try (Network network = Network.open(found.card(), found.network(), 1)) {
            List<BufferedImage> images = photos.stream().map(PhotoReader::read).toList();
            List<Evidence> seen = new ArrayList<>();
            for (int i = 0; i < images.size(); i++) {
                seen.add(network.detect("photo" + i, photos.get(i).toString(), images.get(i)));
            }
            List<Problem> problems = seen.stream().map(model::problem).toList();
            WarmSolver warm = new WarmSolver();
            warm.up(problems, Contender.AUTO.settings(), options.warmUp);
            for (int i = 0; i < images.size(); i++) {
                String file = photos.get(i).toString();
                BufferedImage image = images.get(i);
                Evidence evidence = seen.get(i);
                double inference = options.timed(() -> network.detect("photo", file, image))
                        .wall();
                double costing = options.timed(() -> model.problem(evidence)).wall();
                double grouping =
                        warm.solve(problems.get(i), Contender.AUTO, options).wall();
                double share = 100 * grouping / inference;
                shares.add(share);
                table.add(Path.of(file).getFileName(), problems.get(i).size(), inference, costing, grouping, share);
            }
        }
        double[] all = shares.stream().mapToDouble(Double::doubleValue).toArray();
        table.add("median", "", "", "", "", Figures.median(all));
        table.add("largest", "", "", "", "", Figures.quantile(1, all));
        table.print(System.out);
        table.csv(options.csv);
        return 0;
    }
}
