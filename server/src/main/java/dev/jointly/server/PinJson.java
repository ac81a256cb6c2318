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
        return Map.of(pin.kind().word(), detections.size() == 1 ? detections.get(0) : detections);
    }
}
