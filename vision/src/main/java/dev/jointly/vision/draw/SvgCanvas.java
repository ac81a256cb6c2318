package dev.jointly.vision.draw;

import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Draws text: elements of an SVG file. The caption stands below the image. */
final class SvgCanvas implements Canvas {
    /** Width of an average letter beside its height; a text's true width is known to the viewer only. */
    private static final double LETTER = 0.56;

    private final StringBuilder text = new StringBuilder();

    SvgCanvas(Frame frame, @Nullable BufferedImage photo, String title, String caption) {
        double strip = caption.isEmpty() ? 0 : STRIP * frame.unit();
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"%s %s %s %s\">",
                frame.pixelWidth(),
                frame.pixelHeight() + Math.round(strip * frame.scale()),
                frame.left(),
                frame.top(),
                frame.width(),
                frame.height() + strip);
        add("<!-- %s -->", DrawingFormat.MARK);
        add("<title>%s</title>", escaped(title));
        box(frame.left(), frame.top(), frame.width(), frame.height(), GROUND);
        if (photo != null) {
            add(
                    "<image x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\" href=\"data:image/jpeg;base64,%s\"/>",
                    frame.left(), frame.top(), frame.width(), frame.height(), embedded(frame, photo));
        }
        if (strip > 0) {
            caption(frame, caption, strip);
        }
    }

    private static String embedded(Frame frame, BufferedImage photo) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PngCanvas pixels = new PngCanvas(frame, photo, "")) {
            DrawingFormat.jpeg(pixels.image(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @Override
    public void line(Line2D line, double width, double dash, Color colour) {
        String ends = dash == 0 ? " stroke-linecap=\"round\"" : dashes(dash);
        add(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke-width=\"%s\"%s %s/>",
                line.getX1(), line.getY1(), line.getX2(), line.getY2(), width, ends, paint("stroke", colour));
    }

    @Override
    public void disc(Point2D centre, double radius, Color fill) {
        add("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" %s/>", centre.getX(), centre.getY(), radius, paint("fill", fill));
    }

    @Override
    public void ring(Point2D centre, double radius, double width, double dash, Color colour) {
        add(
                "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"none\" stroke-width=\"%s\"%s %s/>",
                centre.getX(), centre.getY(), radius, width, dash == 0 ? "" : dashes(dash), paint("stroke", colour));
    }

    private static String dashes(double dash) {
        return " stroke-dasharray=\"" + number(dash) + "\"";
    }

    @Override
    public void label(Point2D foot, double height, String words, Color colour) {
        add(
                "<text x=\"%s\" y=\"%s\" font-family=\"sans-serif\" font-size=\"%s\" text-anchor=\"middle\""
                        + " stroke=\"#ffffff\" stroke-width=\"%s\" stroke-linejoin=\"round\" paint-order=\"stroke\" %s>%s</text>",
                foot.getX(), foot.getY(), height, LABEL_EDGE * height, paint("fill", colour), escaped(words));
    }

    private void caption(Frame frame, String caption, double strip) {
        double top = frame.top() + frame.height();
        box(frame.left(), top, frame.width(), strip, CAPTION_GROUND);
        double height = LETTERS * frame.unit();
        double fitting = Math.min(height, (frame.width() - height) / (caption.length() * LETTER));
        add(
                "<text x=\"%s\" y=\"%s\" font-family=\"sans-serif\" font-size=\"%s\" fill=\"#ffffff\">%s</text>",
                frame.left() + height / 2, top + 0.5 * strip + 0.35 * fitting, fitting, escaped(caption));
    }

    /** The whole file. */
    String text() {
        return text + "</svg>\n";
    }

    private void box(double left, double top, double width, double height, Color fill) {
        add("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s/>", left, top, width, height, paint("fill", fill));
    }

    private static String paint(String what, Color colour) {
        String solid = String.format(Locale.ROOT, "%s=\"#%06x\"", what, colour.getRGB() & 0xffffff);
        return colour.getAlpha() == 255
                ? solid
                : solid + " " + what + "-opacity=\"" + number(colour.getAlpha() / 255.0) + "\"";
    }

    /** A hundredth of a pixel is fine enough. */
    private static String number(double value) {
        String rounded = String.format(Locale.ROOT, "%.2f", value);
        return rounded.replaceFirst("\\.?0+$", "");
    }

    private static String escaped(String words) {
        StringBuilder safe = new StringBuilder();
        words.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                default -> safe.appendCodePoint(Character.isISOControl(c) ? ' ' : c);
            }
        });
        return safe.toString();
    }

    /** @param values texts as they are, coordinates as {@link #number} has them */
    private void add(String format, Object... values) {
        Object[] texts = Arrays.stream(values)
                .map(value -> value instanceof Double exact ? number(exact) : value)
                .toArray();
        text.append(String.format(Locale.ROOT, format, texts)).append('\n');
    }
}
