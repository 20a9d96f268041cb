import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUpDatabase } from "../src/back-up-database.ts";
import { restoreDatabase } from "../src/restore-database.ts";
import { addNote, idsIn, openNotes, temporaryFile } from "./support/temporary-database.ts";

const unchanged = async () => undefined;

/** A database with note 1, a backup of that, and note 2 that came afterwards. */
async function backedUp() {
  const path = temporaryFile();
  const database = await openNotes(path);
  await addNote(database, 1);
  const backup = join(dirname(path), "backup.db");
  backUpDatabase(`sqlite:${path}`, backup);
  await addNote(database, 2);
  return { path, backup, database };
}

async function idsAt(path: string): Promise<readonly number[]> {
  return idsIn(await openNotes(path));
}

describe("a restored backup", () => {
  test("replaces the database, which is kept under another name; the backup does not change", async () => {
    const { path, backup, database } = await backedUp();
    await database.close();
    const before = readFileSync(backup);
    const { replaced = "", wasFree } = await restoreDatabase(`sqlite:${path}`, backup, unchanged);
    expect(wasFree).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(backup)).toEqual(before);
    expect(await idsAt(path)).toEqual([1]);
    expect(await idsAt(replaced)).toEqual([1, 2]);
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("is refused while another process has the database open, and changes nothing for it", async () => {
    const { path, backup, database } = await backedUp();
    const files = readdirSync(dirname(path)).toSorted();
    await expect(restoreDatabase(`sqlite:${path}`, backup, unchanged)).rejects.toThrow("is in use");
    await addNote(database, 3);
    expect(await idsIn(database)).toEqual([1, 2, 3]);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(files);
  });

  test("is refused when another process opens the database while the copy is being prepared", async () => {
    const { path, backup, database } = await backedUp();
    await database.close();
    const late = restoreDatabase(`sqlite:${path}`, backup, async () => void (await openNotes(path)));
    await expect(late).rejects.toThrow("is in use");
    expect(await idsAt(path)).toEqual([1, 2]);
  });

  test("has the changes of the preparation, and nothing is replaced when the preparation fails", async () => {
    const { path, backup, database } = await backedUp();
    await database.close();
    const files = readdirSync(dirname(path)).toSorted();
    const failing = restoreDatabase(`sqlite:${path}`, backup, async (address) => {
      await addNote(await openNotes(address.slice("sqlite:".length)), 9);
      throw new Error("not this one");
    });
    await expect(failing).rejects.toThrow("not this one");
    expect(readdirSync(dirname(path)).toSorted()).toEqual(files);
    await restoreDatabase(`sqlite:${path}`, backup, async (address) => {
      const copy = await openNotes(address.slice("sqlite:".length));
      await addNote(copy, 10);
      await copy.close();
    });
    expect(await idsAt(path)).toEqual([1, 10]);
  });

  test("replaces a database that cannot be opened any more, with any side files", async () => {
    const { path, backup, database } = await backedUp();
    await database.close();
    const log = "also damaged ".repeat(1000);
    writeFileSync(path, "damaged ".repeat(1000));
    writeFileSync(`${path}-wal`, log);
    const { replaced = "", wasFree } = await restoreDatabase(`sqlite:${path}`, backup, unchanged);
    expect(wasFree).toBe(false);
    expect(await idsAt(path)).toEqual([1]);
    expect(readFileSync(replaced, "utf8")).toBe("damaged ".repeat(1000));
  });

  test("replaces a database whose server was killed; the old one is kept together with its log", async () => {
    const { path, backup, database } = await backedUp();
    const [content, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
    await database.close();
    writeFileSync(path, content);
    writeFileSync(`${path}-wal`, log);
    const { replaced = "" } = await restoreDatabase(`sqlite:${path}`, backup, unchanged);
    expect(await idsAt(path)).toEqual([1]);
    expect(await idsAt(replaced)).toEqual([1, 2]);
  });

  test("can be restored where there was no database, and a leftover log is not applied to it", async () => {
    const { path, backup, database } = await backedUp();
    const log = readFileSync(`${path}-wal`);
    await database.close();
    const elsewhere = join(dirname(path), "new", "platform.db");
    const first = await restoreDatabase(`sqlite:${elsewhere}`, backup, unchanged);
    expect(first).toEqual({ path: elsewhere, replaced: undefined, wasFree: true });
    const alone = join(dirname(path), "alone.db");
    writeFileSync(`${alone}-wal`, log);
    await restoreDatabase(`sqlite:${alone}`, backup, unchanged);
    expect(await idsAt(elsewhere)).toEqual([1]);
    expect(await idsAt(alone)).toEqual([1]);
  });

  test("has to exist and be complete", async () => {
    const { path, backup, database } = await backedUp();
    await database.close();
    await expect(restoreDatabase(`sqlite:${path}`, `${backup}x`, unchanged)).rejects.toThrow("no backup");
    writeFileSync(backup, readFileSync(backup).subarray(0, 5000));
    await expect(restoreDatabase(`sqlite:${path}`, backup, unchanged)).rejects.toThrow(
      /damaged|cannot be copied/,
    );
    expect(await idsAt(path)).toEqual([1, 2]);
    expect(existsSync(`${path}-wal`)).toBe(true);
  });
});
