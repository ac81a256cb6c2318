package dev.jointly.io.dlc;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cells of a table of DeepLabCut, header rows first, whatever the file. */
interface DlcTable {
    /** The cells of the next row; null at the end. */
    @Nullable
    List<String> row() throws IOException;

    /** The file and where in it the last row is, for messages. */
    String place();
}
