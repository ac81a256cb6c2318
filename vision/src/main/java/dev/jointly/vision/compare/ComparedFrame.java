package dev.jointly.vision.compare;

import dev.jointly.evidence.Truth;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A frame of two files, A and B, and how its people differ. Every joint of either file is in one entry.
 *
 * @param pairs people of A and B who are the same, by their positions
 * @param joints what was found
 */
public record ComparedFrame(Truth a, Truth b, List<PersonPair> pairs, List<ComparedJoint> joints) {
    /** The most swapped joints first, since they are the gravest; then the most joints that differ. */
    static final Comparator<ComparedFrame> MOST_DIFFERENT = Comparator.comparingInt(
                    (ComparedFrame one) -> -one.count(JointVerdict.SWAPPED))
            .thenComparingInt(one -> -one.difference());

    /** Positions of a person in A and of the same person in B. */
    public record PersonPair(int a, int b) {}

    /**
     * One joint of A, of B, or of both.
     *
     * @param a position of its person in A; -1 where only B has it
     * @param b position of its person in B; -1 where only A has it
     */
    public record ComparedJoint(int part, int a, int b, JointVerdict verdict) {
        boolean differs() {
            return verdict != JointVerdict.SAME;
        }
    }

    public ComparedFrame {
        pairs = List.copyOf(pairs);
        joints = List.copyOf(joints);
    }

    public String name() {
        return a.id();
    }

    /** Such as: 2 swapped, 1 only in A. */
    public String words() {
        String words = Stream.of(JointVerdict.SWAPPED, JointVerdict.MOVED, JointVerdict.ONLY_A, JointVerdict.ONLY_B)
                .filter(verdict -> count(verdict) > 0)
                .map(verdict -> count(verdict) + " " + verdict.words())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "the same" : words;
    }

    /** Joints of this verdict. */
    public int count(JointVerdict verdict) {
        return (int) joints.stream().filter(joint -> joint.verdict() == verdict).count();
    }

    /** Joints that differ: the higher, the more. */
    public int difference() {
        return (int) joints.stream().filter(ComparedJoint::differs).count();
    }

    /** Whether there is no difference at all. */
    public boolean same() {
        return gravest() == Gravest.SAME;
    }

    /** Pairs of people without any difference. */
    public int samePeople() {
        return (int) pairs.stream()
                .filter(pair -> joints.stream()
                        .filter(ComparedJoint::differs)
                        .noneMatch(joint -> joint.a() == pair.a() || joint.b() == pair.b()))
                .count();
    }

    /** Pairs of people with some difference. */
    public int changedPeople() {
        return pairs.size() - samePeople();
    }

    /** People of A without a counterpart. */
    public int peopleOnlyA() {
        return a.people().size() - pairs.size();
    }

    /** People of B without a counterpart. */
    public int peopleOnlyB() {
        return b.people().size() - pairs.size();
    }

    /** The gravest difference: swapped, then missing in one of them, then moved. */
    public Gravest gravest() {
        if (count(JointVerdict.SWAPPED) > 0) {
            return Gravest.SWAPPED;
        }
        int moved = count(JointVerdict.MOVED);
        if (peopleOnlyA() + peopleOnlyB() > 0 || difference() > moved) {
            return Gravest.MISSING;
        }
        return moved > 0 ? Gravest.MOVED : Gravest.SAME;
    }

    /** What a frame is called after. */
    public enum Gravest {
        SAME,
        MOVED,
        MISSING,
        SWAPPED
    }
}
