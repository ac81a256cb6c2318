package dev.jointly.bench;

import dev.jointly.bench.annotator.Repair.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** How many clicks images took one annotator; infinity where an image was never right. */
record ClickCurve(String name, List<Double> clicks) {
    static ClickCurve byHand(List<RepairedImage> images) {
        return new ClickCurve(
                "by hand",
                images.stream().map(image -> (double) image.first().byHand()).toList());
    }

    static ClickCurve pointByPoint(List<RepairedImage> images) {
        return new ClickCurve(
                "point by point",
                images.stream()
                        .map(image -> (double) image.first().pointByPoint())
                        .toList());
    }

    static ClickCurve nextDoubt(List<RepairedImage> images) {
        return new ClickCurve(
                "next doubt",
                images.stream().map(image -> clicks(image.doubt())).toList());
    }

    static ClickCurve anyOrder(List<RepairedImage> images) {
        return new ClickCurve(
                "any order",
                images.stream()
                        .map(RepairedImage::random)
                        .flatMap(Collection::stream)
                        .map(ClickCurve::clicks)
                        .toList());
    }

    private static double clicks(Outcome outcome) {
        return outcome.right() ? outcome.clicks() : Double.POSITIVE_INFINITY;
    }

    /** The share of images that are right after so many clicks, in per cent. */
    double rightAfter(int count) {
        return 100.0 * clicks.stream().filter(c -> c <= count).count() / clicks.size();
    }

    /** From no click on. */
    List<Double> upTo(int most) {
        List<Double> shares = new ArrayList<>();
        for (int k = 0; k <= most; k++) {
            shares.add(rightAfter(k));
        }
        return shares;
    }

    double[] array() {
        return clicks.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
