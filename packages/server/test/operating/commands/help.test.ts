import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settings } from "../../../src/config/settings.ts";
import { runHere } from "./support/run-here.ts";
import { runSop } from "./support/sop-process.ts";

const version = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")).version;

/** What begins the escape sequences of colours. */
const escape = "\u001b";

describe("the help", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]], [["help", "nothing"]]])(
    "of sop %j names every command and ends well",
    async (words) => {
      const { code, stdout, stderr } = await runHere(words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const command of [
        "demo",
        "serve",
        "apply",
        "doctor",
        "backup",
        "restore",
        "revoke",
        "revoke-all",
        "audit export",
      ]) {
        expect(stdout).toMatch(new RegExp(`^  ${command} +[A-Z]`, "m"));
      }
    },
  );

  test.each(["serve", "demo", "doctor"])(
    "of sop %s tells every setting with its variable and its default",
    async (command) => {
      const { stdout } = await runHere([command, "--help"]);
      expect(stdout).toContain(`Usage: sop ${command} [options]`);
      for (const { flag, variable, unit, description } of Object.values(settings)) {
        // What the demo says and shows belongs to one process.
        if (command === "demo" && flag === "workers") continue;
        expect(stdout).toContain(`  --${flag} <${unit}>\n      ${description}\n      ${variable}`);
      }
      expect(stdout).toContain("SOP_USER_ACCESS_TOKEN_TTL, default 259200\n");
      expect(stdout).toContain(
        command === "demo" ? "default sqlite:./data/demo.db" : "default sqlite:./data/platform.db",
      );
    },
  );

  test("of sop apply is reached in either order and names the file", async () => {
    const behind = await runHere(["apply", "--help"]);
    const before = await runHere(["help", "apply"]);
    expect(behind.stdout).toBe(before.stdout);
    expect(behind.stdout).toContain("Usage: sop apply FILE [options]");
    expect(behind.stdout).toContain("--json\n");
  });

  test("has colours only where they are asked for and NO_COLOR is not set", async () => {
    const plain = await runSop(["serve", "--help"]);
    const asked = await runSop(["serve", "--help"], { environment: { FORCE_COLOR: "1" } });
    const refused = await runSop(["serve", "--help"], { environment: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    expect(plain.stdout).not.toContain(escape);
    expect(asked.stdout).toContain(escape);
    expect([plain.stdout, asked.stdout]).toContain(refused.stdout);
  });

  test("exits with success, and the version is printed without it", async () => {
    const [help, told] = await Promise.all([runSop(["--help"]), runSop(["--version"])]);
    expect(help.code).toBe(0);
    expect(told).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("a command line that cannot be meant", () => {
  test("ends the process with code 2", async () => {
    const { code, stdout, stderr } = await runSop(["sevre"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe("unknown command sevre\nTry sop --help\n");
  });

  test.each([
    [["sevre"], "unknown command sevre", "Try sop --help"],
    [["--port", "1"], "unknown option --port", "Try sop --help"],
    [["constructor"], "unknown command constructor", "Try sop --help"],
    [["serve", "--prot", "1"], "unknown option --prot", "Try sop serve --help"],
    [["serve", "-port", "1"], "unknown option -port", "Try sop serve --help"],
    [["serve", "--toString"], "unknown option --toString", "Try sop serve --help"],
    [["serve", "--port"], "option --port needs a value", "Try sop serve --help"],
    [["demo", "somewhere"], "unexpected argument somewhere", "Try sop demo --help"],
    [["doctor", "--json=yes"], "option --json takes no value", "Try sop doctor --help"],
    [["apply"], "FILE is missing", "Try sop apply --help"],
    [["backup"], "FILE is missing", "Try sop backup --help"],
    [["restore", "--revoke-issued-since-backup"], "FILE is missing", "Try sop restore --help"],
    [["apply", "a.json", "b.json"], "unexpected argument b.json", "Try sop apply --help"],
  ])("such as sop %j is refused with code 2, a hint and no stack", async (words, says, hint) => {
    const { code, stdout, stderr } = await runHere(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.split("\n")[0]).toContain(says);
    expect(stderr.trimEnd().split("\n")).toHaveLength(2);
    expect(stderr).toContain(hint);
  });
});
