import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { declarationJsonSchema } from "../../src/declaration/declaration-schema.ts";
import { sampleDeclaration } from "./sample-declaration.ts";

const path = join(import.meta.dirname, "../../declaration.schema.json");

function validator() {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  return ajv.compile(JSON.parse(readFileSync(path, "utf8")));
}

describe("the published JSON Schema", () => {
  test("is the one that the code checks with; `vitest run -u` writes it again", async () => {
    await expect(`${JSON.stringify(declarationJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(path);
  });

  test("accepts a file with something of everything", () => {
    const validate = validator();
    expect(validate(sampleDeclaration()), JSON.stringify(validate.errors)).toBe(true);
  });

  test("accepts an empty file and a file that names the schema", () => {
    expect(validator()({ $schema: "./declaration.schema.json", users: [] })).toBe(true);
  });

  test.each([
    ["an unknown key", { user: [] }],
    ["an unknown key deep inside", { users: [{ username: "ada", passwort: "12345678" }] }],
    ["a short password", { users: [{ username: "ada", password: "1234567" }] }],
    ["a short appid", { applications: [{ appid: "a", name: "A", owner: "ada" }] }],
    ["a short secret", { applications: [{ appid: "application", name: "A", owner: "ada", secret: "s" }] }],
    ["an unknown plan", { teams: [{ name: "Acme", plan: "gold" }] }],
    ["an unknown role", { teams: [{ name: "Acme", members: [{ username: "ada", role: "boss" }] }] }],
    ["two owners", { surveys: [{ key: "k", owner: { user: "a", team: "b" }, title: "T", pages: [] }] }],
    ["a retired scene", { surveys: [{ key: "k", owner: { user: "a" }, title: "T", pages: [], scene: 2 }] }],
  ])("refuses %s", (_, file) => {
    expect(validator()(file)).toBe(false);
  });
});
