package dev.jointly.spark;

import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.classic.UserDefinedFunctionUtils;
import org.apache.spark.sql.expressions.SparkUserDefinedFunction;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * {@link SolveFrames} as a function of Spark SQL, and so of PySpark: with {@code spark.sql.extensions=dev.jointly.spark.JointlyExtensions},
 * {@code jointly_solve(problem)} is a struct of {@link SolveFrames#resultType()}. The argument is a JSON document, or a struct of the
 * columns that make a problem; a second one, {@code map('timeLimit', '60', 'gap', '0.01', 'method', 'pcg', 'certificates', 'false')},
 * has the settings, the time limit in seconds. The function counts as non-deterministic, so that Spark calls it once per row however
 * many fields of the struct are used.
 */
public final class JointlyExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    static final String FUNCTION = "jointly_solve";

    /** Spark makes one. */
    public JointlyExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        extensions.injectFunction(new Tuple3<>(
                new FunctionIdentifier(FUNCTION),
                new ExpressionInfo(JointlyExtensions.class.getName(), FUNCTION),
                JointlyExtensions::expression));
        return BoxedUnit.UNIT;
    }

    private static Expression expression(Seq<Expression> arguments) {
        List<DataType> types = CollectionConverters.asJava(arguments).stream()
                .map(Expression::dataType)
                .toList();
        if (types.isEmpty()
                || types.size() > 2
                || !isProblem(types.get(0))
                || (types.size() == 2 && !isWords(types.get(1)))) {
            throw new IllegalArgumentException(FUNCTION + ": found arguments of the types "
                    + types.stream().map(DataType::sql).toList()
                    + " but expected a problem, as a string or a struct, and a map of strings or nothing");
        }
        UDF1<Object, Row> plain = problem -> solve(problem, settings(Map.of()));
        UDF2<Object, scala.collection.Map<String, String>, Row> withSettings = (problem, words) ->
                solve(problem, settings(words == null ? Map.of() : CollectionConverters.asJava(words)));
        UserDefinedFunction function = types.size() == 1
                ? functions.udf(plain, SolveFrames.resultType())
                : functions.udf(withSettings, SolveFrames.resultType());
        return UserDefinedFunctionUtils.toScalaUDF(
                (SparkUserDefinedFunction) function.withName(FUNCTION).asNondeterministic(), arguments);
    }

    private static boolean isProblem(DataType type) {
        return type instanceof StringType || type instanceof NullType || type instanceof StructType;
    }

    private static boolean isWords(DataType type) {
        if (type instanceof MapType map) {
            return map.keyType() instanceof StringType && map.valueType() instanceof StringType;
        }
        return type instanceof NullType;
    }

    static SolveSettings settings(Map<String, String> words) {
        Settings settings = Settings.defaults();
        boolean certificates = true;
        for (Map.Entry<String, String> word : new TreeMap<>(words).entrySet()) {
            String value = String.valueOf(word.getValue());
            try {
                switch (word.getKey()) {
                    case "timeLimit" ->
                        settings = settings.withTimeLimit(Duration.ofMillis(millis(Double.parseDouble(value))));
                    case "gap" -> settings = settings.withGap(Double.parseDouble(value));
                    case "method" -> settings = settings.withMethod(method(value));
                    case "certificates" -> {
                        if (!List.of("true", "false").contains(value)) {
                            throw new IllegalArgumentException("expected true or false");
                        }
                        certificates = value.equals("true");
                    }
                    default -> throw new IllegalArgumentException("expected timeLimit, gap, method or certificates");
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        FUNCTION + ": found the setting " + word.getKey() + " = " + value + ": " + e.getMessage(), e);
            }
        }
        return SolveSettings.of(settings).withCertificates(certificates);
    }

    private static Method method(String label) {
        return Arrays.stream(Method.values())
                .filter(method -> method.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected pcg or bcg"));
    }

    private static long millis(double seconds) {
        if (Double.isNaN(seconds)) {
            throw new IllegalArgumentException("expected seconds");
        }
        return Math.round(1e3 * seconds);
    }

    private static Row solve(Object problem, SolveSettings settings) throws IOException {
        String text = problem instanceof Row row ? ProblemColumns.json(row) : problem == null ? "" : problem.toString();
        return SolveFrames.solved(new RawRecord("problem", text), settings);
    }
}
