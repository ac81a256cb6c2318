package dev.jointly.server;

import dev.jointly.problem.Pin;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Pins as problems spell them. */
final class PinJson {
    private PinJson() {}

    static Map<String, Object> of(Pin pin) {
        List<Integer> detections = Arrays.stream(pin.detections()).boxed().toList();
        return Map.of(kind(pin), detections.size() == 1 ? detections.get(0) : detections);
    }

    private static String kind(Pin pin) {
        if (pin instanceof Pin.Together) {
            return "together";
        }
        if (pin instanceof Pin.Apart) {
            return "apart";
        }
        return pin instanceof Pin.Use ? "use" : "skip";
    }
}
