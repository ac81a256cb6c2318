package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import dev.jointly.cli.JointlyCommand;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code jointly rank}. */
@Command(
        name = "rank",
        description = "Ranks images by ambiguity, most doubtful first: by the least margin of their people and joints.",
        footer = {
            "",
            "The solutions need margins: jointly solve --margins bound, or exact. Each is checked before it is ranked.",
            "Example: jointly rank s.ndjson --problems p.ndjson --top 20"
        })
public final class RankCommand extends JointlyCommand implements Callable<Integer> {

    @Mixin
    SharedOption<List<String>> solutions = SharedOption.solutions("0..*", "Solution files");

    @Mixin
    SharedOption<String> problems =
            SharedOption.problems(true, "Problems of the solutions: a file, folder, pattern or @FILE.");

    @Mixin
    SharedOption<Ranking.Form> form = SharedOption.choice(
            "--format",
            "FORMAT",
            Choice.of(Ranking.Form.class),
            Ranking.Form.TEXT,
            "One of ${COMPLETION-CANDIDATES}; json has one object per line. Default: text.");

    @Mixin
    Outputs outputs = new Outputs("FILE", "Output file. Default: standard output.");

    @Mixin
    SharedOption<Integer> top = SharedOption.top(Integer.MAX_VALUE, "Only the N most doubtful images. Default: all.");

    @Override
    public Integer call() {
        try (SolvedFiles files = SolvedFiles.open(solutions.value(), problems.value(), console())) {
            List<Ranking.Image> ranking = Ranking.of(files);
            int shown = Math.max(0, Math.min(top.value(), ranking.size()));
            outputs.write(outputs.place(), console(), form.value().text(ranking.subList(0, shown)));
            return files.exitCode();
        }
    }
}
