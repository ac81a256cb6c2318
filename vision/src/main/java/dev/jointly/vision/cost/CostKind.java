package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import java.util.Locale;

/** The kinds of cost. */
public enum CostKind {
    /** Of single candidates. */
    UNARY,
    /** Of the two ends of a limb. */
    LIMB,
    /** Of a major part and a part it shares no limb with. */
    REACH,
    /** Of two candidates of one part. */
    TWIN;

    /** The kind of a pair of parts. */
    static CostKind of(Anatomy anatomy, Limb parts) {
        return parts.a() == parts.b() ? TWIN : anatomy.isLimb(parts.a(), parts.b()) ? LIMB : REACH;
    }

    /** As files spell it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
