import { describe, expect, it } from "vitest";
import { applyCommand } from "../../src/operating/commands/apply.ts";
import { auditExportCommand } from "../../src/operating/commands/audit-export.ts";
import { backupCommand } from "../../src/operating/commands/backup.ts";
import { demoCommand } from "../../src/operating/commands/demo.ts";
import { doctorCommand } from "../../src/operating/commands/doctor.ts";
import { restoreCommand } from "../../src/operating/commands/restore.ts";
import { revokeAllCommand, revokeCommand } from "../../src/operating/commands/revoke.ts";
import { serveCommand } from "../../src/operating/commands/serve.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { settings } from "../../src/config/settings.ts";
import { pathOf, readReference, sectionOf, tablesOf, withRows } from "./support/markdown-tables.ts";

const page = readReference("settings.md");
const all = Object.values(settings);
const commands = [
  serveCommand,
  demoCommand,
  doctorCommand,
  applyCommand,
  backupCommand,
  restoreCommand,
  revokeCommand,
  revokeAllCommand,
  auditExportCommand,
];

describe("the reference of settings", () => {
  it("lists exactly the settings that there are, with their meaning; `vitest run -u` writes them again", async () => {
    const expected = all.map((setting) => [
      `\`--${setting.flag}\``,
      `\`${setting.variable}\``,
      setting.default === "" ? "none" : `\`${setting.default}\``,
      valuesOf(setting),
      setting.description,
    ]);
    await expect(withRows(page, expected)).toMatchFileSnapshot(pathOf("settings.md"));
  });

  it("is right about the bounds of every number", () => {
    const bounds = [...page.matchAll(/^\| `--[^`]+` \| `(SOP_\w+)` .* (\d+) to (\d+) \|/gm)];
    expect(bounds).toHaveLength(all.filter((one) => / to \d+$/.test(valuesOf(one))).length);
    expect(bounds.length).toBeGreaterThan(10);
    for (const [, variable = "", least = "", most = ""] of bounds) {
      const read = (value: number) => readConfig({ flags: {}, environment: { [variable]: String(value) } });
      for (const good of [Number(least), Number(most)])
        expect(() => read(good), `${variable}=${good}`).not.toThrow();
      for (const bad of [Number(least) - 1, Number(most) + 1])
        expect(() => read(bad), `${variable}=${bad}`).toThrow(variable);
    }
  });

  it("says which command takes which", () => {
    const [rows = []] = tablesOf(sectionOf(page, "## Settings of each command"));
    expect(rows.map(([name]) => name)).toEqual(commands.map(({ meta }) => `\`sop ${meta.name}\``));
    for (const { meta, args } of commands) {
      const taken = all.map(({ flag }) => flag).filter((flag) => Object.hasOwn(args, flag));
      const told = rows.find(([name]) => name === `\`sop ${meta.name}\``)?.[1] ?? "";
      const listed = [...told.matchAll(/`--([\w-]+)`/g)].map(([, flag]) => flag);
      const [, left] = /^all but `--([\w-]+)`/.exec(told) ?? [];
      const expected = all.map(({ flag }) => flag).filter((flag) => flag !== left);
      expect(taken, meta.name).toEqual(told.startsWith("all") ? expected : listed);
    }
    const takesJson = commands.filter(({ args }) => "json" in args);
    expect(takesJson).toEqual([
      doctorCommand,
      applyCommand,
      revokeCommand,
      revokeAllCommand,
      auditExportCommand,
    ]);
    expect(JSON.stringify(demoCommand.args["database"])).toContain("sqlite:./data/demo.db");
  });

  it("is right about what wins, and that an empty text is a value", () => {
    const environment = { SOP_PORT: "1", SOP_AUTH_URL: "" };
    expect(readConfig({ flags: { port: "2" }, environment }).port).toBe(2);
    expect(readConfig({ flags: {}, environment, defaults: { port: "3" } }).port).toBe(1);
    const defaults = { authUrl: "https://survey.example" };
    expect(readConfig({ flags: {}, environment, defaults }).authUrl).toBe("");
  });

  it("names in its advice only flags that there are", () => {
    const known = new Set([
      "--json",
      "--revoke-issued-since-backup",
      "--yes",
      "--app",
      "--user",
      "--team",
      ...all.map(({ flag }) => `--${flag}`),
    ]);
    for (const flag of page.match(/--[a-z][\w-]*/g) ?? []) expect(known).toContain(flag);
  });
});

/** The unit, and the bounds of a number where the unit does not say them. */
function valuesOf(setting: (typeof all)[number]): string {
  const [, least, most] = /from (\d+) to (\d+)/.exec(refusalOf(setting)) ?? [];
  const { unit } = setting;
  return least === undefined || /\d to \d/.test(unit) ? unit : `${unit}, ${least} to ${most}`;
}

function refusalOf(setting: (typeof all)[number]): string {
  try {
    setting.read("?");
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}
