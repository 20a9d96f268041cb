import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runSop, startSop } from "./support/sop-process.ts";

const serve = ["serve", "--port", "0", "--database", "sqlite:platform.db"];

test("without users the link for the first administrator is in a file that only this user can read, and not in the log", async () => {
  const folder = makeFolder();
  const platform = await startSop(serve, { folder });
  await platform.prints("creates the first administrator");
  const file = String(platform.log.find((line) => line["file"] !== undefined)?.["file"]);
  const link = /http:\S+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  expect(link).toMatch(new RegExp(`^${platform.url}/welcome/[\\w-]{32}$`));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="username"')]);
  await platform.stop();
  expect(platform.stdout + platform.stderr).not.toContain(link.slice(-32));
});

test("with users there is none, and a start that fails leaves no file", async () => {
  const folder = makeFolder();
  const failing = await runSop([...serve, "--host", "203.0.113.7"], { folder });
  expect(failing.code).toBe(1);
  const files = () => readdirSync(folder).filter((name) => name.endsWith(".txt"));
  expect(files()).toEqual([]);
  writeFileSync(
    join(folder, "platform.json"),
    JSON.stringify({ users: [{ username: "ada", password: "a-password" }] }),
  );
  const platform = await startSop([...serve, "--apply", "platform.json"], { folder });
  expect(platform.log.map(({ msg }) => msg)).toEqual(["applied", "listening"]);
  expect(files()).toEqual([]);
});
