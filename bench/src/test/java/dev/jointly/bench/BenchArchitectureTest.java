package dev.jointly.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of this module and what they may import, as dev/architecture.md lists them. */
@AnalyzeClasses(packages = "dev.jointly.bench", importOptions = DoNotIncludeTests.class)
class BenchArchitectureTest {
    @ArchTest
    static final ArchRule COMMANDS_ARE_ON_TOP = noClasses()
            .that()
            .resideInAnyPackage("dev.jointly.bench.measure", "dev.jointly.bench.scene", "dev.jointly.bench.paper")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.bench", "picocli..", "dev.jointly.lp.highs");

    @ArchTest
    static final ArchRule MEASURING_KNOWS_NOTHING = noClasses()
            .that()
            .resideInAPackage("dev.jointly.bench.measure")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.bench.scene", "dev.jointly.bench.paper");

    @ArchTest
    static final ArchRule PROBLEMS_ARE_MADE_WITHOUT_A_SOLVER = noClasses()
            .that()
            .resideInAPackage("dev.jointly.bench.scene")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.jointly.bench.paper", "dev.jointly.solve..", "dev.jointly.lp..");

    @ArchTest
    static final ArchRule ONE_CLASS_WRITES_PARQUET = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.jointly.bench.paper.Store")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.jerolba..");
}
