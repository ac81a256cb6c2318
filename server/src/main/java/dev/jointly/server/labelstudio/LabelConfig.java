package dev.jointly.server.labelstudio;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.server.tool.PartSpelling;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What of a labelling interface matters here: the image, and the controls whose regions are written. Controls of smart tools,
 * with which annotators draw marks, are not among them unless there is no other.
 *
 * @param image name of the image tag
 * @param field of a task's data that holds the image
 * @param boxes for people; joints have no parent where there is none
 * @param points for joints
 */
record LabelConfig(String image, String field, Optional<Control> boxes, Control points) {
    private static final int LONGEST = 500_000;
    private static final XMLInputFactory XML = safeFactory();

    /**
     * A tag with labels.
     *
     * @param labels by their names without case, spaces and punctuation
     */
    record Control(String name, Map<String, String> labels) {
        /** The label for a part or a person, spelt as the labelling interface spells it. */
        Optional<String> label(String name) {
            return Optional.ofNullable(labels.get(PartSpelling.plain(name)));
        }
    }

    private record Tag(String kind, String name, String target, boolean smart, Map<String, String> labels) {}

    private static XMLInputFactory safeFactory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        return factory;
    }

    /** The names of the labelling interface that the documentation recommends, for a request without any. */
    static LabelConfig standard(List<String> parts) {
        Map<String, String> joints =
                parts.stream().collect(Collectors.toUnmodifiableMap(PartSpelling::plain, part -> part));
        return new LabelConfig(
                "image",
                "image",
                Optional.of(new Control("person", Map.of("person", "person"))),
                new Control("joint", joints));
    }

    /** Reads a labelling interface; nothing that it refers to is opened. */
    static LabelConfig read(String xml) {
        if (xml.length() > LONGEST) {
            throw new BadInputException(
                    "the labelling interface has " + xml.length() + " characters but expected at most " + LONGEST);
        }
        Map<String, String> images = new HashMap<>();
        List<Tag> tags = new ArrayList<>();
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new StringReader(xml));
            try {
                walk(reader, images, tags);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new BadInputException("the labelling interface is not XML: " + oneLine(e), e);
        }
        return chosen(images, tags);
    }

    private static String oneLine(XMLStreamException e) {
        return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }

    private static void walk(XMLStreamReader reader, Map<String, String> images, List<Tag> tags)
            throws XMLStreamException {
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new BadInputException(
                        "the labelling interface has a document type or an entity but expected plain tags");
            }
            if (event != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            String kind = reader.getLocalName();
            if (kind.equals("Image")) {
                images.put(attribute(reader, "name"), attribute(reader, "value"));
            } else if (kind.equals("RectangleLabels") || kind.equals("KeyPointLabels")) {
                boolean smart = attribute(reader, "smart").equals("true")
                        || attribute(reader, "smartOnly").equals("true");
                tags.add(new Tag(kind, attribute(reader, "name"), attribute(reader, "toName"), smart, new HashMap<>()));
            } else if (kind.equals("Label") && !tags.isEmpty()) {
                String value = attribute(reader, "value");
                tags.get(tags.size() - 1).labels().put(PartSpelling.plain(value), value);
            }
        }
    }

    private static String attribute(XMLStreamReader reader, String name) {
        String value = reader.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    private static LabelConfig chosen(Map<String, String> images, List<Tag> tags) {
        Tag points = first(tags, "KeyPointLabels", images.keySet()::contains)
                .orElseThrow(
                        () -> new BadInputException(
                                "the labelling interface has no KeyPointLabels for an Image but"
                                        + " expected one for the joints; docs/label-studio.md has a labelling interface to copy"));
        Optional<Tag> boxes = first(tags, "RectangleLabels", points.target()::equals);
        String value = images.getOrDefault(points.target(), "");
        if (value.length() < 2 || !value.startsWith("$")) {
            throw new BadInputException("the Image " + Excerpt.quoted(points.target()) + " has the value "
                    + Excerpt.quoted(value) + " but expected a field of the task, such as \"$image\"");
        }
        return new LabelConfig(
                points.target(),
                value.substring(1),
                boxes.map(tag -> new Control(tag.name(), Map.copyOf(tag.labels()))),
                new Control(points.name(), Map.copyOf(points.labels())));
    }

    private static Optional<Tag> first(List<Tag> tags, String kind, Predicate<String> target) {
        List<Tag> fitting = tags.stream()
                .filter(tag -> tag.kind().equals(kind) && target.test(tag.target()))
                .toList();
        return fitting.stream().filter(tag -> !tag.smart()).findFirst().or(() -> fitting.stream()
                .findFirst());
    }

    /**
     * The label of people: the one called person, or the only one.
     *
     * @return empty where people get no boxes
     */
    Optional<String> personLabel() {
        return boxes.flatMap(control -> control.label("person")
                .or(() -> control.labels().size() == 1
                        ? control.labels().values().stream().findFirst()
                        : Optional.empty()));
    }

    /** Complains where no part of the network has a label. */
    void requireLabels(List<String> parts) {
        if (parts.stream().noneMatch(part -> points.label(part).isPresent())) {
            throw new BadInputException("the labels of KeyPointLabels " + Excerpt.quoted(points.name())
                    + " name no part that the network detects; expected some of " + String.join(", ", parts));
        }
    }
}
