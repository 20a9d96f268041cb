import { test } from "vitest";
import { floods } from "../src/commands/floods.ts";
import { expectKept } from "./support/expect-kept.ts";

test("no legitimate client is refused while others flood a node, and its memory stays bounded", async () => {
  await expectKept(floods);
});
