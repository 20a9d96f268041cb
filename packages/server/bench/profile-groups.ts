import { markdownTable } from "./report.ts";

/** The parts that are used here of a profile (https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** In microseconds, as all times. */
  readonly startTime: number;
  /** The node of each sample. */
  readonly samples: readonly number[];
  /** From each sample to the next. */
  readonly timeDeltas: readonly number[];
}

/** Shares of the time that a thread was busy, the largest first. */
export type ProfileGroups = readonly { readonly group: string; readonly share: number }[];

const ownPackage = /\/packages\/([\w-]+)\/(?:dist|src)\/(\w+)/;

const nativeGroups: Readonly<Record<string, string>> = {
  "(garbage collector)": "collecting garbage",
  "(program)": "the engine, outside of JavaScript",
  writeLatin1String: "writing to sockets",
  writeUtf8String: "writing to sockets",
  writeBuffer: "writing to sockets",
  writev: "writing to sockets",
  byteLength: "joining and encoding text",
  byteLengthUtf8: "joining and encoding text",
  utf8Write: "joining and encoding text",
  utf8WriteStatic: "joining and encoding text",
  exec: "SQLite",
  run: "SQLite",
  all: "SQLite",
};

/** Groups the samples after a time by what was run: SQLite, Node, a library, or a folder of ours. */
export function groupsOf(profile: CpuProfile, afterMicroseconds: number): ProfileGroups {
  const groupOfNode = new Map(profile.nodes.map(({ id, callFrame }) => [id, groupOf(callFrame)]));
  const sums = new Map<string, number>();
  let [elapsed, total] = [0, 0];
  for (const [at, node] of profile.samples.entries()) {
    elapsed += profile.timeDeltas[at] ?? 0;
    const group = groupOfNode.get(node);
    if (elapsed < afterMicroseconds || group === undefined) continue;
    const duration = profile.timeDeltas[at + 1] ?? 0;
    sums.set(group, (sums.get(group) ?? 0) + duration);
    total += duration;
  }
  return [...sums]
    .map(([group, sum]) => ({ group, share: sum / total }))
    .toSorted((one, other) => other.share - one.share);
}

/** @returns undefined for time in which nothing was run */
function groupOf({ functionName, url }: CpuProfile["nodes"][number]["callFrame"]): string | undefined {
  if (functionName === "(idle)" || functionName === "(root)") return undefined;
  return url === "" ? (nativeGroups[functionName] ?? "other functions of the engine") : groupOfFile(url);
}

function groupOfFile(url: string): string {
  // V8 counts a native function that is called directly for its caller; this one calls SQLite and little else.
  if (/\/sqlite-connection\.[jt]s$/.test(url)) return "SQLite";
  if (url.startsWith("node:")) return "Node's JavaScript";
  const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (library !== undefined) return `library ${library}`;
  const [, name = "", folder = ""] = ownPackage.exec(url) ?? [];
  return name === "server" ? `server/${folder}` : name;
}

/** What was sampled of one scenario on one checkout. */
export interface ScenarioProfile {
  readonly title: string;
  readonly contender: string;
  readonly groups: ProfileGroups;
}

const shown = 0.005;

/** One row for each group, one column for each scenario and checkout. */
export function profileTable(profiles: readonly ScenarioProfile[]): string {
  const shares = profiles.map(({ groups }) => new Map(groups.map(({ group, share }) => [group, share])));
  const names = [...new Set(profiles.flatMap(({ groups }) => groups.map(({ group }) => group)))];
  const rows = names
    .filter((name) => shares.some((of) => (of.get(name) ?? 0) >= shown))
    .map((name) => [name, ...shares.map((of) => `${((of.get(name) ?? 0) * 100).toFixed(1)} %`)]);
  return markdownTable(["group", ...profiles.map(({ title, contender }) => `${title} (${contender})`)], rows);
}
