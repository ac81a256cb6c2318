package dev.jointly.bench.annotator;

import dev.jointly.problem.Pin;
import dev.jointly.session.Session;
import java.util.List;

/**
 * What an annotator has before the eyes.
 *
 * @param pins that led to the answer
 */
record Shown(Session session, List<Pin> pins, Session.Answer answer) {}
