package dev.jointly.example;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.util.List;

/** A session: one problem, solved again while its user adds and removes pins. Each solve starts from the last, and is checked. */
public final class WarmSession {
    private WarmSession() {}

    public static void main(String[] args) {
        Session session = new Session(new Solver(new HighsEngine()), problem(), Settings.defaults());
        print("as it is", session.solve(List.of()));
        print("the head belongs to the other neck", session.solve(List.of(new Pin.Together(1, 2))));
        print("the head is false", session.solve(List.of(new Pin.Skip(2))));
        try {
            session.solve(List.of(new Pin.Use(2), new Pin.Apart(0, 1), new Pin.Skip(2)));
        } catch (PinsException e) {
            System.out.println("in conflict: " + e.conflict());
        }
        print("as it was", session.solve(List.of()));
    }

    /** Two necks and one head. */
    static Problem problem() {
        Anatomy bust = Anatomy.of("bust", List.of("neck", "head"), List.of("neck"), List.of(List.of("neck", "head")));
        PairCosts pairs = new PairCosts.Builder()
                .add(0, 2, Micro.of(-2))
                .add(1, 2, Micro.of(-1.5))
                .build(3, true);
        List<Detection> seen = List.of(Detection.of(0, -2), Detection.of(0, -2), Detection.of(1, -1));
        return new Problem("two necks", null, bust, Micro.of(1), seen, pairs, List.of());
    }

    private static void print(String when, Session.Answer answer) {
        System.out.println(when + ": cost " + Micro.toString(answer.solution().objective()));
        for (int i = 0; i < answer.people().size(); i++) {
            System.out.println("  person " + answer.people().get(i) + ": detections "
                    + answer.solution().poses().get(i).detections());
        }
    }
}
