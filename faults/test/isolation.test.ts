import { expect, test } from "vitest";
import { isolation } from "../src/commands/isolation.ts";
import { expectKept } from "./support/expect-kept.ts";

test("a node without its database says so, accepts no stale token, and heals by itself", async () => {
  const { table } = await expectKept(isolation);
  expect(table.rows).toHaveLength(5);
});
