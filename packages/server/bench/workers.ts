import { fillFiles, subfolder, usualData, type Bench } from "./bench.ts";
import { ownCheckout, platformContender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import { platformScenarios } from "./scenarios.ts";

/** The contenders with workers. */
export const workerNames = ["two workers", "one worker"] as const;

/** Token checks with two workers and with one, in turns. */
export async function measureWorkers(bench: Bench): Promise<Measured> {
  const data = usualData(bench.options);
  const folder = subfolder(bench, "workers");
  const addresses = await fillFiles({ ...bench, folder }, workerNames, data);
  const contenders = workerNames.map((name, at) => {
    const flags = [`--workers=${workerNames.length - at}`];
    const database = addresses.get(name) ?? "";
    return platformContender({ name, checkout: ownCheckout, data, database, flags, folder, withHub: false });
  });
  const scenarios = platformScenarios.filter(({ name }) => ["user", "team-token"].includes(name));
  return measure({ contenders, scenarios, timing: bench.options.timing, load: bench.load, hasWorkers: true });
}
