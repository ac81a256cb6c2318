/**
 * Groups body-joint detections into people, with proof. {@link dev.jointly.solve.Solver} solves, {@link
 * dev.jointly.certify.Checker} checks what was found, {@link dev.jointly.lp.highs.HighsEngine} is the engine.
 *
 * <p>The HiGHS library comes in jars without classes, some of which have names that cannot be made into module names.
 * They belong on the class path, also in programs whose other jars are on the module path.
 */
@SuppressWarnings("requires-automatic")
module dev.jointly.core {
    requires static transitive org.jspecify;
    requires com.sun.jna;
    requires java.management;

    exports dev.jointly.anatomy;
    exports dev.jointly.certify;
    exports dev.jointly.evidence;
    exports dev.jointly.generate;
    exports dev.jointly.lp;
    exports dev.jointly.lp.highs;
    exports dev.jointly.margin;
    exports dev.jointly.pose;
    exports dev.jointly.problem;
    exports dev.jointly.proof;
    exports dev.jointly.selfcheck;
    exports dev.jointly.session;
    exports dev.jointly.solve;
    exports dev.jointly.solve.option;
    exports dev.jointly.track;

    uses dev.jointly.lp.LpEngineProvider;

    provides dev.jointly.lp.LpEngineProvider with
            dev.jointly.lp.highs.HighsProvider;
}
