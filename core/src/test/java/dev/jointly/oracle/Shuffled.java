package dev.jointly.oracle;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The same problem in another order: detections, parts, limbs, pairs and pins in another order, and whatever names two
 * things either way round. Its solutions are the same, but others may lead: the order of the parts decides that.
 *
 * @param original by detection of the shuffled problem: its index in the original one
 */
public record Shuffled(Problem problem, List<Integer> original) {
    public static Shuffled of(Problem problem, long seed) {
        Random random = TinyProblems.randomFor(seed);
        Anatomy anatomy = anatomy(problem.anatomy(), random);
        List<Integer> original = order(problem.size(), random);
        int[] now = new int[problem.size()];
        List<Detection> detections = new ArrayList<>();
        for (int d : original) {
            now[d] = detections.size();
            detections.add(detection(problem, d, anatomy));
        }
        List<Pin> pins = new ArrayList<>();
        for (Pin pin : problem.pins()) {
            pins.add(pin(pin, now, random));
        }
        Collections.shuffle(pins, random);
        Problem shuffled = new Problem(
                problem.id() + "-shuffled",
                problem.image(),
                anatomy,
                problem.poseCost(),
                detections,
                pairs(problem.pairs(), now, random),
                pins);
        return new Shuffled(shuffled, List.copyOf(original));
    }

    private static Anatomy anatomy(Anatomy anatomy, Random random) {
        List<String> parts = new ArrayList<>(anatomy.parts());
        Collections.shuffle(parts, random);
        List<String> majors = new ArrayList<>();
        anatomy.majors().forEach(major -> majors.add(anatomy.parts().get(major)));
        Collections.shuffle(majors, random);
        List<List<String>> limbs = new ArrayList<>();
        for (Anatomy.Limb limb : anatomy.limbs()) {
            limbs.add(eitherWay(anatomy.parts().get(limb.a()), anatomy.parts().get(limb.b()), random));
        }
        Collections.shuffle(limbs, random);
        return Anatomy.of(anatomy.name(), parts, majors, limbs);
    }

    private static Detection detection(Problem problem, int d, Anatomy anatomy) {
        Detection old = problem.detections().get(d);
        int part = anatomy.partNamed(problem.anatomy().parts().get(old.part()));
        return new Detection(part, old.x(), old.y(), old.score(), old.cost());
    }

    private static PairCosts pairs(PairCosts pairs, int[] now, Random random) {
        record Listed(List<Integer> ends, long micro) {}
        List<Listed> listed = new ArrayList<>();
        pairs.forEach((a, b, micro) -> listed.add(new Listed(eitherWay(now[a], now[b], random), micro)));
        Collections.shuffle(listed, random);
        PairCosts.Builder builder = new PairCosts.Builder();
        for (Listed pair : listed) {
            builder.add(pair.ends().get(0), pair.ends().get(1), pair.micro());
        }
        return builder.build(now.length, pairs.absentForbidden());
    }

    private static Pin pin(Pin pin, int[] now, Random random) {
        int[] d = Arrays.stream(pin.detections()).map(old -> now[old]).toArray();
        boolean turned = d.length == 2 && !random.nextBoolean();
        return pin.kind().pin(turned ? new int[] {d[1], d[0]} : d);
    }

    private static <T> List<T> eitherWay(T a, T b, Random random) {
        return random.nextBoolean() ? List.of(a, b) : List.of(b, a);
    }

    private static List<Integer> order(int size, Random random) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
        Collections.shuffle(order, random);
        return order;
    }
}
