package dev.jointly.bench;

/** Problems told apart by their number of detections. */
enum SizeClass {
    SMALL("below 75", 0, 74),
    HUNDRED("about 100", 75, 150),
    BETWEEN("151 to 199", 151, 199),
    LARGE("200 and more", 200, Integer.MAX_VALUE);

    private final String label;
    private final int least;
    private final int most;

    SizeClass(String label, int least, int most) {
        this.label = label;
        this.least = least;
        this.most = most;
    }

    String label() {
        return label;
    }

    boolean holds(int detections) {
        return detections >= least && detections <= most;
    }
}
