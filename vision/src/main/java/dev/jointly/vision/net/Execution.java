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

    /**
     * Refuses a device that cannot be used here, before a network is opened.
     *
     * @throws NetworkUnavailableException that says what is missing
     */
    public void requireDevice() {
        NetworkRuntime.requireDevice(device);
    }
}
