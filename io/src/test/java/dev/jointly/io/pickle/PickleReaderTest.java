package dev.jointly.io.pickle;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.io.BadInputException;
import dev.jointly.io.dlc.DlcFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PickleReaderTest {
    /** A pickle of protocol 2 from opcodes in latin1. */
    private static Object read(String opcodes) {
        return read(("\u0080\u0002" + opcodes).getBytes(ISO_8859_1));
    }

    private static Object read(byte[] bytes) {
        return PickleReader.read("p", new ByteArrayInputStream(bytes), 1 << 30, 1L << 24)
                .value();
    }

    private static BadInputException refused(String opcodes) {
        return catchThrowableOfType(BadInputException.class, () -> read(opcodes));
    }

    @Test
    void plainValues() {
        assertThat(read("(N\u0088\u0089K\u00ffM\u0001\u0001J\u00ff\u00ff\u00ff\u00ff\u008a\u0001\u0080\u008a\u0000t."))
                .isInstanceOfSatisfying(Tuple.class, tuple -> assertThat(tuple.items())
                        .containsExactly(None.NONE, true, false, 255L, 257L, -1L, -128L, 0L));
        assertThat(read("G@\u0009!\u00fbTD-\u0018.")).isEqualTo(Math.PI);
        assertThat(read("X\u0002\u0000\u0000\u0000\u00c3\u00a9.")).isEqualTo("\u00e9");
        assertThat(read("](K\u0001K\u0002eK\u0003a.")).isEqualTo(List.of(1L, 2L, 3L));
        assertThat(read("}(K\u0001NuK\u0002\u0088s.")).isEqualTo(Map.of(1L, None.NONE, 2L, true));
        assertThat(read("]q\u0000h\u0000a.")).isInstanceOfSatisfying(List.class, list -> assertThat(list.get(0))
                .isSameAs(list));
        assertThat(read("K\u0001(K\u0002K\u00031K\u00040.")).isEqualTo(1L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "os.system",
                "posix.system",
                "builtins.eval",
                "builtins.getattr",
                "subprocess.Popen",
                "numpy.core.multiarray.fromfile",
                "numpy.load",
                "pandas.read_pickle",
                "copyreg._reconstructor"
            })
    void everyOtherNameIsRefusedByNameAndNothingIsRun(String name) {
        String module = name.substring(0, name.lastIndexOf('.'));
        String function = name.substring(name.lastIndexOf('.') + 1);
        String command = "X\u0013\u0000\u0000\u0000touch pickle-was-run";
        for (String global : new String[] {
            "c" + module + "\n" + function + "\n",
            "\u008c" + (char) module.length() + module + "\u008c" + (char) function.length() + function + "\u0093"
        }) {
            assertThat(refused(global + command + "\u0085R."))
                    .hasMessageMatching("p: byte \\d+: found the name \"" + name.replace(".", "\\.")
                            + "\" but expected none except those of numpy's arrays; nothing was run");
        }
        assertThat(java.nio.file.Path.of("pickle-was-run")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "R.|needs 2 values",
                "K|ends in the middle",
                "K1|ends in the middle",
                "t.|needs a mark",
                "(1.|needs 1 values",
                "h5.|a reference to value 53",
                "Nr\\xff\\xff\\xff\\xff.|found value 4294967295 to remember but expected number 0",
                "]K1s.|needs 1 values",
                "K1K1a.|items for the number 49 but expected a list",
                "](K1K1u.|items for a list but expected a dictionary",
                "}](K1es.|needs 1 values",
                "}]Ns.|found a list as a key",
                "K1Nb.|found content for the number 49",
                "iposix\\nsystem\\n.|found opcode 105",
                "cnumpy\\nndarray\\n)R.|cannot be called by itself",
                "cnumpy\\nndarray\\n)\\x81.|a new object of the name \"numpy.ndarray\"",
                "cnumpy\\ndtype\\nX\\x02\\x00\\x00\\x00V8\\x85R.|an array of type \"V8\"",
                "cnumpy\\ndtype\\n)R.|with 0 values",
                "cnumpy\\ndtype\\nK1\\x85R.|the number 49 as value 0",
                "\\x8a\\x09123456789.|a whole number of 9 bytes",
                "X\\x02\\x00\\x00\\x00\\xff\\xff.|not valid UTF-8",
                "\\x80\\x07.|found opcode 128",
                "P1\\n.|found opcode 80",
                "Q.|found opcode 81",
                "\\x97.|found opcode 151",
                "\\x8e\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff.|a length of 18446744073709551615 bytes",
                "B\\xff\\xff\\xff\\xff.|a length of 4294967295 bytes",
                "B\\xff\\xff\\xff\\x03.|ends in the middle of the pickle",
            })
    void whatIsWrongIsNamed(String opcodes, String says) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < opcodes.length(); i++) {
            if (opcodes.startsWith("\\x", i)) {
                plain.append((char) Integer.parseInt(opcodes.substring(i + 2, i + 4), 16));
                i += 3;
            } else if (opcodes.startsWith("\\n", i)) {
                plain.append('\n');
                i++;
            } else {
                plain.append(opcodes.charAt(i));
            }
        }
        assertThat(refused(plain.toString())).hasMessageContaining(says).hasMessageNotContaining("\n");
    }

    @Test
    void whatIsNoPickleIsRefused() {
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(new byte[0])))
                .hasMessageContaining("ends in the middle");
        assertThat(catchThrowableOfType(BadInputException.class, () -> read("{\"a\": 1}".getBytes(ISO_8859_1))))
                .hasMessage("p: byte 1: found no pickle but expected one of protocol 2 to 5");
        assertThat(catchThrowableOfType(BadInputException.class, () -> read(new byte[] {(byte) 0x80, 1, '.'})))
                .hasMessageContaining("of protocol 1 but expected 2 to 5");
        assertThat(catchThrowableOfType(
                        BadInputException.class,
                        () -> PickleReader.read(
                                "p", new ByteArrayInputStream(new byte[] {(byte) 0x80, 2, ']', ']'}), 3, 99)))
                .hasMessageContaining("at most 3 bytes");
    }

    @Test
    void arraysThatDoNotFitAreRefused() {
        String type = "cnumpy\ndtype\nX\u0002\u0000\u0000\u0000f8\u0085R";
        String blank = "cnumpy.core.multiarray\n_reconstruct\n)R(K\u0001";
        String data = "\u0089C\u0008" + "\u0000".repeat(8) + "tb.";
        assertThat(read(blank + "K\u0001\u0085" + type + data)).isInstanceOf(NdArray.class);
        assertThat(refused(blank + "K\u0002\u0085" + type + data)).hasMessageContaining("shape [2] but 8 bytes");
        assertThat(refused(blank + "J\u00ff\u00ff\u00ff\u00ff\u0085" + type + data))
                .hasMessageContaining("an invalid shape");
        String huge = "J\u00ff\u00ff\u00ff\u007f";
        assertThat(refused(blank + huge + huge + huge + "\u0087" + type + data))
                .hasMessageContaining("at most 67108864 items");
        assertThat(refused(blank + "N\u0085" + type + data)).hasMessageContaining("an invalid shape");
        assertThat(refused(blank + "K\u0001\u0085N" + data)).hasMessageContaining("which it does not take");
    }

    @Test
    void nestingCostsNothing() {
        int depth = 1_000_000;
        Object outer = read("]" + "\u0085".repeat(depth) + ".");
        int found = 0;
        while (outer instanceof Tuple tuple) {
            outer = tuple.items().get(0);
            found++;
        }
        assertThat(found).isEqualTo(depth);
        assertThat(refused("(".repeat(depth) + ".")).hasMessageContaining("needs 1 values");
        assertThat(refused("]" + "\u0085".repeat(depth) + "}\u0094K\u0001s.")).isNotNull();
    }

    @Test
    void whatIsCopiedAgainAndAgainCountsEachTime() {
        String text = "X\u0000\u0000@\u0000" + "x".repeat(1 << 22);
        String latin1 = "X\u0006\u0000\u0000\u0000latin1";
        String encode = "c_codecs\nencode\nq\u00000" + text + latin1 + "\u0086q\u00010";
        assertThat(read(encode + "](" + "h\u0000h\u0001R".repeat(9) + "e.")).isInstanceOf(List.class);
        assertThat(refused(encode + "](" + "h\u0000h\u0001R".repeat(99) + "e."))
                .hasMessageContaining("found more than fits in the memory for one file");
        String type = "cnumpy\ndtype\nX\u0002\u0000\u0000\u0000O8\u0085R";
        String items = "\u0089](" + "N".repeat(1 << 16) + "e";
        String state = "(K\u0001J\u0000\u0000\u0001\u0000\u0085" + type + items + "tq\u00000";
        String build = "cnumpy.core.multiarray\n_reconstruct\n)Rh\u0000b";
        assertThat(read(state + "](" + build.repeat(9) + "e.")).isInstanceOf(List.class);
        assertThat(refused(state + "](" + build.repeat(999) + "e."))
                .hasMessageContaining("found more than fits in the memory for one file");
    }

    @Test
    void endlessFilesAreCutOff() {
        for (String opcodes : new String[] {"]", "(", "N\u0094", "]2"}) {
            InputStream endless = new InputStream() {
                private long position = -2;

                @Override
                public int read(byte[] bytes, int from, int length) {
                    for (int i = 0; i < length; i++) {
                        bytes[from + i] = (byte) read();
                    }
                    return length;
                }

                @Override
                public int read() {
                    position++;
                    if (position < 1) {
                        return position < 0 ? 0x80 : 2;
                    }
                    return opcodes.charAt((int) ((position - 1) % opcodes.length()));
                }
            };
            assertThat(catchThrowableOfType(
                            BadInputException.class,
                            () -> PickleReader.read("p", endless, PickleReader.MAX_BYTES, 1_000_000)))
                    .hasMessageContaining(
                            opcodes.equals("]2") ? "found opcode 50" : "found more than fits in the memory");
        }
    }

    @Test
    void halves() {
        assertThat(NdArray.half((short) 0x3c00)).isEqualTo(1);
        assertThat(NdArray.half((short) 0xc000)).isEqualTo(-2);
        assertThat(NdArray.half((short) 0x7bff)).isEqualTo(65504);
        assertThat(NdArray.half((short) 0x0001)).isEqualTo(Math.pow(2, -24));
        assertThat(NdArray.half((short) 0x3555)).isEqualTo(0.333251953125);
        assertThat(NdArray.half((short) 0x7c00)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(NdArray.half((short) 0xfe00)).isNaN();
        assertThat(1 / NdArray.half((short) 0x8000)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** Whatever happens to a file, the answer is evidence or one line about what is wrong. */
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @ParameterizedTest
    @ValueSource(strings = {"video-p2", "video-p4", "video-p5", "labelled"})
    void mutatedFilesAreReadOrRefused(String name) throws IOException {
        byte[] good = bytes(name);
        int read = 0;
        for (long seed = 0; seed < 2_500; seed++) {
            byte[] bytes = mutated(good, new SplittableRandom(seed));
            try {
                DlcFile.read("-", new ByteArrayInputStream(bytes));
                read++;
            } catch (BadInputException e) {
                assertThat(String.valueOf(e.getMessage()))
                        .as("%s, seed %d", name, seed)
                        .startsWith("standard input: ")
                        .doesNotContain("\n", "Exception", "null")
                        .hasSizeLessThan(600);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(name + ", seed " + seed + ": " + e, e);
            }
        }
        assertThat(read).isBetween(100, 2_400);
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(
                PickleReaderTest.class.getResourceAsStream("/dev/jointly/io/dlc/" + name + ".pickle"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] mutated(byte[] good, SplittableRandom random) {
        byte[] bytes = good.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = java.util.Arrays.copyOf(bytes, at + 1);
                case 3 -> bytes = spliced(bytes, at, 0, bytes, random.nextInt(bytes.length), random);
                default -> bytes = spliced(bytes, at, random.nextInt(9), bytes, 0, random);
            }
        }
        return bytes;
    }

    /** Puts up to eight bytes of {@code from} in the place of {@code drop} bytes. */
    private static byte[] spliced(byte[] to, int at, int drop, byte[] from, int start, SplittableRandom random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(to, 0, at);
        out.write(from, start, Math.min(from.length - start, random.nextInt(9)));
        int rest = Math.min(to.length, at + drop);
        out.write(to, rest, to.length - rest);
        return out.toByteArray();
    }
}
