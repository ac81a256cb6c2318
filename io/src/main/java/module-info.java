/**
 * Problems, solutions and evidence as JSON, and the files of other tools. {@link dev.jointly.io.ProblemReader}, {@link
 * dev.jointly.io.SolutionWriter} and {@link dev.jointly.io.ClaimReader} are what most callers need.
 */
@SuppressWarnings("requires-automatic")
module dev.jointly.io {
    requires static transitive org.jspecify;
    requires transitive com.fasterxml.jackson.core;
    requires transitive dev.jointly.core;
    requires io.jhdf;
    requires java.xml;
    requires org.apache.commons.lang3;
    requires org.slf4j;
    requires org.yaml.snakeyaml;

    exports dev.jointly.io;
    exports dev.jointly.io.coco;
    exports dev.jointly.io.deepcut;
    exports dev.jointly.io.dlc;
    exports dev.jointly.io.export;
    exports dev.jointly.io.json;
    exports dev.jointly.io.openpose;

    uses dev.jointly.io.InputFormat;
    uses dev.jointly.io.export.OutputFormat;

    provides dev.jointly.io.InputFormat with
            dev.jointly.io.dlc.DlcFormat,
            dev.jointly.io.openpose.OpenPoseFormat,
            dev.jointly.io.deepcut.DeepCutFormat,
            dev.jointly.io.EvidenceFormat;
}
