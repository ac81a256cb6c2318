// How much of the bound is lost by rounding lambda; see 0002-exact-grid.md.
import dev.jointly.generate.Crowding
import dev.jointly.generate.Generator
import dev.jointly.lp.highs.HighsEngine
import dev.jointly.solve.*
import java.time.Duration

var problem = Generator.generate("scene", 12, Crowding.CROWDED, 7)

for (int bits : new int[] {0, 4, 10, 20, 30}) {
    var d = Numerics.defaults();
    var numerics = new Numerics(
            d.reducedCostTolerance(), d.rowViolationTolerance(), d.tightTolerance(), d.rowBias(),
            d.rowGridBits(), bits, d.rootSubgradientSteps(), d.subgradientStepsPerRound(), d.finishLimit());
    var answer = new Solver(new HighsEngine()).solve(problem, Settings.defaults().withNumerics(numerics));
    System.out.printf("lambdaGridBits %d: scaleBits %d, %s, %d micro-units short%n",
            bits, answer.proof().scaleBits(), answer.status(), answer.objective() - answer.lowerBound());
}
/exit
