package dev.jointly.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What this module may depend on; that no other depends on it, or on Spark, is tested where the program is. */
@AnalyzeClasses(packages = "dev.jointly.spark", importOptions = DoNotIncludeTests.class)
class SparkArchitectureTest {
    @ArchTest
    static final ArchRule BATCHES_KNOW_NEITHER_PROGRAM_NOR_SERVER = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.apache.spark..",
                    "org.apache.hadoop..",
                    "org.apache.parquet..",
                    "scala..",
                    "com.fasterxml.jackson.core..",
                    "com.sun.jna..",
                    "dev.jointly.anatomy",
                    "dev.jointly.certify",
                    "dev.jointly.evidence",
                    "dev.jointly.io..",
                    "dev.jointly.lp..",
                    "dev.jointly.margin",
                    "dev.jointly.pose",
                    "dev.jointly.problem",
                    "dev.jointly.proof",
                    "dev.jointly.selfcheck",
                    "dev.jointly.solve..",
                    "dev.jointly.spark",
                    "dev.jointly.vision..");
}
