package dev.jointly.bench.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Statistics of a few numbers, and how they are spelled. */
public final class Figures {
    private Figures() {}

    public static double median(double... values) {
        double[] sorted = sorted(values);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The median of one figure of each. */
    public static <T> double median(Collection<T> all, ToDoubleFunction<T> figure) {
        return median(all.stream().mapToDouble(figure).toArray());
    }

    /** The least value that at least this share of all values does not exceed. */
    public static double quantile(double share, double... values) {
        double[] sorted = sorted(values);
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    private static double[] sorted(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no median of nothing");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /**
     * y = factor * x^exponent, fitted by least squares of the logarithms.
     *
     * @param spread standard deviation of the exponent, if the points are independent
     */
    public record PowerLaw(double factor, double exponent, double spread) {
        public static PowerLaw through(double[] x, double[] y) {
            int n = x.length;
            double meanX = Arrays.stream(x).map(Math::log).average().orElseThrow();
            double meanY = Arrays.stream(y).map(Math::log).average().orElseThrow();
            double square = 0;
            double product = 0;
            for (int i = 0; i < n; i++) {
                square += Math.pow(Math.log(x[i]) - meanX, 2);
                product += (Math.log(x[i]) - meanX) * (Math.log(y[i]) - meanY);
            }
            double exponent = product / square;
            double residual = 0;
            for (int i = 0; i < n; i++) {
                residual += Math.pow(Math.log(y[i]) - meanY - exponent * (Math.log(x[i]) - meanX), 2);
            }
            double spread = n > 2 ? Math.sqrt(residual / (n - 2) / square) : Double.NaN;
            return new PowerLaw(Math.exp(meanY - exponent * meanX), exponent, spread);
        }

        public double at(double x) {
            return factor * Math.pow(x, exponent);
        }
    }

    /** Three digits or so, whatever the magnitude. */
    public static String brief(double value) {
        double size = Math.abs(value);
        String form = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return Double.isFinite(value) ? String.format(Locale.ROOT, form, value) : "-";
    }
}
