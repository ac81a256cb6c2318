package dev.jointly.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which module may depend on which. */
@AnalyzeClasses(
        packages = "dev.jointly",
        importOptions = {DoNotIncludeTests.class, ModuleArchitectureTest.NoTestJars.class})
class ModuleArchitectureTest {
    /** Tests of other modules come as jars of their own, which the usual option takes for programs. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final DescribedPredicate<JavaClass> PROGRAM = resideInAPackage("dev.jointly.cli")
            .and(nameMatching("dev\\.jointly\\.cli\\.(Main|ServeCommand|BatchCommand|SparkLaunch|ShellFiles)(\\$.*)?"));

    @ArchTest
    static final ArchRule IO_KNOWS_ONLY_VALUES = classes()
            .that()
            .resideInAPackage("dev.jointly.io..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "com.fasterxml.jackson.core..",
                    "io.jhdf..",
                    "org.yaml.snakeyaml..",
                    "javax.xml.stream..",
                    "dev.jointly.io..",
                    "dev.jointly.anatomy",
                    "dev.jointly.problem",
                    "dev.jointly.evidence",
                    "dev.jointly.pose",
                    "dev.jointly.proof",
                    "dev.jointly.certify",
                    "dev.jointly.margin",
                    "dev.jointly.solve",
                    "dev.jointly.track");

    @ArchTest
    static final ArchRule NOBODY_KNOWS_THE_COMMAND_LINE = noClasses()
            .that()
            .resideOutsideOfPackage("dev.jointly.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.cli..", "picocli..");

    /** Except by the program itself, which puts the commands together. */
    @ArchTest
    static final ArchRule PACKAGES_OF_THE_COMMAND_LINE_ARE_LAYERED = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.jointly.cli..")
            .layer("program")
            .definedBy(PROGRAM)
            .layer("convert")
            .definedBy("dev.jointly.cli.convert")
            .layer("media")
            .definedBy("dev.jointly.cli.media")
            .layer("solve")
            .definedBy("dev.jointly.cli.solve")
            .layer("report")
            .definedBy("dev.jointly.cli.report")
            .layer("base")
            .definedBy(resideInAPackage("dev.jointly.cli").and(not(PROGRAM)))
            .whereLayer("program")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("convert")
            .mayOnlyBeAccessedByLayers("program")
            .whereLayer("media")
            .mayOnlyBeAccessedByLayers("program", "convert")
            .whereLayer("solve")
            .mayOnlyBeAccessedByLayers("program", "convert", "media")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("program", "convert", "media", "solve");

    @ArchTest
    static final ArchRule CORE_KNOWS_NO_FILES = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.jointly.cli..", "dev.jointly.io..", "dev.jointly.vision..", "dev.jointly.server..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.io..", "com.fasterxml..");

    @ArchTest
    static final ArchRule JSON_STAYS_IN_IO = noClasses()
            .that()
            .resideInAPackage("dev.jointly.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml..");

    @ArchTest
    static final ArchRule THE_ENGINE_IS_CHOSEN_IN_ONE_PLACE = noClasses()
            .that()
            .resideInAPackage("dev.jointly.cli..")
            .and()
            .doNotHaveFullyQualifiedName("dev.jointly.cli.Main$Engine")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jointly.lp..");

    @ArchTest
    static final ArchRule THE_ENGINE_IS_CHOSEN_BY_NAME = noClasses()
            .that()
            .resideInAPackage("dev.jointly.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jointly.lp.highs..");

    @ArchTest
    static final ArchRule THE_NETWORK_RUNTIME_IS_NAMED_IN_ONE_ROOM = noClasses()
            .that()
            .resideOutsideOfPackage("dev.jointly.vision.net")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("ai.onnxruntime..");

    @ArchTest
    static final ArchRule THE_NETWORK_ENDS_IN_EVIDENCE = classes()
            .that()
            .resideInAPackage("dev.jointly.vision.net")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.imageio..",
                    "org.jspecify..",
                    "ai.onnxruntime..",
                    "dev.jointly.vision.net",
                    "dev.jointly.io",
                    "dev.jointly.io.json",
                    "dev.jointly.anatomy",
                    "dev.jointly.problem",
                    "dev.jointly.evidence");

    @ArchTest
    static final ArchRule A_SECOND_LOOK_KNOWS_NO_SOLVER = classes()
            .that()
            .resideInAPackage("dev.jointly.vision.refine")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "dev.jointly.vision.refine",
                    "dev.jointly.vision.net",
                    "dev.jointly.vision.cost",
                    "dev.jointly.anatomy",
                    "dev.jointly.problem",
                    "dev.jointly.pose");

    @ArchTest
    static final ArchRule VIDEOS_KNOW_NOTHING_OF_WHAT_IS_SEEN = classes()
            .that()
            .resideInAPackage("dev.jointly.vision.video")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "dev.jointly.vision.video", "dev.jointly.io");

    /** Of its own module, which is built after the program. */
    @ArchTest
    static final ArchRule NOTHING_HERE_KNOWS_SPARK = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.jointly.spark..",
                    "org.apache.spark..",
                    "org.apache.hadoop..",
                    "org.apache.parquet..",
                    "scala..");

    @ArchTest
    static final ArchRule THE_WEB_FRAMEWORK_IS_NAMED_IN_ONE_ROOM = noClasses()
            .that()
            .resideOutsideOfPackage("dev.jointly.server..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..", "io.micrometer..", "kotlin..");

    @ArchTest
    static final ArchRule ONLY_THE_COMMAND_LINE_KNOWS_THE_SERVER = noClasses()
            .that()
            .resideOutsideOfPackages("dev.jointly.server..", "dev.jointly.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jointly.server..");

    @ArchTest
    static final ArchRule THE_SERVER_KNOWS_NO_ENGINE = noClasses()
            .that()
            .resideInAPackage("dev.jointly.server..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jointly.lp..");

    @ArchTest
    static final ArchRule HDF5_IS_NAMED_IN_ONE_ROOM = noClasses()
            .that()
            .resideOutsideOfPackage("dev.jointly.io.hdf5")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.jhdf..");

    @ArchTest
    static final ArchRule ONE_CLASS_READS_YAML = noClasses()
            .that()
            .haveNameNotMatching("dev\\.jointly\\.io\\.dlc\\.DlcConfig(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.yaml..");

    @ArchTest
    static final ArchRule FORMATS_OF_OTHERS_KNOW_NOTHING_OF_EACH_OTHER = slices().matching("dev.jointly.io.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(resideInAPackage("dev.jointly.io.."), resideInAPackage("dev.jointly.io.json"))
            .ignoreDependency(
                    resideInAnyPackage("dev.jointly.io.dlc", "dev.jointly.io.export"),
                    resideInAPackage("dev.jointly.io.pickle"))
            .ignoreDependency(
                    resideInAnyPackage("dev.jointly.io.dlc", "dev.jointly.io.deepcut"),
                    resideInAPackage("dev.jointly.io.hdf5"));

    @ArchTest
    static final ArchRule ONE_CLASS_FITS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.jointly.vision.cost.LogisticFit")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("de.bwaldvogel..");

    @ArchTest
    static final ArchRule ONE_CLASS_PLOTS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.jointly.vision.draw.ReliabilityPlot")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.knowm..");

    @ArchTest
    static final ArchRule COSTS_KNOW_NO_SOLVER = noClasses()
            .that()
            .resideInAnyPackage("dev.jointly.vision.cost..", "dev.jointly.vision.eval..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.solve..", "dev.jointly.lp..", "dev.jointly.vision.net..");

    @ArchTest
    static final ArchRule COSTS_KNOW_NO_EVALUATION = noClasses()
            .that()
            .resideInAPackage("dev.jointly.vision.cost..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.jointly.vision.eval..");
}
