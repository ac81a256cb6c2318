package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.problem.Micro;
import dev.jointly.track.Crossings;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.TrackLink;
import dev.jointly.track.TrackMargin;
import dev.jointly.track.TrackMargin.Change;
import dev.jointly.track.TrackPerson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes the tracks of a clip, format {@code jointly/tracks@1}. Objective and bound are exact decimals; people, links and
 * dual are whole micro-units.
 */
public final class TracksWriter {
    /** What the field {@code format} says. */
    public static final String FORMAT = "jointly/tracks@1";

    private TracksWriter() {}

    /** One document, its line feed, and a flush; the stream stays open. */
    public static void write(TracksDocument document, Layout layout, OutputStream out) throws IOException {
        layout.write(out, json -> fields(document, json));
    }

    private static void fields(TracksDocument document, JsonGenerator json) throws IOException {
        json.writeStringField("format", FORMAT);
        json.writeStringField("status", document.bound().optimal() ? "optimal" : "bounded");
        json.writeNumberField("objective", Micro.decimal(document.solution().objective()));
        json.writeNumberField("lowerBound", Micro.decimal(document.bound().lowerBound()));
        settings(document.settings(), json);
        json.writeNumberField("stride", document.stride());
        json.writeArrayFieldStart("frames");
        for (TrackedFrame frame : document.frames()) {
            frame(frame, json);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("people");
        for (TrackPerson person : document.problem().people()) {
            json.writeArray(new long[] {person.birth(), person.death(), person.reward()}, 0, 3);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("links");
        for (TrackLink link : document.problem().links()) {
            json.writeArray(new long[] {link.from(), link.to(), link.cost()}, 0, 3);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("dual");
        potentials("in", document.solution().dual().in(), json);
        potentials("out", document.solution().dual().out(), json);
        if (!document.solution().dual().waiting().isEmpty()) {
            potentials("waiting", document.solution().dual().waiting(), json);
        }
        json.writeEndObject();
        if (document.constrained()) {
            json.writeBooleanField("constrained", true);
        }
        if (!document.margins().isEmpty()) {
            json.writeArrayFieldStart("margins");
            Crossings words =
                    new Crossings(document.problem(), document.solution().tracks());
            for (TrackMargin margin : document.margins()) {
                margin(margin, words.words(margin, document::number), json);
            }
            json.writeEndArray();
        }
    }

    private static void margin(TrackMargin margin, String instead, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeFieldName("of");
        ends(margin.from(), margin.to(), json);
        json.writeNumberField("margin", Micro.decimal(margin.margin()));
        json.writeNumberField("atLeast", Micro.decimal(margin.atLeast()));
        json.writeBooleanField("exact", margin.exact());
        json.writeStringField("instead", instead);
        for (boolean added : new boolean[] {false, true}) {
            json.writeArrayFieldStart(added ? "added" : "removed");
            for (Change change : margin.changes()) {
                if (change.added() == added) {
                    ends(change.from(), change.to(), json);
                }
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** Two people; null stands for none. */
    private static void ends(int from, int to, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (int end : new int[] {from, to}) {
            if (end == TrackMargin.NONE) {
                json.writeNull();
            } else {
                json.writeNumber(end);
            }
        }
        json.writeEndArray();
    }

    private static void settings(LinkSettings settings, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("settings");
        json.writeNumberField("longestGap", settings.longestGap());
        json.writeNumberField("birth", settings.birth());
        json.writeNumberField("death", settings.death());
        json.writeNumberField("reward", settings.reward());
        json.writeNumberField("gap", settings.gap());
        json.writeNumberField("motion", settings.motion());
        json.writeNumberField("reach", settings.reach());
        json.writeNumberField("jointCap", settings.jointCap());
        json.writeNumberField("smallestSize", settings.smallestSize());
        if (settings.identity() > 0) {
            json.writeNumberField("identity", settings.identity());
        }
        json.writeEndObject();
    }

    private static void frame(TrackedFrame frame, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("problem", frame.problem());
        if (frame.problemSha256() != null) {
            json.writeStringField("problemSha256", frame.problemSha256());
        }
        json.writeNumberField("number", frame.number());
        json.writeArrayFieldStart("tracks");
        for (int track : frame.tracks()) {
            if (track == TrackedFrame.NO_TRACK) {
                json.writeNull();
            } else {
                json.writeNumber(track);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void potentials(String name, List<Long> potentials, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(potentials.stream().mapToLong(Long::longValue).toArray(), 0, potentials.size());
    }
}
