import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import type { AppliedReport } from "../../src/declaration/applied-report.ts";
import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";

/** A database to which files are applied. */
export interface SampleDatabase extends TemporaryDatabase {
  readonly apply: (file: DeclarationInput) => Promise<AppliedReport>;
}

/** Makes a database with the sample in it; it is gone when the test is finished. */
export async function sampleDatabase(): Promise<SampleDatabase> {
  const temporary = await temporaryDatabase();
  const zone = platformZone("Asia/Shanghai");
  const apply = (file: DeclarationInput) => applyDeclaration(temporary.database, file, { zone });
  await apply(sampleDeclaration());
  return { ...temporary, apply };
}
