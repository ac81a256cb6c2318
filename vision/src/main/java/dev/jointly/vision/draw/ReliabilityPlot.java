package dev.jointly.vision.draw;

import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.Calibration.Bin;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Predicted probabilities against observed frequencies, one line per kind of cost; calibrated ones are on the diagonal.
 * The only class of the module that uses the plotting library.
 */
public final class ReliabilityPlot {
    /** Distinguishable with any kind of colour vision. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73), new Color(0xCC79A7)
    };

    /** Shares of fewer examples are chance and are left out, unless there are few examples anyway. */
    private static final int FEW = 20;

    private ReliabilityPlot() {}

    /** Draws a PNG image; the stream stays open. */
    public static void write(Map<String, Calibration> calibrations, OutputStream out) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(560)
                .height(520)
                .title("Reliability on images held out")
                .xAxisTitle("predicted probability")
                .yAxisTitle("observed frequency")
                .build();
        chart.getStyler()
                .setLegendPosition(LegendPosition.InsideNW)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        chart.getStyler().setLocale(Locale.ROOT).setDecimalPattern("0.0");
        chart.getStyler().setXAxisMin(0.0).setXAxisMax(1.0).setYAxisMin(0.0).setYAxisMax(1.0);
        XYSeries ideal = chart.addSeries("calibrated", new double[] {0, 1}, new double[] {0, 1});
        ideal.setMarker(SeriesMarkers.NONE);
        ideal.setLineColor(Color.GRAY);
        ideal.setLineStyle(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {4, 4}, 0));
        int kind = 0;
        for (Map.Entry<String, Calibration> entry : calibrations.entrySet()) {
            line(chart, entry.getKey(), entry.getValue(), COLOURS[kind++ % COLOURS.length]);
        }
        DrawingFormat.png(BitmapEncoder.getBufferedImage(chart), out);
    }

    private static void line(XYChart chart, String kind, Calibration calibration, Color colour) {
        String name = String.format(Locale.ROOT, "%s, %,d examples", kind, calibration.examples());
        int least = Math.min(FEW, calibration.examples() / 50);
        List<Bin> bins = calibration.reliability().stream()
                .filter(bin -> bin.examples() >= least)
                .toList();
        XYSeries series = chart.addSeries(
                name,
                bins.stream().mapToDouble(Bin::mean).toArray(),
                bins.stream().mapToDouble(Bin::share).toArray());
        series.setMarker(SeriesMarkers.CIRCLE);
        series.setMarkerColor(colour);
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(1.6f));
    }
}
