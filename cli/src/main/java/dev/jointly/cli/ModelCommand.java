package dev.jointly.cli;

import picocli.CommandLine.Command;

/** {@code jointly model}: the networks that {@code pose} runs. */
@Command(
        name = "model",
        synopsisSubcommandLabel = "COMMAND",
        description = "Manages the networks that pose runs on images.")
final class ModelCommand {}
