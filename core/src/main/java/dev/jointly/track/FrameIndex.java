package dev.jointly.track;

/** Frames of a problem that have people, in order: the place of each person's frame among them, and their numbers. */
final class FrameIndex {
    private final int[] place;
    private final int[] number;

    FrameIndex(TrackProblem problem) {
        place = new int[problem.people().size()];
        int frames = 0;
        for (int i = 0; i < place.length; i++) {
            if (i == 0
                    || problem.people().get(i).frame()
                            != problem.people().get(i - 1).frame()) {
                frames++;
            }
            place[i] = frames - 1;
        }
        number = new int[frames];
        for (int i = 0; i < place.length; i++) {
            number[place[i]] = problem.people().get(i).frame();
        }
    }

    int count() {
        return number.length;
    }

    int of(int person) {
        return place[person];
    }

    int number(int frame) {
        return number[frame];
    }
}
