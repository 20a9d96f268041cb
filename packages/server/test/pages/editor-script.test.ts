import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const server = join(import.meta.dirname, "../..");

/** What the sources of the editor's script become for browsers. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: join(server, "browser/editor.ts") });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

it("the script of the editor is made of the sources in `browser/`; `vitest run -u` makes it again", async () => {
  const code = await bundled();
  await expect(code).toMatchFileSnapshot(join(server, "assets/editor.js"));
  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(40 * 1024);
});
