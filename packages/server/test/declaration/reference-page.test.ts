import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import {
  applicationSchema,
  declarationJsonSchema,
  declarationSchema,
  surveySchema,
  teamSchema,
  userSchema,
} from "../../src/declaration/declaration-schema.ts";
import { readJson } from "../../src/declaration/read-json.ts";
import { readYaml } from "../../src/declaration/read-yaml.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { temporaryDatabase } from "./temporary-database.ts";

const page = readFileSync(
  join(import.meta.dirname, "../../../../docs/reference/declarative-file.md"),
  "utf8",
);

function block(language: string): { readonly name: string; readonly text: string } {
  const text = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(page)?.[1] ?? "";
  return { name: language, text };
}

/** The rows of the tables under a heading, each as its cells; headings of tables and rules left out. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| `"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly required?: readonly string[];
}

function objectSchema(schema: z.ZodType): ObjectSchema {
  return z.toJSONSchema(schema, { io: "input" }) as unknown as ObjectSchema;
}

describe("the reference page of the declarative file", () => {
  test.each([
    ["yaml", readYaml],
    ["json", readJson],
  ])(
    "has an example in %s that the schema accepts and that can be applied, twice",
    async (language, read) => {
      const { database, contents } = await temporaryDatabase();
      const file = read(block(language));
      expect(new Ajv2020().validate(declarationJsonSchema(), file)).toBe(true);
      const zone = platformZone("Asia/Shanghai");
      const report = await applyDeclaration(database, file, { zone });
      expect(report.users.created + report.teams.created).toBeGreaterThan(1);
      const before = await contents();
      await applyDeclaration(database, file, { zone });
      expect(await contents()).toBe(before);
    },
  );

  test("has an example that generates the credentials that it says, and stores its answers", async () => {
    const { database, rows } = await temporaryDatabase();
    const report = await applyDeclaration(database, readYaml(block("yaml")), {
      zone: platformZone("Asia/Shanghai"),
    });
    expect(report.generated).toMatchObject([{ username: "bob" }, { appid: "acme_team" }]);
    expect(await rows("answers")).toHaveLength(2);
  });

  test.each([
    ["The file", declarationSchema],
    ["A user", userSchema],
    ["An application", applicationSchema],
    ["A team", teamSchema],
    ["A survey", surveySchema],
  ])("lists exactly the keys of: %s", (heading, schema) => {
    const { properties, required = [] } = objectSchema(schema);
    const rows = rowsUnder(heading);
    expect(rows.map(([key]) => key)).toEqual(Object.keys(properties).map((key) => `\`${key}\``));
    for (const [cell = "", , leftOut = ""] of rows) {
      const key = cell.replaceAll("`", "");
      expect(leftOut === "required", key).toBe(required.includes(key));
      const fallback = properties[key]?.default;
      const written = typeof fallback === "string" && fallback !== "" ? fallback : JSON.stringify(fallback);
      expect(fallback === undefined || leftOut === `\`${written}\``, key).toBe(true);
    }
  });
});
