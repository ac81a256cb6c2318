package dev.jointly.lp.highs;

import com.sun.jna.Callback;
import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import dev.jointly.lp.EngineUnavailableException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code highs_c_api.h} that are used, without their prefix {@code Highs_}. Bound once per process.
 * Handles are addresses; statuses are -1 error, 0 fine, 1 warning. Call them through {@link Handle}.
 */
final class Highs {
    static final int ERROR = -1;
    static final int MINIMISE = 1;
    static final int ROW_WISE = 2;
    static final int INTEGER = 1;
    static final int FEASIBLE_POINT = 2;

    static final int SIMPLEX_INTERRUPT = 1;
    static final int MIP_INTERRUPT = 6;

    private Highs() {}

    /**
     * Called by HiGHS at every iteration or node; writing 1 to the int at the address {@code in} asks it to end. All
     * addresses, taken as numbers since JNA would wrap each in an object at each call.
     */
    interface Interrupt extends Callback {
        void invoke(int type, long message, long out, long in, long data);
    }

    /** Binds the functions below; the first call decides which file is loaded. Returns the version. */
    static synchronized String load() {
        if (loadedVersion == null) {
            try {
                loadedVersion = bind(LibraryLocator.ofProcess().locate(Platform.RESOURCE_PREFIX));
            } catch (IllegalStateException | UncheckedIOException e) {
                throw new EngineUnavailableException(String.valueOf(e.getMessage()), e);
            }
        }
        return loadedVersion;
    }

    private static @Nullable String loadedVersion;

    private static String bind(Path file) {
        FunctionMapper prefix = (library, method) -> "Highs_" + method.getName();
        try {
            Native.register(
                    Highs.class,
                    NativeLibrary.getInstance(file.toString(), Map.of(Library.OPTION_FUNCTION_MAPPER, prefix)));
        } catch (UnsatisfiedLinkError e) {
            throw new IllegalStateException(
                    "cannot load the HiGHS library " + file + ": " + e.getMessage() + "; let " + LibraryLocator.OVERRIDE
                            + " name a HiGHS library that works here",
                    e);
        }
        String version = versionMajor() + "." + versionMinor() + "." + versionPatch();
        long probe = create();
        int bytes = probe == 0 ? 0 : getSizeofHighsInt(probe);
        if (probe != 0) {
            destroy(probe);
        }
        if (bytes != Integer.BYTES) {
            throw new IllegalStateException("the HiGHS library " + file + " (version " + version + ") counts in "
                    + 8 * bytes + " bits; let " + LibraryLocator.OVERRIDE + " name one built with 32 bits");
        }
        return version;
    }

    static native int versionMajor();

    static native int versionMinor();

    static native int versionPatch();

    static native int getSizeofHighsInt(long highs);

    static native long create();

    static native void destroy(long highs);

    static native int setBoolOptionValue(long highs, String option, int value);

    static native int setIntOptionValue(long highs, String option, int value);

    static native int setDoubleOptionValue(long highs, String option, double value);

    static native int setStringOptionValue(long highs, String option, String value);

    static native int addCols(
            long highs,
            int count,
            double[] costs,
            double[] lower,
            double[] upper,
            int entries,
            int[] starts,
            int[] index,
            double[] value);

    static native int addRows(
            long highs,
            int count,
            double[] lower,
            double[] upper,
            int entries,
            int[] starts,
            int[] index,
            double[] value);

    static native int passMip(
            long highs,
            int columns,
            int rows,
            int entries,
            int format,
            int sense,
            double offset,
            double[] costs,
            double[] columnLower,
            double[] columnUpper,
            double[] rowLower,
            double[] rowUpper,
            int[] starts,
            int[] index,
            double[] value,
            int[] integrality);

    static native int changeColCost(long highs, int column, double cost);

    static native int changeColBounds(long highs, int column, double lower, double upper);

    static native int changeRowBounds(long highs, int row, double lower, double upper);

    static native int changeColsBoundsBySet(long highs, int count, int[] columns, double[] lower, double[] upper);

    static native int getColsBySet(
            long highs,
            int count,
            int[] columns,
            int[] found,
            double[] costs,
            double[] lower,
            double[] upper,
            int[] entries,
            int @Nullable [] starts,
            int @Nullable [] indices,
            double @Nullable [] values);

    static native int getBasis(long highs, int[] columnStatus, int[] rowStatus);

    static native int setBasis(long highs, int[] columnStatus, int[] rowStatus);

    static native int getNumCol(long highs);

    static native int getNumRow(long highs);

    static native int zeroAllClocks(long highs);

    static native int clearSolver(long highs);

    static native int run(long highs);

    static native int getModelStatus(long highs);

    static native double getObjectiveValue(long highs);

    static native int getIntInfoValue(long highs, String info, int[] value);

    static native int getInt64InfoValue(long highs, String info, long[] value);

    static native int getDoubleInfoValue(long highs, String info, double[] value);

    static native int getSolution(
            long highs,
            double[] columnValue,
            double @Nullable [] columnDual,
            double @Nullable [] rowValue,
            double @Nullable [] rowDual);

    static native int setCallback(long highs, Interrupt callback, @Nullable Pointer data);

    static native int startCallback(long highs, int type);

    static native int stopCallback(long highs, int type);

    /** The address of one of the figures passed to a callback, 0 if there is none of that name. */
    static native long getCallbackDataOutItem(long out, String item);
}
