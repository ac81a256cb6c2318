package dev.jointly.vision.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/** Draws pixels. The caption stands below the image. */
final class PngCanvas implements Canvas, AutoCloseable {
    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(Frame frame, @Nullable BufferedImage photo, String caption) {
        int strip = caption.isEmpty() ? 0 : Math.max(1, (int) Math.round(STRIP * frame.unit() * frame.scale()));
        this.image = new BufferedImage(frame.pixelWidth(), frame.pixelHeight() + strip, BufferedImage.TYPE_INT_RGB);
        this.graphics = smooth(image);
        if (photo == null) {
            graphics.setColor(GROUND);
            graphics.fillRect(0, 0, frame.pixelWidth(), frame.pixelHeight());
        } else {
            graphics.drawImage(shrunk(photo, frame.pixelWidth()), 0, 0, frame.pixelWidth(), frame.pixelHeight(), null);
        }
        if (strip > 0) {
            caption(caption, frame.pixelHeight(), strip);
        }
        graphics.clipRect(0, 0, frame.pixelWidth(), frame.pixelHeight());
        graphics.scale(frame.scale(), frame.scale());
        graphics.translate(-frame.left(), -frame.top());
    }

    private static Graphics2D smooth(BufferedImage image) {
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        // or letters are rounded up to whole pixels, and a small caption is wider than it is reckoned to be
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        return graphics;
    }

    /** Halved until it is less than twice as wide as it is to be: interpolation would skip pixels. */
    static BufferedImage shrunk(BufferedImage photo, int width) {
        BufferedImage current = photo;
        while (current.getWidth() >= 2 * width && current.getHeight() > 1) {
            BufferedImage half =
                    new BufferedImage(current.getWidth() / 2, current.getHeight() / 2, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = smooth(half);
            graphics.drawImage(current, 0, 0, half.getWidth(), half.getHeight(), null);
            graphics.dispose();
            current = half;
        }
        return current;
    }

    BufferedImage image() {
        return image;
    }

    @Override
    public void line(Line2D line, double width, double dash, Color colour) {
        draw(line, width, dash, colour);
    }

    @Override
    public void disc(Point2D centre, double radius, Color fill) {
        graphics.setColor(fill);
        graphics.fill(circle(centre, radius));
    }

    @Override
    public void ring(Point2D centre, double radius, double width, double dash, Color colour) {
        draw(circle(centre, radius), width, dash, colour);
    }

    private void draw(java.awt.Shape shape, double width, double dash, Color colour) {
        graphics.setColor(colour);
        graphics.setStroke(
                dash == 0
                        ? new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                        : new BasicStroke(
                                (float) width,
                                BasicStroke.CAP_BUTT,
                                BasicStroke.JOIN_ROUND,
                                1,
                                new float[] {(float) dash},
                                0));
        graphics.draw(shape);
    }

    @Override
    public void label(Point2D foot, double height, String text, Color colour) {
        TextLayout layout = layout(text, height);
        AffineTransform place =
                AffineTransform.getTranslateInstance(foot.getX() - layout.getAdvance() / 2.0, foot.getY());
        java.awt.Shape letters = layout.getOutline(place);
        draw(letters, LABEL_EDGE * height, 0, Color.WHITE);
        graphics.setColor(colour);
        graphics.fill(letters);
    }

    private static Ellipse2D circle(Point2D centre, double radius) {
        return new Ellipse2D.Double(centre.getX() - radius, centre.getY() - radius, 2 * radius, 2 * radius);
    }

    /** Letters become smaller where the image is narrow. */
    private void caption(String text, int top, int strip) {
        graphics.setColor(CAPTION_GROUND);
        graphics.fillRect(0, top, image.getWidth(), strip);
        double height = strip * LETTERS / STRIP;
        double space = image.getWidth() - height;
        double wide = layout(text, height).getAdvance();
        double fitting = wide > space ? height * Math.max(space, 1) / wide : height;
        graphics.setColor(Color.WHITE);
        layout(text, fitting).draw(graphics, (float) (height / 2), (float) (top + 0.5 * strip + 0.35 * fitting));
    }

    private TextLayout layout(String text, double height) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) height);
        return new TextLayout(text, font, graphics.getFontRenderContext());
    }

    @Override
    public void close() {
        graphics.dispose();
    }
}
