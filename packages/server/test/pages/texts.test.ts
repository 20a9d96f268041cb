import { expect, test } from "vitest";
import { accountEn } from "../../src/people/account/texts/en.ts";
import { accountZhCn } from "../../src/people/account/texts/zh-cn.ts";
import { consoleEn } from "../../src/applications/texts/en.ts";
import { consoleZhCn } from "../../src/applications/texts/zh-cn.ts";
import { credentialsEn } from "../../src/credentials/texts/en.ts";
import { credentialsZhCn } from "../../src/credentials/texts/zh-cn.ts";
import { en } from "../../src/pages/texts/en.ts";
import { teamEn } from "../../src/teams/texts/en.ts";
import { teamZhCn } from "../../src/teams/texts/zh-cn.ts";
import { webhooksEn } from "../../src/webhooks/texts/en.ts";
import { webhooksZhCn } from "../../src/webhooks/texts/zh-cn.ts";
import { zhCn } from "../../src/pages/texts/zh-cn.ts";

type Leaf = { readonly name: string; readonly text: string };

const markers = ["⟨first⟩", "⟨second⟩"] as const;

/** Every text of a dictionary by its name; texts with values are given markers to carry. */
function leavesOf(value: unknown, name: string): readonly Leaf[] {
  if (typeof value === "string") return [{ name, text: value }];
  if (typeof value === "function") {
    const spoken: unknown = value(...markers);
    return [{ name, text: Array.isArray(spoken) ? spoken.join("") : String(spoken) }];
  }
  return Object.entries(value as object).flatMap(([key, inner]) => leavesOf(inner, `${name}.${key}`));
}

const english = [
  ...leavesOf(en, "texts"),
  ...leavesOf(accountEn, "account"),
  ...leavesOf(consoleEn, "console"),
  ...leavesOf(credentialsEn, "credentials"),
  ...leavesOf(teamEn, "teams"),
  ...leavesOf(webhooksEn, "webhooks"),
];
const chinese = [
  ...leavesOf(zhCn, "texts"),
  ...leavesOf(accountZhCn, "account"),
  ...leavesOf(consoleZhCn, "console"),
  ...leavesOf(credentialsZhCn, "credentials"),
  ...leavesOf(teamZhCn, "teams"),
  ...leavesOf(webhooksZhCn, "webhooks"),
];
const pairs = english.map((leaf, index) => ({
  name: leaf.name,
  en: leaf.text,
  zh: chinese[index]?.text ?? "",
}));
/** File names are the same everywhere. */
const sameInBoth = "texts.home.links./openapi.json.label";

test("both languages have the same texts", () => {
  expect(english.length).toBeGreaterThan(100);
  expect(chinese.map((leaf) => leaf.name)).toEqual(english.map((leaf) => leaf.name));
});

test("no text is empty", () => {
  expect([...english, ...chinese].filter((leaf) => leaf.text.trim() === "")).toEqual([]);
});

test("every text is written in its own language", () => {
  expect(english.filter((leaf) => /\p{Script=Han}/u.test(leaf.text))).toEqual([]);
  const untranslated = chinese.filter((leaf) => !/\p{Script=Han}/u.test(leaf.text));
  expect(untranslated.map((leaf) => leaf.name)).toEqual([sameInBoth]);
});

test("texts carry the same values in both languages", () => {
  const differing = pairs.filter(({ en: inEnglish, zh }) =>
    markers.some((marker) => zh.includes(marker) !== inEnglish.includes(marker)),
  );
  expect(differing).toEqual([]);
  expect(pairs.filter((pair) => pair.zh.includes(markers[0])).length).toBeGreaterThan(8);
});

test("every problem tells a person what happened and what to do in whole sentences", () => {
  for (const problem of [...Object.values(en.problems), ...Object.values(zhCn.problems)]) {
    expect(problem.happened).toMatch(/[.。]$/);
    expect(problem.advice).toMatch(/[.。]$/);
    expect(problem.title).not.toMatch(/[.。]$/);
  }
});

test("a problem has words for developers in both languages or in none", () => {
  for (const [name, problem] of Object.entries(en.problems)) {
    const other = zhCn.problems[name as keyof typeof zhCn.problems];
    expect(other.developer === undefined).toBe(problem.developer === undefined);
  }
});
