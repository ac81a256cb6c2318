package dev.jointly.vision.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.TextLayout;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/** Draws pixels. */
final class PngCanvas implements Canvas, AutoCloseable {
    private final Frame frame;
    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(Frame frame, @Nullable BufferedImage photo) {
        this.frame = frame;
        this.image = new BufferedImage(frame.width(), frame.height(), BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        if (photo == null) {
            graphics.setColor(SvgCanvas.GROUND);
            graphics.fillRect(0, 0, frame.width(), frame.height());
        } else {
            graphics.drawImage(photo, 0, 0, frame.width(), frame.height(), null);
        }
        graphics.translate(-frame.left(), -frame.top());
    }

    BufferedImage image() {
        return image;
    }

    @Override
    public void line(Spot from, Spot to, double width, Color colour) {
        graphics.setColor(colour);
        graphics.setStroke(new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(new Line2D.Double(from.x(), from.y(), to.x(), to.y()));
    }

    @Override
    public void disc(Spot centre, double radius, Color fill) {
        graphics.setColor(fill);
        graphics.fill(circle(centre, radius));
    }

    @Override
    public void ring(Spot centre, double radius, double width, Color colour) {
        graphics.setColor(colour);
        graphics.setStroke(new BasicStroke((float) width));
        graphics.draw(circle(centre, radius));
    }

    private static Ellipse2D circle(Spot centre, double radius) {
        return new Ellipse2D.Double(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    }

    @Override
    public void caption(String text, double height) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, 1).deriveFont((float) height);
        TextLayout layout = new TextLayout(text, font, graphics.getFontRenderContext());
        double bottom = frame.top() + frame.height();
        graphics.setColor(SvgCanvas.CAPTION_GROUND);
        graphics.fill(new Rectangle2D.Double(
                frame.left(), bottom - 1.6 * height, layout.getAdvance() + height, 1.6 * height));
        graphics.setColor(Color.WHITE);
        layout.draw(graphics, (float) (frame.left() + height / 2), (float) (bottom - height / 2));
    }

    @Override
    public void close() {
        graphics.dispose();
    }
}
