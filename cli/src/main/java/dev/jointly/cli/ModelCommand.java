package dev.jointly.cli;

import picocli.CommandLine.Command;

/** {@code jointly model}: the networks that {@code pose} runs. */
@Command(name = "model", synopsisSubcommandLabel = "COMMAND", description = "The networks that look at photos.")
final class ModelCommand {}
