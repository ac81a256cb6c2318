package dev.jointly.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Joints found frame by frame, theirs and ours, and how many differ: one chart per video, below each other. */
final class VideoPlot {
    private static final Color THEIRS = new Color(0xD55E00);
    private static final Color ALL = new Color(0x9CCBE8);
    private static final Color STRONGEST = new Color(0x0072B2);
    private static final Color DIFFERING = new Color(0x888888);

    private final List<XYChart> charts = new ArrayList<>();

    void add(String video, List<VideoFrame> frames, List<VideoFrame> strongest) {
        XYChart chart = new XYChartBuilder()
                .width(820)
                .height(290)
                .title(video + ": joints placed in each frame")
                .xAxisTitle("frame")
                .yAxisTitle("joints")
                .build();
        chart.getStyler()
                .setLegendPosition(LegendPosition.OutsideE)
                .setLegendBorderColor(Color.WHITE)
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14))
                .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
        chart.getStyler().setLocale(Locale.ROOT).setDecimalPattern("0");
        chart.getStyler().setYAxisMin(0.0);
        line(chart, "Jointly, all", frames, VideoFrame::ourJoints, ALL);
        line(chart, "Jointly, strongest", strongest, VideoFrame::ourJoints, STRONGEST);
        line(chart, "DeepLabCut", frames, VideoFrame::theirJoints, THEIRS);
        line(chart, "differ from strongest", strongest, VideoFrame::differing, DIFFERING);
        charts.add(chart);
    }

    private static void line(
            XYChart chart, String name, List<VideoFrame> frames, ToIntFunction<VideoFrame> value, Color colour) {
        XYSeries series = chart.addSeries(
                name,
                frames.stream().mapToDouble(VideoFrame::number).toArray(),
                frames.stream().mapToDouble(value::applyAsInt).toArray());
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(colour);
        series.setLineStyle(new BasicStroke(1.6f));
    }

    void save(Path file) throws IOException {
        BitmapEncoder.saveBitmap(charts, charts.size(), 1, file.toString(), BitmapEncoder.BitmapFormat.PNG);
    }
}
