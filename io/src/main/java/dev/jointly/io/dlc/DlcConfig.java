package dev.jointly.io.dlc;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.GivenLimbs;
import dev.jointly.io.InputFile;
import dev.jointly.io.Reading;
import dev.jointly.io.json.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * What {@code config.yaml} of a DeepLabCut project of several animals says about them.
 *
 * @param file as messages spell it
 * @param parts {@code multianimalbodyparts}, the parts of an animal
 * @param uniqueParts {@code uniquebodyparts}, of which there is one per frame; they belong to no animal
 * @param individuals names of the animals
 * @param skeleton pairs of names; in DeepLabCut it is for drawing, so it need not be a tree
 */
public record DlcConfig(
        String file,
        List<String> parts,
        List<String> uniqueParts,
        List<String> individuals,
        List<List<String>> skeleton) {
    /** Characters; the paths of ten thousand videos are a tenth of it. */
    private static final int LONGEST = 16 << 20;

    private static final String REMEDY =
            "; correct skeleton, or name the limbs with --limbs (import without --config reports the ones it chooses)";

    public DlcConfig {
        parts = List.copyOf(parts);
        uniqueParts = List.copyOf(uniqueParts);
        individuals = List.copyOf(individuals);
        skeleton = List.copyOf(skeleton);
        if (parts.isEmpty() || parts.size() > Limits.PARTS || new TreeSet<>(parts).size() < parts.size()) {
            throw new BadInputException(file + ": multianimalbodyparts: found " + parts.size()
                    + " parts but expected 1 to " + Limits.PARTS + ", all different");
        }
    }

    /** Reads the file; {@code -} is standard input. */
    public static DlcConfig read(String file, InputStream standardInput) {
        String name = InputFile.name(file);
        return Reading.of(name, () -> {
            try (Reader text = new InputStreamReader(InputFile.open(file, standardInput), StandardCharsets.UTF_8)) {
                LoaderOptions options = new LoaderOptions();
                options.setCodePointLimit(LONGEST);
                return new Document(name, new Yaml(options).compose(text)).config();
            } catch (MarkedYAMLException e) {
                Mark mark = e.getProblemMark();
                String line = mark == null ? "" : "line " + (mark.getLine() + 1) + ": ";
                throw new BadInputException(name + ": " + line + "is not YAML: " + e.getProblem(), e);
            } catch (YAMLException e) {
                throw new BadInputException(name + ": is not YAML: " + e.getMessage(), e);
            } catch (IOException e) {
                throw new BadInputException(name + ": " + InputFile.transport(e), e);
            }
        });
    }

    /** The most animals that a frame can have. */
    public int animals() {
        return individuals.size();
    }

    /** The limbs of the skeleton, in its order. */
    public GivenLimbs limbs() {
        try {
            return GivenLimbs.of(parts, skeleton);
        } catch (BadInputException e) {
            throw new BadInputException(file + ": skeleton: " + e.getMessage() + REMEDY, e);
        }
    }

    /**
     * The anatomy of the skeleton.
     *
     * @param majors names of the major parts; empty for the centre of the skeleton
     */
    public Anatomy anatomy(List<String> majors) {
        return limbs().anatomy("deeplabcut", majors);
    }

    /** Only nodes are looked at. Tags that would make objects are refused by the parser. */
    private record Document(String file, @Nullable Node root) {
        DlcConfig config() {
            if (!(root instanceof MappingNode)) {
                throw new BadInputException(
                        file + ": found no fields but expected config.yaml of a DeepLabCut project");
            }
            List<String> parts = names("multianimalbodyparts");
            if (parts.isEmpty()) {
                throw new BadInputException(file + ": multianimalbodyparts: found none but expected names of parts,"
                        + " which a DeepLabCut project of several animals has");
            }
            List<List<String>> skeleton = new ArrayList<>();
            for (Node pair : items("skeleton", find("skeleton").orElse(null))) {
                skeleton.add(texts("skeleton", pair));
            }
            return new DlcConfig(file, parts, names("uniquebodyparts"), names("individuals"), skeleton);
        }

        private Optional<Node> find(String field) {
            return root instanceof MappingNode map
                    ? map.getValue().stream()
                            .filter(entry -> entry.getKeyNode() instanceof ScalarNode key
                                    && key.getValue().equals(field))
                            .map(NodeTuple::getValueNode)
                            .findFirst()
                    : Optional.empty();
        }

        private List<String> names(String field) {
            return texts(field, find(field).orElse(null));
        }

        private List<String> texts(String field, @Nullable Node list) {
            List<String> texts = new ArrayList<>();
            for (Node item : items(field, list)) {
                if (!(item instanceof ScalarNode text) || text.getValue().isBlank()) {
                    throw bad(field, item, "a name");
                }
                texts.add(text.getValue());
            }
            return texts;
        }

        /** An empty field is an empty list. */
        private List<Node> items(String field, @Nullable Node list) {
            if (list == null || list.getTag().equals(Tag.NULL)) {
                return List.of();
            }
            if (!(list instanceof SequenceNode sequence)) {
                throw bad(field, list, "a list");
            }
            return sequence.getValue();
        }

        private BadInputException bad(String field, Node node, String expected) {
            String found = node instanceof ScalarNode text ? Excerpt.quoted(text.getValue()) : "something else";
            int line = node.getStartMark().getLine() + 1;
            return new BadInputException(
                    file + ": line " + line + ": " + field + ": found " + found + " but expected " + expected);
        }
    }
}
