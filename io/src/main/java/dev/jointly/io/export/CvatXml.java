package dev.jointly.io.export;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.pose.Person.Joint;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.io.OutputStream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * CVAT for images 1.1: an image element for each image, in it a skeleton for each person, in it a points element for each
 * part. Parts that were not placed are outside, at the middle of the person. The bounds of an image are a comment, for
 * images have no attributes of their own.
 *
 * <p>Not thread-safe.
 */
public final class CvatXml implements Exporter {
    /** The format by its name. */
    static final OutputFormat FORMAT = new BuiltInFormat("cvat", "", false, to -> new CvatXml(to.out(), to.category()));

    private final XMLStreamWriter xml;
    private final String category;
    private @Nullable Anatomy anatomy;
    private int images;

    /** @param category the label of the skeletons, such as person */
    public CvatXml(OutputStream out, String category) throws IOException {
        this.category = category;
        try {
            xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out, "UTF-8");
            xml.writeStartDocument("UTF-8", "1.0");
            line();
            xml.writeStartElement("annotations");
            line();
            text("version", "1.1");
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }

    @Override
    public void add(Solved solved) throws IOException {
        Anatomy body = solved.problem().anatomy();
        try {
            if (anatomy == null) {
                anatomy = body;
                meta(body);
            } else if (!anatomy.equals(body)) {
                throw new BadInputException(
                        "problem " + Excerpt.quoted(solved.problem().id())
                                + " has another anatomy than those before it, but a CVAT task has one");
            }
            // two hyphens would end the comment
            xml.writeComment(" " + solved.bounds().text().replace("--", "- -") + " ");
            line();
            xml.writeStartElement("image");
            xml.writeAttribute("id", Integer.toString(images++));
            xml.writeAttribute("name", writable(solved.file()));
            Image image = solved.problem().image();
            if (image != null) {
                xml.writeAttribute("width", Integer.toString(image.width()));
                xml.writeAttribute("height", Integer.toString(image.height()));
            }
            line();
            for (Person person : solved.people()) {
                skeleton(solved, person);
            }
            end();
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }

    /** The labels a task needs for these annotations. */
    private void meta(Anatomy body) throws XMLStreamException {
        xml.writeStartElement("meta");
        xml.writeStartElement("task");
        xml.writeStartElement("labels");
        line();
        xml.writeStartElement("label");
        text("name", category);
        text("type", "skeleton");
        xml.writeStartElement("attributes");
        for (String attribute : new String[] {"cost", "duplicates"}) {
            xml.writeStartElement("attribute");
            text("name", attribute);
            text("mutable", "False");
            text("input_type", "text");
            xml.writeEndElement();
        }
        xml.writeEndElement();
        end();
        for (String part : body.parts()) {
            xml.writeStartElement("label");
            text("name", part);
            text("type", "points");
            text("parent", category);
            end();
        }
        xml.writeEndElement();
        xml.writeEndElement();
        end();
    }

    private void skeleton(Solved solved, Person person) throws XMLStreamException {
        xml.writeStartElement("skeleton");
        xml.writeAttribute("label", writable(category));
        xml.writeAttribute("source", "auto");
        xml.writeAttribute("z_order", "0");
        line();
        double[] box = solved.box(person);
        Joint middle = new Joint(box[0] + box[2] / 2, box[1] + box[3] / 2, 0);
        for (int part = 0; part < solved.parts().size(); part++) {
            Integer d = person.global().get(part);
            Joint joint = d == null ? middle : solved.joint(d);
            xml.writeEmptyElement("points");
            xml.writeAttribute("label", writable(solved.parts().get(part)));
            xml.writeAttribute("source", d != null && solved.moved(d) ? "manual" : "auto");
            xml.writeAttribute("outside", d == null ? "1" : "0");
            xml.writeAttribute("occluded", "0");
            xml.writeAttribute("points", pixels(joint.x()) + "," + pixels(joint.y()));
            line();
        }
        attribute("cost", Micro.toString(person.cost()));
        attribute("duplicates", Extras.duplicates(solved, person));
        end();
    }

    private static String pixels(double value) {
        return Extras.rounded(value).toPlainString();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeStartElement("attribute");
        xml.writeAttribute("name", name);
        xml.writeCharacters(writable(value));
        end();
    }

    private void text(String element, String content) throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeCharacters(writable(content));
        xml.writeEndElement();
    }

    /** The text itself, which may hold only what XML 1.0 allows: there is no way to escape the rest. */
    private static String writable(String text) {
        text.codePoints().forEach(c -> {
            boolean allowed = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xd7ff)
                    || (c >= 0xe000 && c <= 0xfffd)
                    || c >= 0x10000;
            if (!allowed) {
                throw new BadInputException("found the name " + Excerpt.quoted(text)
                        + String.format(" with the character U+%04X, which XML cannot hold; expected one without", c));
            }
        });
        return text;
    }

    private void end() throws XMLStreamException {
        xml.writeEndElement();
        line();
    }

    private void line() throws XMLStreamException {
        xml.writeCharacters("\n");
    }

    private static IOException broken(XMLStreamException e) {
        return e.getNestedException() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
    }

    @Override
    public void close() throws IOException {
        try {
            xml.writeEndElement();
            line();
            xml.writeEndDocument();
            xml.flush();
            xml.close();
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }
}
