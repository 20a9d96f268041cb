import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type TSInterfaceDeclaration } from "oxc-parser";
import { expect, test } from "vitest";
import { startPlatform } from "./support/platform-process.ts";

const sources = join(import.meta.dirname, "../packages/sdk/src/surveys");

/** Names in the platform's own documentation, where they differ from the SDK's. */
const documentedAs: Readonly<Record<string, string>> = { QuestionOption: "Option" };

/** Parts of which other types are made, and which never travel by themselves. */
const parts = new Set(["SurveyContent", "AnswerContent"]);

type Interface = { readonly fields: readonly string[]; readonly parents: readonly string[] };

/** The interfaces of the SDK's wire data, by name. */
function readInterfaces(): ReadonlyMap<string, Interface> {
  const declared = ["survey-data.ts", "answer-data.ts"].flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(sources, file), "utf8"));
    return program.body.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration" && statement.declaration?.type === "TSInterfaceDeclaration"
        ? [statement.declaration]
        : [],
    );
  });
  return new Map(
    declared.map((node) => [node.id.name, { fields: fieldsOf(node), parents: parentsOf(node) }]),
  );
}

function fieldsOf({ body }: TSInterfaceDeclaration): readonly string[] {
  return body.body.flatMap((member) =>
    member.type === "TSPropertySignature" && member.key.type === "Identifier" ? [member.key.name] : [],
  );
}

function parentsOf({ extends: heritage }: TSInterfaceDeclaration): readonly string[] {
  return heritage.flatMap(({ expression }) => (expression.type === "Identifier" ? [expression.name] : []));
}

test("the SDK's types name exactly the fields that the server documents", async () => {
  await using server = await startPlatform();
  const document = await (await fetch(`${server.url}/openapi.json`)).json();
  const schemas: Readonly<Record<string, { readonly properties: object }>> = document.components.schemas;
  const interfaces = readInterfaces();
  const whole = ({ fields, parents }: Interface): readonly string[] => [
    ...fields,
    ...parents.flatMap((parent) => whole(interfaces.get(parent) ?? { fields: [], parents: [] })),
  ];
  const ofSdk = [...interfaces].filter(([name]) => !parts.has(name));
  expect(ofSdk.length).toBeGreaterThan(15);
  for (const [name, declared] of ofSdk) {
    const documented = schemas[documentedAs[name] ?? name]?.properties;
    expect(Object.keys(documented ?? {}).toSorted(), name).toEqual([...whole(declared)].toSorted());
  }
});
