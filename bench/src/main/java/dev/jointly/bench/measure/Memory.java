package dev.jointly.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The most memory in use since the last {@link #reset}, in MB.
 *
 * @param heap with the garbage that was waiting to be collected
 * @param resident of the whole process, native memory of the engine included; NaN where the system does not tell. The heap
 *     gives little back to the system, so measure small problems first
 */
public record Memory(double heap, double resident) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path RESET = Path.of("/proc/self/clear_refs");

    public static void reset() {
        System.gc();
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
        try {
            Files.writeString(RESET, "5");
        } catch (IOException e) {
            // then the peak is that of the whole run, which the largest problem makes anyway
        }
    }

    public static Memory peak() {
        double heap = heapPools().stream()
                .mapToDouble(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new Memory(heap / (1 << 20), peakResident());
    }

    private static List<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    private static double peakResident() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
