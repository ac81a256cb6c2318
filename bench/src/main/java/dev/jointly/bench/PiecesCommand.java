package dev.jointly.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code jointly-bench pieces}: JMH. */
@Command(
        name = "pieces",
        description = "Times the pricers and a small solve by JMH.",
        footer = {"", "Example: jointly-bench pieces -- PricingBenchmark.skeletons -p people=20 -prof gc"})
final class PiecesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ARG", arity = "0..*", description = "Arguments of JMH, after --; -- -h lists them.")
    List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}
