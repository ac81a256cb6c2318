package dev.jointly.vision.compare;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How two sets of people of one frame differ. Every joint of either set is in one entry.
 *
 * @param pairs people of A and B who are the same, by their positions
 * @param joints what was found
 * @param peopleA number of people in A
 * @param peopleB number of people in B
 */
public record FrameDifference(List<PersonPair> pairs, List<ComparedJoint> joints, int peopleA, int peopleB) {
    /** Positions of a person in A and of the same person in B. */
    public record PersonPair(int a, int b) {}

    /**
     * One joint of A, of B, or of both.
     *
     * @param a position of its person in A; -1 where only B has it
     * @param b position of its person in B; -1 where only A has it
     */
    public record ComparedJoint(int part, int a, int b, JointVerdict verdict) {}

    public FrameDifference {
        pairs = List.copyOf(pairs);
        joints = List.copyOf(joints);
    }

    /** Joints of this verdict. */
    public int count(JointVerdict verdict) {
        return (int) joints.stream().filter(joint -> joint.verdict() == verdict).count();
    }

    /** Joints that differ: the higher, the more. */
    public int difference() {
        return joints.size() - count(JointVerdict.SAME);
    }

    /** Whether there is no difference at all. */
    public boolean same() {
        return difference() == 0 && pairs.size() == peopleA && pairs.size() == peopleB;
    }

    /** Pairs of people without any difference. */
    public int samePeople() {
        Set<Integer> changedA = new TreeSet<>();
        Set<Integer> changedB = new TreeSet<>();
        for (ComparedJoint joint : joints) {
            if (joint.verdict() != JointVerdict.SAME) {
                changedA.add(joint.a());
                changedB.add(joint.b());
            }
        }
        return (int) pairs.stream()
                .filter(pair -> !changedA.contains(pair.a()) && !changedB.contains(pair.b()))
                .count();
    }

    /** Pairs of people with some difference. */
    public int changedPeople() {
        return pairs.size() - samePeople();
    }

    /** People of A without a counterpart. */
    public int peopleOnlyA() {
        return peopleA - pairs.size();
    }

    /** People of B without a counterpart. */
    public int peopleOnlyB() {
        return peopleB - pairs.size();
    }

    /** The gravest difference: swapped, then missing in one of them, then moved. */
    public Gravest gravest() {
        if (same()) {
            return Gravest.SAME;
        }
        if (count(JointVerdict.SWAPPED) > 0) {
            return Gravest.SWAPPED;
        }
        return difference() == count(JointVerdict.MOVED) && pairs.size() == peopleA && pairs.size() == peopleB
                ? Gravest.MOVED
                : Gravest.MISSING;
    }

    /** What a frame is called after. */
    public enum Gravest {
        SAME,
        MOVED,
        MISSING,
        SWAPPED
    }
}
