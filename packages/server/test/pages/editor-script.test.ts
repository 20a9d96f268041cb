import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const server = join(import.meta.dirname, "../..");

/** What the sources of a script become for browsers. */
async function bundled(name: string): Promise<string> {
  const bundle = await rolldown({ input: join(server, `browser/${name}.ts`) });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output[0].code;
}

it.each(["editor", "live"])(
  "the script %s is made of the sources in `browser/`; `vitest run -u` makes it again",
  async (name) => {
    const code = await bundled(name);
    await expect(code).toMatchFileSnapshot(join(server, `assets/${name}.js`));
    expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThan(40 * 1024);
  },
);
