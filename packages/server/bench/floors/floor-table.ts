import { linesOf, markdownTable, spreadText, type Line } from "../report.ts";
import type { ScenarioFigures } from "../scenario-run.ts";

/** The names of the contenders beside the bare server. */
export const platformName = "platform";
export const floorName = "floor";
export const guardedFloorName = "guarded-floor";

/** One row for each call: what can be reached, what is reached, and what is between. */
export function floorTable(scenarios: readonly ScenarioFigures[], starts: number): string {
  const rows = scenarios.flatMap((figures) => {
    const lines = new Map(linesOf(figures, starts).map((line) => [line.contender, line]));
    const [platform, floor, guarded] = [platformName, floorName, guardedFloorName].map((name) =>
      lines.get(name),
    );
    if (platform === undefined || floor === undefined || guarded === undefined) return [];
    return [rowOf({ platform, floor, guarded })];
  });
  return markdownTable(
    [
      "scenario",
      "bytes: platform, floor",
      "bare, µs",
      "floor, µs",
      "behind the listener, µs",
      "platform, µs",
      "ratio of the floor",
      "behind the listener",
      "ratio of the platform",
      "target",
      "the target is",
      "others, cores",
    ],
    rows,
  );
}

interface Compared {
  readonly platform: Line;
  readonly floor: Line;
  readonly guarded: Line;
}

function rowOf({ platform, floor, guarded }: Compared): readonly string[] {
  const { target } = platform;
  return [
    platform.scenario,
    `${platform.responseBytes}, ${floor.responseBytes}`,
    ...[platform.bareMicroseconds, floor.microseconds, guarded.microseconds, platform.microseconds].map(
      (microseconds) => microseconds.toFixed(1),
    ),
    ...[floor, guarded, platform].map(({ ratio }) => spreadText(ratio)),
    target?.toFixed(2) ?? "",
    target === undefined ? "" : verdictOf(target, platform, floor),
    platform.coresOfOthers.toFixed(2),
  ];
}

/**
 * The ratio of a server that only does what is needed is the most that can be had. The listener is ours, so what it costs is shown
 * and puts no target out of reach.
 */
function verdictOf(target: number, platform: Line, floor: Line): string {
  if (platform.ratio.median >= target) return "reached";
  return floor.ratio.median < target ? "out of reach" : "within reach";
}
