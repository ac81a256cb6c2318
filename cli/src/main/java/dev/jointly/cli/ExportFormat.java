package dev.jointly.cli;

import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What solutions are exported as. */
enum ExportFormat {
    COCO("coco"),
    COCO_RESULTS("coco-results"),
    OPENPOSE("openpose"),
    CVAT("cvat"),
    LABELSTUDIO("labelstudio"),
    DLC_CSV("dlc-csv");

    private final String label;

    ExportFormat(String label) {
        this.label = label;
    }

    /** Formats by their labels. */
    static final class Names implements ITypeConverter<ExportFormat>, Iterable<String> {
        @Override
        public ExportFormat convert(String text) {
            return Arrays.stream(values())
                    .filter(format -> format.label.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "found '" + text + "' but expected one of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(format -> format.label).iterator();
        }
    }
}
