package dev.jointly.server.labelstudio;

import dev.jointly.server.tool.WarmImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A task that an annotator works on: its image, and what was drawn with each smart tool. A request has the regions of one tool
 * only, so those of the others are remembered. Thread-safe.
 */
final class TaskMemory {
    private static final int MOST_TOOLS = 20;

    /** Which task of which project; another image makes it another task. */
    record Key(String project, String task, String image) {}

    private record Tool(String control, String label) {}

    private final WarmImage image = new WarmImage();
    private final Map<Tool, List<SmartRegion>> drawn = new LinkedHashMap<>();

    WarmImage image() {
        return image;
    }

    /**
     * All regions there are now.
     *
     * @param latest all of one tool; if there are none, nobody can tell of which, and those of all tools are forgotten
     */
    synchronized List<SmartRegion> draw(List<SmartRegion> latest) {
        if (latest.isEmpty()) {
            drawn.clear();
        }
        Map<Tool, List<SmartRegion>> byTool = latest.stream()
                .collect(Collectors.groupingBy(TaskMemory::tool, LinkedHashMap::new, Collectors.toUnmodifiableList()));
        drawn.putAll(byTool);
        while (drawn.size() > MOST_TOOLS) {
            drawn.remove(drawn.keySet().iterator().next());
        }
        return drawn.values().stream().flatMap(List::stream).toList();
    }

    private static Tool tool(SmartRegion region) {
        return new Tool(region.control(), region.label());
    }
}
