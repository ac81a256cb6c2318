package dev.jointly.track;

/**
 * What linking people costs, in units of cost (natural logarithms of odds). Lengths are in body sizes, a body size being
 * the diagonal of the box around a person's joints.
 *
 * @param longestGap the most frames in which the person of a track may be missing in a row
 * @param birth of a track
 * @param death of a track
 * @param reward for a person that belongs to a track; people in no track neither cost nor earn anything
 * @param gap cost of each missing frame
 * @param motion how far a joint typically moves from one frame to the next
 * @param reach radius of the disc in which a joint of another individual is expected, evenly distributed
 * @param jointCap the most that one joint may say against a link, so that one wrong joint does not end a track
 * @param smallestSize body size, in pixels, of smaller people, such as those with a single joint
 * @param identity what a link costs more between two people whose identities have no animal in common; 0 to leave them out
 */
public record LinkSettings(
        int longestGap,
        double birth,
        double death,
        double reward,
        double gap,
        double motion,
        double reach,
        double jointCap,
        double smallestSize,
        double identity) {
    /**
     * The longest gap was chosen on made clips (dev/tracks.md); nothing is fitted to real ones. A joint that moved by half a
     * body size speaks neither for nor against a link.
     */
    public static final LinkSettings DEFAULT = new LinkSettings(8, 2, 2, 1, 0.5, 0.1, 2, 6, 8);

    /** Checks the ranges. */
    public LinkSettings {
        if (longestGap < 0 || longestGap > 1000) {
            throw new IllegalArgumentException("longestGap " + longestGap + " must be from 0 to 1000 frames");
        }
        requireAtLeastZero("birth", birth);
        requireAtLeastZero("death", death);
        requireAtLeastZero("reward", reward);
        requireAtLeastZero("gap", gap);
        requireAtLeastZero("jointCap", jointCap);
        requireAtLeastZero("identity", identity);
        requirePositive("motion", motion);
        requirePositive("reach", reach);
        requirePositive("smallestSize", smallestSize);
    }

    /** Without identities. */
    public LinkSettings(
            int longestGap,
            double birth,
            double death,
            double reward,
            double gap,
            double motion,
            double reach,
            double jointCap,
            double smallestSize) {
        this(longestGap, birth, death, reward, gap, motion, reach, jointCap, smallestSize, 0);
    }

    /** The same with another weight of identities. */
    public LinkSettings withIdentity(double weight) {
        return new LinkSettings(longestGap, birth, death, reward, gap, motion, reach, jointCap, smallestSize, weight);
    }

    /** The same with another longest gap. */
    public LinkSettings withLongestGap(int frames) {
        return new LinkSettings(frames, birth, death, reward, gap, motion, reach, jointCap, smallestSize, identity);
    }

    /** The same with another motion, in body sizes per frame. */
    public LinkSettings withMotion(double bodySizes) {
        return new LinkSettings(
                longestGap, birth, death, reward, gap, bodySizes, reach, jointCap, smallestSize, identity);
    }

    private static void requireAtLeastZero(String name, double value) {
        if (!(value >= 0 && value <= 1e6)) {
            throw new IllegalArgumentException(name + " " + value + " must be from 0 to 1000000");
        }
    }

    private static void requirePositive(String name, double value) {
        if (!(value >= 1e-6 && value <= 1e6)) {
            throw new IllegalArgumentException(name + " " + value + " must be from 0.000001 to 1000000");
        }
    }
}
