package dev.jointly.io;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Of which format a certificate is. What one of the formats refuses is an error in a certificate of that format; the field
 * that tells may come after it.
 */
final class CertificateFormat {
    /** The formats that can be read. */
    enum Version {
        /** Three prices, nested trees; passes over fields that it does not know. */
        TWO("jointly/certificate@2"),
        /** Two prices, trees as lists; refuses fields that it does not know. */
        THREE(SolutionWriter.CERTIFICATE_FORMAT);

        final String label;

        Version(String label) {
            this.label = label;
        }
    }

    static final String EXPECTED = "\"" + Version.THREE.label + "\" or \"" + Version.TWO.label + "\"";

    private final JsonSource source;
    private final Map<Version, BadInputException> refusals = new EnumMap<>(Version.class);
    private @Nullable Version version;

    CertificateFormat(JsonSource source) {
        this.source = source;
    }

    /** Reads the field that tells. */
    void read() throws IOException {
        String label = source.string(EXPECTED);
        for (Version candidate : Version.values()) {
            if (candidate.label.equals(label)) {
                version = candidate;
            }
        }
        if (version == null) {
            throw source.bad(EXPECTED);
        }
        BadInputException refusal = refusals.get(version);
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Whether it is known to be this one. */
    boolean is(Version candidate) {
        return version == candidate;
    }

    /** @throws BadInputException now or later, if the certificate is of this format */
    void refuse(Version by, BadInputException complaint) {
        if (version == by) {
            throw complaint;
        }
        if (version == null) {
            refusals.putIfAbsent(by, complaint);
        }
    }

    /**
     * The rules about fields of an object of which the formats know these.
     *
     * @param inTwo null where that format does not look into the object; inThree likewise
     */
    JsonObject.Rule rule(@Nullable List<String> inTwo, @Nullable List<String> inThree) {
        return field -> {
            if (inThree != null && matters(Version.THREE) && !inThree.contains(field)) {
                refuse(
                        Version.THREE,
                        source.problem(
                                source.path(),
                                "found an unknown field " + Excerpt.quoted(field) + " but expected only "
                                        + String.join(", ", inThree)));
            }
            if (inTwo != null && matters(Version.TWO)) {
                try {
                    JsonObject.refuseIfMisspelt(source, field, inTwo);
                } catch (BadInputException e) {
                    refuse(Version.TWO, e);
                }
            }
        };
    }

    /** Whether the certificate may be of this format, and that has not refused it yet. */
    private boolean matters(Version candidate) {
        return version == null ? !refusals.containsKey(candidate) : is(candidate);
    }
}
