import { linesOf, markdownTable, spreadText, type Line } from "../report.ts";
import type { ScenarioFigures } from "../scenario-run.ts";

/** The names of the contenders beside the bare server. */
export const platformName = "platform";
export const floorName = "floor";

/** One row for each call: what can be reached, what is reached, and what is between. */
export function floorTable(scenarios: readonly ScenarioFigures[], starts: number): string {
  const rows = scenarios.flatMap((figures) => {
    const lines = new Map(linesOf(figures, starts).map((line) => [line.contender, line]));
    const [platform, floor] = [lines.get(platformName), lines.get(floorName)];
    return platform === undefined || floor === undefined ? [] : [rowOf(platform, floor)];
  });
  const head = ["scenario", "bytes: platform, floor", "bare, µs", "floor, µs", "platform, µs"];
  return markdownTable(
    [...head, "ratio of the floor", "ratio of the platform", "target", "the target is", "others, cores"],
    rows,
  );
}

function rowOf(platform: Line, floor: Line): readonly string[] {
  const { target } = platform;
  return [
    platform.scenario,
    `${platform.responseBytes}, ${floor.responseBytes}`,
    platform.bareMicroseconds.toFixed(1),
    floor.microseconds.toFixed(1),
    platform.microseconds.toFixed(1),
    spreadText(floor.ratio),
    spreadText(platform.ratio),
    target?.toFixed(2) ?? "",
    target === undefined ? "" : verdictOf(target, platform, floor),
    platform.coresOfOthers.toFixed(2),
  ];
}

/** The ratio of a server that only does what is needed is the most that can be had. */
function verdictOf(target: number, platform: Line, floor: Line): string {
  if (platform.ratio.median >= target) return "reached";
  return floor.ratio.median < target ? "out of reach" : "within reach";
}
