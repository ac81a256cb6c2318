package dev.jointly.oracle;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Says which seed of {@link Trials} a test failed at, whatever it failed with. Every test class has it, by {@code
 * META-INF/services}.
 */
public final class NamedSeed implements BeforeEachCallback, TestExecutionExceptionHandler {
    @Override
    public void beforeEach(ExtensionContext context) {
        Trials.forget();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        name(context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName(), failure);
        throw failure;
    }

    /** Puts the seed into the failure, so that it is in the report, and on standard error. */
    static void name(String test, Throwable failure) {
        Long seed = Trials.current();
        if (seed != null) {
            String hint = test + " failed at seed " + seed + "; -Djointly.seed=" + seed + " tries it alone";
            System.err.println(hint);
            failure.addSuppressed(new AssertionError(hint));
        }
    }
}
