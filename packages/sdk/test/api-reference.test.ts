import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/packages/pack-package.ts";
import { runNode } from "./support/packed-sdk.ts";

test("the API reference says what the docstrings say; npm run sdk-reference rewrites it", async () => {
  const script = join(ROOT, "scripts/sdk-reference.ts");
  expect(await runNode([script, "--check"], ROOT)).toContain("is current");
});
