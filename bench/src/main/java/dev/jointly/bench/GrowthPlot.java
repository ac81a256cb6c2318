package dev.jointly.bench;

import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.Figures.PowerLaw;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Time against detections, both logarithmic: points measured, and the power law through them. */
final class GrowthPlot {
    /** Distinguishable with any kind of colour vision. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7)
    };

    private final XYChart chart;
    private int series;
    private double leastX = 1000;
    private double mostX = 1000;
    private double leastY = 100;
    private double mostY = 100;

    GrowthPlot(String title) {
        chart = new XYChartBuilder()
                .width(760)
                .height(480)
                .title(title)
                .xAxisTitle("detections")
                .yAxisTitle("milliseconds to the proven optimum")
                .build();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setYAxisLogarithmic(true)
                .setLegendPosition(LegendPosition.InsideNW)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        chart.getStyler().setLocale(Locale.ROOT).setDecimalPattern("#,##0.###");
    }

    void add(String name, double[] detections, double[] millis, PowerLaw law) {
        Color colour = COLOURS[series++ % COLOURS.length];
        String label = String.format(Locale.ROOT, "%s: n^%.2f", name, law.exponent());
        XYSeries points = chart.addSeries(label, detections, millis);
        points.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
        points.setMarker(SeriesMarkers.CIRCLE);
        points.setMarkerColor(colour);
        double from = Figures.quantile(0, detections);
        double to = Figures.quantile(1, detections);
        leastX = Math.min(leastX, from);
        mostX = Math.max(mostX, to);
        leastY = Math.min(leastY, Math.min(law.at(from), Figures.quantile(0, millis)));
        mostY = Math.max(mostY, Math.max(law.at(to), Figures.quantile(1, millis)));
        XYSeries line =
                chart.addSeries(name + " fitted", new double[] {from, to}, new double[] {law.at(from), law.at(to)});
        line.setMarker(SeriesMarkers.NONE);
        line.setLineColor(colour);
        line.setLineStyle(new BasicStroke(1.2f));
        line.setShowInLegend(false);
    }

    /** As SVG, or as PNG where the name ends so. Axes span whole decades, since only these get labels. */
    void save(Path file) throws IOException {
        chart.getStyler().setXAxisMin(decade(leastX, 0)).setXAxisMax(decade(mostX, 1));
        chart.getStyler().setYAxisMin(decade(leastY, 0)).setYAxisMax(decade(mostY, 1));
        if (file.toString().endsWith(".png")) {
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
            return;
        }
        VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        // letters are drawn as outlines; a tenth of a pixel does
        Files.writeString(file, Files.readString(file).replaceAll("(\\d\\.\\d)\\d+", "$1"));
    }

    /** The power of ten below, or above. */
    private static double decade(double value, int up) {
        double log = Math.log10(value);
        return Math.pow(10, up > 0 ? Math.ceil(log) : Math.floor(log));
    }
}
