import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { configFields } from "../../src/config.ts";
import { hubErrors } from "../../src/errors.ts";
import { run } from "../../src/main.ts";
import { createMetrics } from "../../src/metrics.ts";
import { endpointsOf, type EndpointDependencies } from "../../src/service.ts";

const manual = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** The rows of the table below a heading or sentence, without its head, cell by cell. */
function tableAfter(words: string): readonly (readonly string[])[] {
  const [, table = ""] = /\n\n(\|.*?)(?:\n\n|$)/s.exec(manual.slice(manual.indexOf(words))) ?? [];
  const rows = table.split("\n").map((line) => line.slice(1, -1).split("|"));
  return rows.slice(2).map((cells) => cells.map((text) => text.trim()));
}

function cell(value: unknown): string {
  if (value === undefined) return "none";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

test("the manual lists every setting with its default", () => {
  const minimal = { appid: "a", secret: "s", base_url: "https://platform.example" };
  const parsed: Record<string, unknown> = configFields.parse({ applications: [minimal] });
  const expected = Object.keys(configFields.shape).map((name) => [
    cell(name),
    cell(name === "applications" ? undefined : parsed[name]),
  ]);
  expect(tableAfter("folder.\n").map(([name, value]) => [name, value])).toEqual(expected);
});

test("the manual lists every setting of an application with its default", () => {
  const minimal = { appid: "a", secret: "s", base_url: "https://platform.example" };
  const [parsed = {}] = configFields.parse({ applications: [minimal] }).applications as Record<
    string,
    unknown
  >[];
  const expected = Object.keys(configFields.shape.applications.element.shape).map((name) => [
    cell(name),
    cell(Object.hasOwn(minimal, name) ? undefined : parsed[name]),
  ]);
  expect(tableAfter("Of each application:").map(([name, value]) => [name, value])).toEqual(expected);
});

test("the manual lists every error with its status and meaning", () => {
  const expected = Object.entries(hubErrors).map(([type, { status, says }]) => [
    cell(type),
    String(status),
    says,
  ]);
  expect(tableAfter("decide by the type:")).toEqual(expected);
});

test("the manual lists every call", () => {
  // Making the list needs nothing of them.
  const parts = {} as EndpointDependencies;
  const expected = endpointsOf(parts).map(({ method, path }) => cell(`${method} ${path}`));
  const listed = tableAfter("## Calls").map(([call]) => call);
  expect(new Set(listed)).toEqual(new Set([...expected, cell("GET /status")]));
});

test("the manual lists every command, in the words of its help", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await run(["--help"]);
  const help = String(log.mock.lastCall?.[0]);
  log.mockRestore();
  const [, lines = ""] = /Commands:\n(.*?)\n\n/s.exec(help) ?? [];
  const expected = lines.split("\n").map((line) => {
    const [name = "", description = ""] = line.trim().split(/ {3,}/);
    return [cell(`token-hub ${name}`), description];
  });
  expect(tableAfter("## Commands")).toEqual(expected);
});

test("the manual names every metric", async () => {
  const text = await createMetrics(() => []).text();
  const metrics = [...text.matchAll(/^# HELP (token_hub_\w+)/gm)].map(([, name]) => name);
  const [, line = ""] = /\*\*Metrics\*\*(.*?)\n- /s.exec(manual) ?? [];
  const named = [...line.matchAll(/`(token_hub_\w+)`/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(metrics));
});

test("the walk of a signed read names fifteen files, each of which exists", () => {
  const files = tableAfter("in this order.").map(([cells = ""]) => {
    const [, workspace = "token-hub", file = ""] = /^(?:`(\w+)`: )?`([\w/.-]+)`$/.exec(cells) ?? [];
    return `${workspace}/src/${file}`;
  });
  expect(files).toHaveLength(15);
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, "../../..", file)))).toEqual([]);
});
