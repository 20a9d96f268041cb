import { truncateSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DatabaseUnavailableError } from "../src/index.ts";
import { openNotes, temporaryFile } from "./support/temporary-database.ts";

it("a database whose file was overwritten or emptied does not say that it is well", async () => {
  const path = temporaryFile();
  const database = await openNotes(path);
  await expect(database.ping()).resolves.toBeUndefined();
  writeFileSync(path, "no database any more");
  await expect(database.ping()).rejects.toThrow(DatabaseUnavailableError);
  truncateSync(path);
  await expect(database.ping()).rejects.toThrow(DatabaseUnavailableError);
});
