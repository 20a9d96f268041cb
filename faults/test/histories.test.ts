import { test } from "vitest";
import { histories } from "../src/commands/histories.ts";
import { expectKept } from "./support/expect-kept.ts";

test("what callers see while nodes and the database fail is what one caller at a time could see", async () => {
  await expectKept(histories);
});
