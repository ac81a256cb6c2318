package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.annotator.Repair.Outcome;
import dev.jointly.bench.measure.Figures;
import dev.jointly.vision.eval.Bootstrap;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/** What {@code jointly-bench clicks} found, in tables. */
record ClicksSummary(List<RepairedImage> images) {
    private static final int MOST_IN_TABLE = 10;

    void print(PrintStream out) {
        List<RepairedImage> wrong =
                images.stream().filter(RepairedImage::wrongAtFirst).toList();
        out.println(images.size() + " images, "
                + sum(images, image -> image.target().people().size()) + " labelled people, "
                + sum(images, image -> image.target().groupable()) + " groupable joints");
        out.println("not groupable although detected: "
                + sum(images, image -> image.target().withoutMajor()) + " joints of people without a major part, "
                + sum(images, image -> image.target().forbidden()) + " joints forbidden with the others");
        out.println("wrong at first: " + wrong.size() + " images, "
                + sum(images, image -> image.first().misplaced()) + " joints misplaced, "
                + sum(images, image -> image.first().missing()) + " missing");
        List<ClickCurve> curves = List.of(
                ClickCurve.nextDoubt(images),
                ClickCurve.anyOrder(images),
                ClickCurve.byHand(images),
                ClickCurve.pointByPoint(images));
        out.println();
        TextTable table = new TextTable("clicks", "total", "mean", "median", "90 %", "most", "never right");
        curves.forEach(curve -> add(table, curve));
        table.print(out);
        TextTable shares = new TextTable("images right after", "next doubt", "any order", "by hand", "point by point");
        for (int k = 0; k <= MOST_IN_TABLE; k++) {
            shares.add(
                    "" + k,
                    brief(curves.get(0).rightAfter(k)),
                    brief(curves.get(1).rightAfter(k)),
                    brief(curves.get(2).rightAfter(k)),
                    brief(curves.get(3).rightAfter(k)));
        }
        shares.print(out);
        compare(out);
        solves(out, "next doubt", images.stream().map(RepairedImage::doubt).toList());
        solves(
                out,
                "any order",
                images.stream().flatMap(image -> image.random().stream()).toList());
    }

    /** Of images that were never right, the clicks until that was known do not count. */
    private static void add(TextTable table, ClickCurve curve) {
        double[] right = curve.clicks().stream()
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .toArray();
        double total = Arrays.stream(right).sum();
        table.add(
                curve.name(),
                brief(total),
                brief(total / right.length),
                brief(Figures.median(curve.array())),
                brief(Figures.quantile(0.9, curve.array())),
                brief(Figures.quantile(1, right)),
                "" + (curve.clicks().size() - right.length));
    }

    /** Of all images that were right in the end; those that were right at first count as 0 against 0. */
    private void compare(PrintStream out) {
        List<RepairedImage> right =
                images.stream().filter(image -> image.doubt().right()).toList();
        out.println("next doubt against by hand: fewer clicks in " + against(right, -1) + " images, as many in "
                + against(right, 0) + ", more in " + against(right, 1));
        difference(out, right, "by hand", image -> image.first().byHand());
        difference(out, right, "point by point", image -> image.first().pointByPoint());
        difference(out, right, "any order", RepairedImage::randomClicks);
    }

    private static long against(List<RepairedImage> right, int sign) {
        return right.stream()
                .filter(image ->
                        Integer.compare(image.doubt().clicks(), image.first().byHand()) == sign)
                .count();
    }

    private static void difference(
            PrintStream out, List<RepairedImage> right, String other, ToDoubleFunction<RepairedImage> clicks) {
        if (right.isEmpty()) {
            return;
        }
        Bootstrap.Interval interval = new Bootstrap(1).of(right, drawn -> drawn.stream()
                .mapToDouble(image -> image.doubt().clicks() - clicks.applyAsDouble(image))
                .sum());
        out.println("next doubt minus " + other + ": " + brief(interval.value()) + " clicks in all, 95 % interval "
                + brief(interval.low()) + " to " + brief(interval.high()));
    }

    private static void solves(PrintStream out, String name, List<Outcome> outcomes) {
        out.println(name + ": " + count(outcomes, Outcome::clicks) + " clicks, "
                + count(outcomes, Outcome::doubtfulClicks)
                + " of them on joints shown as doubtful, "
                + count(outcomes, Outcome::laterClicks) + " on joints that were not wrong at first; "
                + count(outcomes, Outcome::looks) + " looks, "
                + count(outcomes, Outcome::newLooks) + " of them new; " + count(outcomes, Outcome::solves) + " solves, "
                + count(outcomes, Outcome::notProven) + " not proven in time; " + count(outcomes, Outcome::refused)
                + " pins refused, " + count(outcomes, Outcome::undecided) + " undecided");
    }

    /** One line for each image. */
    TextTable table() {
        TextTable table = new TextTable(
                "image",
                "people",
                "groupable",
                "without major",
                "forbidden",
                "misplaced at first",
                "missing at first",
                "clicks next doubt",
                "of these doubtful",
                "looks",
                "new looks",
                "right",
                "clicks by hand",
                "point by point",
                "clicks any order",
                "right any order",
                "refused",
                "not proven",
                "seconds");
        for (RepairedImage image : images) {
            table.add(
                    image.id(),
                    "" + image.target().people().size(),
                    "" + image.target().groupable(),
                    "" + image.target().withoutMajor(),
                    "" + image.target().forbidden(),
                    "" + image.first().misplaced(),
                    "" + image.first().missing(),
                    "" + image.doubt().clicks(),
                    "" + image.doubt().doubtfulClicks(),
                    "" + image.doubt().looks(),
                    "" + image.doubt().newLooks(),
                    image.doubt().right() ? "yes" : "no",
                    "" + image.first().byHand(),
                    "" + image.first().pointByPoint(),
                    brief(image.randomClicks()),
                    image.random().stream().filter(Outcome::right).count() + " of "
                            + image.random().size(),
                    "" + (image.doubt().refused() + image.doubt().undecided()),
                    "" + image.doubt().notProven(),
                    brief(image.seconds()));
        }
        return table;
    }

    private static int sum(List<RepairedImage> images, ToIntFunction<RepairedImage> value) {
        return images.stream().mapToInt(value).sum();
    }

    private static int count(List<Outcome> outcomes, ToIntFunction<Outcome> value) {
        return outcomes.stream().mapToInt(value).sum();
    }
}
