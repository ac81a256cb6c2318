package dev.jointly.vision.net;

/**
 * How a network is run.
 *
 * @param threads of the CPU
 */
public record Execution(Device device, int threads) {
    /** On the CPU. */
    public static Execution cpu(int threads) {
        return new Execution(Device.CPU, threads);
    }
}
