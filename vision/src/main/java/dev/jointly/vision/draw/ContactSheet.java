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
 * Many pairs of drawings on one image: under a title, sections of pairs, each pair side by side. Drawings
 * keep their size.
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
        int wide = sections.stream()
                .flatMap(section -> section.pairs().stream())
                .mapToInt(ContactSheet::width)
                .max()
                .orElse(1);
        int height = GAP + LINE * title.size();
        for (Section section : sections) {
            height += GAP + LINE;
            for (List<Pair> row : rows(section)) {
                height += height(row) + GAP;
            }
        }
        BufferedImage sheet = new BufferedImage(GAP + PAIRS_PER_ROW * (wide + GAP), height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = sheet.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, sheet.getWidth(), height);
        int top = GAP;
        for (String line : title) {
            text(graphics, line, Font.PLAIN, top);
            top += LINE;
        }
        for (Section section : sections) {
            top += GAP;
            text(graphics, section.heading(), Font.BOLD, top);
            top += LINE;
            for (List<Pair> row : rows(section)) {
                for (int i = 0; i < row.size(); i++) {
                    int left = GAP + i * (wide + GAP);
                    place(graphics, row.get(i).left(), left, top);
                    place(graphics, row.get(i).right(), left + row.get(i).left().getWidth() + INNER_GAP, top);
                }
                top += height(row) + GAP;
            }
        }
        graphics.dispose();
        return sheet;
    }

    private static int width(Pair pair) {
        return pair.left().getWidth() + INNER_GAP + pair.right().getWidth();
    }

    private static int height(List<Pair> row) {
        return row.stream()
                .mapToInt(pair -> Math.max(pair.left().getHeight(), pair.right().getHeight()))
                .max()
                .orElse(0);
    }

    private static List<List<Pair>> rows(Section section) {
        List<List<Pair>> rows = new ArrayList<>();
        for (int i = 0; i < section.pairs().size(); i += PAIRS_PER_ROW) {
            rows.add(section.pairs()
                    .subList(i, Math.min(i + PAIRS_PER_ROW, section.pairs().size())));
        }
        return rows;
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
