package dev.jointly.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The share of images that are right after so many clicks, one line for each annotator. */
final class ClicksPlot {
    /** Distinguishable with any kind of colour vision. */
    private static final Color[] COLOURS = {
        new Color(0x0072B2), new Color(0x009E73), new Color(0xD55E00), new Color(0xCC79A7)
    };

    private static final int MOST = 20;

    private final XYChart chart;
    private final int most;
    private int series;

    /**
     * @param most clicks on the axis
     */
    private ClicksPlot(String title, int most) {
        this.most = most;
        chart = new XYChartBuilder()
                .width(760)
                .height(440)
                .title(title)
                .xAxisTitle("clicks")
                .yAxisTitle("images right, %")
                .build();
        chart.getStyler()
                .setLegendPosition(LegendPosition.InsideSE)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        chart.getStyler().setLocale(Locale.ROOT).setDecimalPattern("0");
        chart.getStyler().setYAxisMin(0.0).setYAxisMax(100.0);
    }

    /** All annotators. */
    static ClicksPlot of(List<RepairedImage> images) {
        ClicksPlot chart = new ClicksPlot(images.size() + " images: right after so many clicks", MOST);
        chart.add("Jointly, next doubt", ClickCurve.nextDoubt(images));
        chart.add("Jointly, any order", ClickCurve.anyOrder(images));
        chart.add("by hand, same gestures", ClickCurve.byHand(images));
        chart.add("by hand, point by point", ClickCurve.pointByPoint(images));
        return chart;
    }

    private void add(String label, ClickCurve curve) {
        List<Integer> clicks = IntStream.rangeClosed(0, most).boxed().toList();
        XYSeries line = chart.addSeries(label, clicks, curve.upTo(most));
        line.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step);
        line.setMarker(SeriesMarkers.NONE);
        line.setLineColor(COLOURS[series++ % COLOURS.length]);
        line.setLineStyle(new BasicStroke(2f));
    }

    void save(Path file) throws IOException {
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }
}
