import { join } from "node:path";
import { expect, test } from "vitest";
import { root, run } from "./support/packed-sdk.ts";

test("the API reference says what the docstrings say; npm run sdk-reference writes it anew", () => {
  const script = join(root, "scripts/sdk-reference.ts");
  expect(run(process.execPath, [script, "--check"], root)).toContain("is current");
});
