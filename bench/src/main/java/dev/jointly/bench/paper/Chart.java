package dev.jointly.bench.paper;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A plot of x against y in the style of all of them; small, so that it can still be read on a phone. */
final class Chart {
    static final int WIDTH = 560;
    static final int HEIGHT = 400;

    /** Distinguishable with any kind of colour vision. */
    static final Color[] COLOURS = {
        new Color(0xD55E00), new Color(0x0072B2), new Color(0x009E73), new Color(0xCC79A7), new Color(0x8A7400)
    };

    /** Of logarithmic axes, from a ten-millionth up. */
    private static final String DECADES = "0.#######";

    private static final String POWERS = "0E0";

    private final XYChart chart;
    private boolean shares;
    private double leastX = Double.POSITIVE_INFINITY;
    private double mostX = Double.NEGATIVE_INFINITY;
    private double leastY = Double.POSITIVE_INFINITY;
    private double mostY = Double.NEGATIVE_INFINITY;

    Chart(String title, String x, String y) {
        this(title, x, y, WIDTH, HEIGHT);
    }

    Chart(String title, String x, String y, int width, int height) {
        chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(x)
                .yAxisTitle(y)
                .build();
        chart.getStyler()
                .setLegendBorderColor(Color.WHITE)
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Horizontal)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, width < WIDTH ? 12 : 15))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, width < WIDTH ? 11 : 12));
        chart.getStyler()
                .setPlotGridLinesColor(new Color(0xE4E4E4))
                .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        chart.getStyler().setLegendSeriesLineLength(14);
        chart.getStyler().setLocale(Locale.ROOT).setDecimalPattern("0.###");
    }

    Chart logX() {
        chart.getStyler().setXAxisLogarithmic(true).setXAxisDecimalPattern(DECADES);
        return this;
    }

    Chart logY() {
        chart.getStyler().setYAxisLogarithmic(true).setYAxisDecimalPattern(DECADES);
        return this;
    }

    /** Labels of x as powers of ten. */
    Chart powersX() {
        chart.getStyler().setXAxisDecimalPattern(POWERS);
        return this;
    }

    /** Labels of y as powers of ten. */
    Chart powersY() {
        chart.getStyler().setYAxisDecimalPattern(POWERS);
        return this;
    }

    /** For a small chart among others: no legend, no grid. */
    Chart plain() {
        chart.getStyler().setPlotGridLinesVisible(false).setLegendVisible(false);
        return this;
    }

    /** The y axis is of shares, from 0 to 1. */
    Chart shares() {
        chart.getStyler().setYAxisMin(0.0).setYAxisMax(1.0);
        shares = true;
        return this;
    }

    Chart points(String name, Color colour, double[] x, double[] y) {
        if (x.length > 0) {
            XYSeries series = add(name, x, y);
            series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
            series.setMarker(SeriesMarkers.CIRCLE);
            series.setMarkerColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 150));
        }
        return this;
    }

    Chart line(String name, Color colour, float width, double[] x, double[] y) {
        return line(name, colour, width, x, y, true);
    }

    /** A line that goes with other series and has no entry of its own in the legend. */
    Chart unnamed(String name, Color colour, double[] x, double[] y) {
        return line(name, colour, 1.2f, x, y, false);
    }

    /** A dashed line, for what goes with a solid one. */
    Chart dashes(String name, Color colour, double[] x, double[] y) {
        if (x.length > 0) {
            line(name, colour, 1.2f, x, y, true);
            XYSeries series = chart.getSeriesMap().get(name);
            if (series != null) {
                series.setLineStyle(
                        new BasicStroke(1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {4, 3}, 0));
            }
        }
        return this;
    }

    private Chart line(String name, Color colour, float width, double[] x, double[] y, boolean named) {
        if (x.length > 0) {
            XYSeries series = add(name, x, y);
            series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
            series.setMarker(SeriesMarkers.NONE);
            series.setLineColor(colour);
            series.setLineStyle(new BasicStroke(width));
            series.setShowInLegend(named);
        }
        return this;
    }

    private XYSeries add(String name, double[] x, double[] y) {
        leastX = Math.min(leastX, Arrays.stream(x).min().orElse(leastX));
        mostX = Math.max(mostX, Arrays.stream(x).max().orElse(mostX));
        leastY = Math.min(leastY, Arrays.stream(y).min().orElse(leastY));
        mostY = Math.max(mostY, Arrays.stream(y).max().orElse(mostY));
        return chart.addSeries(name, x, y);
    }

    /** The chart with axes that span whole decades where they are logarithmic, since only these get labels. */
    private XYChart finished() {
        if (shares && leastX <= mostX) {
            // the library labels data that are equally far apart by themselves; these are not
            unnamed("frame", Color.WHITE, new double[] {mostX, mostX, mostX}, new double[] {0, 0.0011, 0.003});
        }
        if (chart.getStyler().isXAxisLogarithmic() && leastX > 0 && leastX <= mostX) {
            chart.getStyler().setXAxisMin(decade(leastX, false)).setXAxisMax(decade(mostX, true));
        }
        if (chart.getStyler().isYAxisLogarithmic() && leastY > 0 && leastY <= mostY) {
            chart.getStyler().setYAxisMin(decade(leastY, false)).setYAxisMax(decade(mostY, true));
        }
        return chart;
    }

    private static double decade(double value, boolean up) {
        double log = Math.log10(value) + (up ? -1e-9 : 1e-9);
        double power = up ? Math.ceil(log) : Math.floor(log);
        return Math.pow(10, power);
    }

    /** As name.svg and name.png in a folder. */
    void save(Path folder, String name) throws IOException {
        save(finished(), folder, name);
    }

    static void save(org.knowm.xchart.internal.chartpart.Chart<?, ?> chart, Path folder, String name)
            throws IOException {
        Path svg = folder.resolve(name + ".svg");
        VectorGraphicsEncoder.saveVectorGraphic(chart, svg.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        // letters are drawn as outlines, for which a tenth of a pixel does; and every piece of a line says how its ends
        // look
        String text = Files.readString(svg)
                .replaceAll("(\\d\\.\\d)\\d+", "$1")
                .replace("stroke-miterlimit:10;", "")
                .replaceAll("\n +", "\n");
        Files.writeString(svg, text);
        BitmapEncoder.saveBitmapWithDPI(
                chart, folder.resolve(name + ".png").toString(), BitmapEncoder.BitmapFormat.PNG, 144);
    }
}
