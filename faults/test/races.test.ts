import { test } from "vitest";
import { races } from "../src/commands/races.ts";
import { expectKept } from "./support/expect-kept.ts";

test("one of many copies of a code exchange gets tokens, on one node and on three, on either engine", async () => {
  await expectKept(races);
});
