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
        AP(true),
        AP50(true),
        AR(true),
        PEOPLE_PRECISION(true),
        PEOPLE_RECALL(true),
        PEOPLE_F1(true),
        ACCURACY(false),
        PRECISION(false),
        F1(false);

        private final boolean ofPeople;

        Figure(boolean ofPeople) {
            this.ofPeople = ofPeople;
        }

        /** Whether it needs the area of people, which is not known of animals. */
        public boolean ofPeople() {
            return ofPeople;
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
        return of(figure).applyAsDouble(judged(method));
    }

    /** A method's value in per cent, with its bootstrap interval. */
    public Interval interval(String method, Figure figure) {
        return bootstrap.of(judged(method), of(figure));
    }

    /** The difference between two methods, in per cent, on the same bootstrap samples of the images. */
    public Interval difference(String method, String other, Figure figure) {
        List<Judged> one = judged(method);
        List<Judged> two = judged(other);
        return bootstrap.of(
                IntStream.range(0, one.size()).boxed().toList(),
                drawn -> of(figure).applyAsDouble(drawn.stream().map(one::get).toList())
                        - of(figure).applyAsDouble(drawn.stream().map(two::get).toList()));
    }

    private List<Judged> judged(String method) {
        List<Judged> judged = methods.get(method);
        if (judged == null) {
            throw new IllegalArgumentException("no method \"" + method + "\"; there are " + methods.keySet());
        }
        return judged;
    }

    private static ToDoubleFunction<List<Judged>> of(Figure figure) {
        return switch (figure) {
            case AP -> images -> 100 * people(images).ap();
            case AP50 -> images -> 100 * people(images).ap50();
            case AR -> images -> 100 * people(images).ar();
            case PEOPLE_PRECISION -> images -> 100 * peopleCount(images).precision();
            case PEOPLE_RECALL -> images -> 100 * peopleCount(images).accuracy();
            case PEOPLE_F1 -> images -> 100 * peopleCount(images).f1();
            case ACCURACY -> images -> 100 * joints(images).accuracy();
            case PRECISION -> images -> 100 * joints(images).precision();
            case F1 -> images -> 100 * joints(images).f1();
        };
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
