package dev.jointly.vision.eval;

import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.eval.Bootstrap.Interval;
import dev.jointly.vision.eval.KeypointAp.Sizes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Several methods on the same candidates of the same pictures. */
public final class Comparison {
    /** How far from a joint counts as right for the figures of joints, in units of body size. */
    public static final double TOLERANCE = 0.3;

    /** A figure that methods are compared by. */
    public enum Figure {
        AP(true),
        AP50(true),
        AR(true),
        PCKH(true),
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

    /** All that is judged about one method on one picture. */
    private record Judged(EvaluatedImage scene, KeypointAp.Picture people, JointAccuracy.Count joints) {}

    private final Map<String, List<Judged>> methods = new LinkedHashMap<>();
    private final Bootstrap bootstrap;

    public Comparison(long seed) {
        this.bootstrap = new Bootstrap(seed);
    }

    /** Judges a method; all methods must get the same pictures in the same order. */
    public void add(String method, List<Picture> pictures, Baseline peer) {
        List<EvaluatedImage> scenes = new ArrayList<>();
        for (Picture picture : pictures) {
            scenes.add(Alignment.scene(picture.evidence(), peer.bodies(picture.evidence()), picture.truth()));
        }
        add(method, scenes);
    }

    /** Judges what a method found. */
    public void add(String method, List<EvaluatedImage> scenes) {
        List<Judged> judged = new ArrayList<>();
        for (EvaluatedImage scene : scenes) {
            Oks oks = Oks.of(scene.truth().parts());
            judged.add(
                    new Judged(scene, KeypointAp.judge(scene, oks, Sizes.ALL), JointAccuracy.judge(scene, TOLERANCE)));
        }
        methods.put(method, judged);
    }

    /** Names of the methods in the order they came. */
    public List<String> methods() {
        return List.copyOf(methods.keySet());
    }

    /** A method's figure in per cent. */
    public double value(String method, Figure figure) {
        return of(figure).applyAsDouble(judged(method));
    }

    /** A method's figure in per cent, with the interval that other pictures might have given. */
    public Interval interval(String method, Figure figure) {
        return bootstrap.of(judged(method), of(figure));
    }

    /** By how much one method is ahead of another, in per cent, when both get the same draws of pictures. */
    public Interval lead(String method, String other, Figure figure) {
        List<Judged> one = judged(method);
        List<Judged> two = judged(other);
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            positions.add(i);
        }
        return bootstrap.of(
                positions,
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
            case AP -> pictures -> 100 * people(pictures).ap();
            case AP50 -> pictures -> 100 * people(pictures).ap50();
            case AR -> pictures -> 100 * people(pictures).ar();
            case PCKH ->
                pictures ->
                        100 * Pckh.meanAp(pictures.stream().map(Judged::scene).toList());
            case ACCURACY -> pictures -> 100 * joints(pictures).accuracy();
            case PRECISION -> pictures -> 100 * joints(pictures).precision();
            case F1 -> pictures -> 100 * joints(pictures).f1();
        };
    }

    private static KeypointAp.Figures people(List<Judged> pictures) {
        return KeypointAp.figures(pictures.stream().map(Judged::people).toList());
    }

    private static JointAccuracy.Count joints(List<Judged> pictures) {
        return pictures.stream()
                .map(Judged::joints)
                .reduce(new JointAccuracy.Count(0, 0, 0), JointAccuracy.Count::plus);
    }
}
