package dev.jointly.vision.eval;

import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.eval.Bootstrap.Interval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Several methods on the same candidates of the same images. */
public final class Comparison {
    /** The distance from a joint that counts as correct in the measures of joints, in units of body size. */
    public static final double TOLERANCE = 0.3;

    /** A measure by which methods are compared. */
    public enum Figure {
        AP(true, images -> people(images).ap()),
        AP50(true, images -> people(images).ap50()),
        AR(true, images -> people(images).ar()),
        PEOPLE_PRECISION(true, images -> peopleCount(images).precision()),
        PEOPLE_RECALL(true, images -> peopleCount(images).accuracy()),
        PEOPLE_F1(true, images -> peopleCount(images).f1()),
        ACCURACY(false, images -> joints(images).accuracy()),
        PRECISION(false, images -> joints(images).precision()),
        F1(false, images -> joints(images).f1());

        private final boolean ofPeople;
        /** From 0 to 1. */
        private final ToDoubleFunction<List<Judged>> share;

        Figure(boolean ofPeople, ToDoubleFunction<List<Judged>> share) {
            this.ofPeople = ofPeople;
            this.share = share;
        }

        /** Whether it needs the area of people, which is not known of animals. */
        public boolean ofPeople() {
            return ofPeople;
        }

        private double perCent(List<Judged> images) {
            return 100 * share.applyAsDouble(images);
        }
    }

    /** The evaluation of one method on one image. */
    private record Judged(KeypointAp.MatchedImage people, JointAccuracy.Count joints) {}

    private final Map<String, List<Judged>> methods = new LinkedHashMap<>();
    private final Bootstrap bootstrap;

    public Comparison(long seed) {
        this.bootstrap = new Bootstrap(seed);
    }

    /** Evaluates a method; all methods must get the same images in the same order. */
    public void add(String method, List<LabelledImage> images, Baseline baseline) {
        add(method, images.stream().map(baseline::evaluated).toList());
    }

    /** Evaluates the people that a method found. */
    public void add(String method, List<EvaluatedImage> evaluated) {
        methods.put(
                method,
                evaluated.stream()
                        .map(image -> new Judged(
                                KeypointAp.judge(image, Oks.of(image.truth().parts())),
                                JointAccuracy.judge(image, TOLERANCE)))
                        .toList());
    }

    /** Names of the methods in the order they came. */
    public List<String> methods() {
        return List.copyOf(methods.keySet());
    }

    /** A method's value in per cent. */
    public double value(String method, Figure figure) {
        return figure.perCent(judged(method));
    }

    /** A method's value in per cent, with its bootstrap interval. */
    public Interval interval(String method, Figure figure) {
        return bootstrap.of(judged(method), figure::perCent);
    }

    /** The difference between two methods, in per cent, on the same bootstrap samples of the images. */
    public Interval difference(String method, String other, Figure figure) {
        List<Judged> one = judged(method);
        List<Judged> two = judged(other);
        return bootstrap.of(
                IntStream.range(0, one.size()).boxed().toList(),
                drawn -> figure.perCent(drawn.stream().map(one::get).toList())
                        - figure.perCent(drawn.stream().map(two::get).toList()));
    }

    private List<Judged> judged(String method) {
        List<Judged> judged = methods.get(method);
        if (judged == null) {
            throw new IllegalArgumentException("no method \"" + method + "\"; there are " + methods.keySet());
        }
        return judged;
    }

    private static KeypointAp.Figures people(List<Judged> images) {
        return KeypointAp.figures(images.stream().map(Judged::people).toList());
    }

    private static JointAccuracy.Count peopleCount(List<Judged> images) {
        return KeypointAp.count(images.stream().map(Judged::people).toList());
    }

    private static JointAccuracy.Count joints(List<Judged> images) {
        return images.stream().map(Judged::joints).reduce(new JointAccuracy.Count(0, 0, 0), JointAccuracy.Count::plus);
    }
}
