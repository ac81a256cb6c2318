package dev.jointly.vision.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Many pairs of drawings on one image: under a title, sections of pairs, each pair side by side. All drawings of a sheet get
 * the same space, and are not enlarged.
 *
 * @param title lines at the top
 * @param sections one below the other
 */
public record ContactSheet(List<String> title, List<Section> sections) {
    private static final int PAIRS_PER_ROW = 2;
    private static final int GAP = 24;
    private static final int INNER_GAP = 4;
    private static final int LINE = 26;
    private static final Color INK = new Color(30, 30, 30);

    /** Two drawings that belong together. */
    public record Pair(BufferedImage left, BufferedImage right) {}

    /** Pairs under a heading. */
    public record Section(String heading, List<Pair> pairs) {
        public Section {
            pairs = List.copyOf(pairs);
        }
    }

    public ContactSheet {
        title = List.copyOf(title);
        sections = List.copyOf(sections);
    }

    /** The sheet. */
    public BufferedImage image() {
        List<BufferedImage> all = new ArrayList<>();
        sections.forEach(section -> section.pairs().forEach(pair -> {
            all.add(pair.left());
            all.add(pair.right());
        }));
        int wide = all.stream().mapToInt(BufferedImage::getWidth).max().orElse(1);
        int high = all.stream().mapToInt(BufferedImage::getHeight).max().orElse(1);
        int width = GAP + PAIRS_PER_ROW * (2 * wide + INNER_GAP + GAP);
        int height = GAP + LINE * title.size();
        for (Section section : sections) {
            height += GAP + LINE + rows(section) * (high + GAP);
        }
        BufferedImage sheet = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = sheet.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        int top = GAP;
        for (String line : title) {
            text(graphics, line, Font.PLAIN, top);
            top += LINE;
        }
        for (Section section : sections) {
            top += GAP;
            text(graphics, section.heading(), Font.BOLD, top);
            top += LINE;
            for (int i = 0; i < section.pairs().size(); i++) {
                int left = GAP + i % PAIRS_PER_ROW * (2 * wide + INNER_GAP + GAP);
                int y = top + i / PAIRS_PER_ROW * (high + GAP);
                Pair pair = section.pairs().get(i);
                place(graphics, pair.left(), left, y);
                place(graphics, pair.right(), left + pair.left().getWidth() + INNER_GAP, y);
            }
            top += rows(section) * (high + GAP);
        }
        graphics.dispose();
        return sheet;
    }

    private static int rows(Section section) {
        return (section.pairs().size() + PAIRS_PER_ROW - 1) / PAIRS_PER_ROW;
    }

    private static void text(Graphics2D graphics, String line, int style, int top) {
        graphics.setColor(INK);
        graphics.setFont(new Font(Font.SANS_SERIF, style, 18));
        graphics.drawString(line, GAP, top + 16);
    }

    private static void place(Graphics2D graphics, BufferedImage drawing, int left, int top) {
        graphics.drawImage(drawing, left, top, null);
        graphics.setColor(Color.LIGHT_GRAY);
        graphics.setStroke(new BasicStroke(1));
        graphics.drawRect(left, top, drawing.getWidth() - 1, drawing.getHeight() - 1);
    }
}
