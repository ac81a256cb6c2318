package dev.jointly.vision.net;

import dev.jointly.evidence.Evidence;
import dev.jointly.vision.net.CentreDecoder.ExpectedPerson;
import java.util.ArrayList;
import java.util.List;

/**
 * MoveNet's own decoder, from its description: every local maximum of the map of centres is a person, and each of its joints is in
 * the cell with the highest score over distance from where the centre expects it. Nothing keeps two people from having the same
 * joint. The k-th candidates of all parts are one person.
 */
public record OwnDecoder(CentreDecoder kind) implements Decoder {
    /** The same card, decoded like this. */
    public static ModelCard of(ModelCard card, double threshold) {
        return new ModelCard(
                card.name(),
                card.network(),
                card.input(),
                card.output(),
                threshold,
                card.parts(),
                new OwnDecoder((CentreDecoder) card.decoder()),
                card.anatomy());
    }

    @Override
    public void requireFits(List<ModelCard.Part> parts, ModelCard.Output output) {
        kind.requireFits(parts, output);
    }

    @Override
    public boolean scoresPairs() {
        return false;
    }

    @Override
    public Found decode(ModelCard card, Maps maps, Cells cells) {
        Maps centres = maps.logistic(card.parts().get(kind.centre().part()).channel());
        List<ExpectedPerson> people = Peaks.of(centres, 0, card.threshold()).stream()
                .map(peak -> ExpectedPerson.of(kind, maps, peak.column(), peak.row()))
                .toList();
        List<Evidence.Candidate> candidates = new ArrayList<>();
        for (int part = 0; part < card.parts().size(); part++) {
            int own = part;
            Maps scores = maps.logistic(card.parts().get(part).channel());
            int joint = kind.joints().stream()
                    .map(CentreDecoder.Joint::part)
                    .toList()
                    .indexOf(own);
            CentreDecoder.Channels offset = joint < 0
                    ? kind.centre().offset()
                    : kind.joints().get(joint).offset();
            for (ExpectedPerson one : people) {
                int cell = joint < 0 ? one.row() * maps.width() + one.column() : one.cell(scores, joint);
                int column = cell % maps.width();
                int row = cell / maps.width();
                candidates.add(new Evidence.Candidate(
                        part,
                        cells.x(column + maps.at(offset.x(), column, row) - 0.5),
                        cells.y(row + maps.at(offset.y(), column, row) - 0.5),
                        scores.at(0, column, row)));
            }
        }
        return new Found(candidates, List.of());
    }
}
