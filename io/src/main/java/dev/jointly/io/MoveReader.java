package dev.jointly.io;

import dev.jointly.problem.Move;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads moves of joints; whether their detections and places exist is left to the problem. */
final class MoveReader {
    private static final List<String> FIELDS = List.of("detection", "x", "y");
    private static final String INDEX = "the index of a detection, a whole number from 0";
    private static final String COORDINATE = "a finite number";

    private MoveReader() {}

    /** The current token and what follows, which must be an array of moves. */
    static List<Move> read(JsonSource source) throws IOException {
        List<Move> moves = new ArrayList<>();
        source.array(Limits.DETECTIONS, "moves", "an array of moves", () -> moves.add(move(source)));
        return moves;
    }

    private static Move move(JsonSource source) throws IOException {
        int detection = -1;
        double x = 0;
        double y = 0;
        JsonObject object = new JsonObject(source, FIELDS, "a move, an object with detection, x and y");
        while (object.next()) {
            switch (object.field()) {
                case "detection" -> detection = source.index(INDEX);
                case "x" -> x = source.finite(COORDINATE);
                case "y" -> y = source.finite(COORDINATE);
                default -> source.skip();
            }
        }
        object.require("detection", INDEX);
        object.require("x", COORDINATE);
        object.require("y", COORDINATE);
        return new Move(detection, x, y);
    }
}
