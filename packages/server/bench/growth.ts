import { fillFiles, subfolder, type Bench } from "./bench.ts";
import { ownCheckout, platformContender, type Contender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import { platformScenarios } from "./scenarios.ts";
import { SeededData } from "./seeded-data.ts";

/** The name of the contender with so many live tokens. */
export function growthName(liveTokens: number): string {
  return `${liveTokens.toLocaleString("en")} tokens`;
}

/** Token checks on databases of several sizes, in turns. */
export async function measureGrowth(bench: Bench): Promise<Measured> {
  const { growthSizes, timing } = bench.options;
  const contenders: Contender[] = [];
  for (const liveTokens of growthSizes) {
    const data = new SeededData({ liveTokens, codes: 0 });
    const name = growthName(liveTokens);
    const folder = subfolder(bench, `growth-${liveTokens}`);
    const addresses = await fillFiles({ ...bench, folder }, [name], data);
    const database = addresses.get(name) ?? "";
    contenders.push(
      platformContender({ name, checkout: ownCheckout, data, database, folder, withHub: false }),
    );
  }
  const scenarios = platformScenarios.filter(({ name }) => name === "user");
  return measure({ contenders, scenarios, timing, load: bench.load });
}
