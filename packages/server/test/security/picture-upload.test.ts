import { deflateSync } from "node:zlib";
import { csrfTokenOf } from "@survey-open-platform/service";
import { decode, encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makePicture } from "../../src/model/picture-upload.ts";
import type { Browser } from "../support/browser.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const path = "/console/applications/demo_app/logo";
const canary = "<script>alert('canary')</script>";

/** A picture of one colour, or of noise. */
function png(width: number, height: number, pixel?: readonly number[]): Buffer {
  let state = 1;
  const noise = () => (state = Math.imul(state, 1_103_515_245) + 12_345) >>> 24;
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => pixel?.[at % 4] ?? noise());
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/** A picture that says it has few pixels, and unpacks to many bytes. */
function bomb(): Buffer {
  const small = png(8, 8, [1, 2, 3, 255]);
  const data = deflateSync(Buffer.alloc(64 * 1024 * 1024));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write("IDAT", 4, "latin1");
  const checksum = Buffer.alloc(4);
  return Buffer.concat([small.subarray(0, 33), head, data, checksum, small.subarray(-12)]);
}

async function logoBytes(file: Buffer): Promise<Buffer> {
  const made = await makePicture(file);
  if ("problem" in made) throw new Error(made.problem);
  return Buffer.from(made.picture.replace("data:image/png;base64,", ""), "base64");
}

async function upload(browser: Browser, file: Buffer, csrf?: string) {
  const body = new FormData();
  body.set("csrf", csrf ?? csrfTokenOf(browser.cookies.get(sessionCookie) ?? ""));
  body.set("file", new Blob([new Uint8Array(file)], { type: "text/html" }), "../../evil.html");
  const form = new Response(body);
  const headers = { "content-type": form.headers.get("content-type") ?? "" };
  return browser.send(path, { method: "POST", body: await form.arrayBuffer(), headers });
}

describe.skipIf(isOnPostgres())("a logo that is made of an upload", () => {
  it.each([
    [64, 64, 64, 64],
    [512, 256, 256, 128],
    [300, 300, 256, 256],
    [512, 1, 256, 1],
  ])("of %s × %s pixels has %s × %s", async (width, height, newWidth, newHeight) => {
    const logo = decode(await logoBytes(png(width, height, [200, 100, 50, 255])));
    expect([logo.width, logo.height]).toEqual([newWidth, newHeight]);
    expect([...logo.data.subarray(0, 4)]).toEqual([200, 100, 50, 255]);
  });

  it.each([
    ["grey", { channels: 1, depth: 8, data: Uint8Array.of(7, 200) }, [7, 7, 7, 255, 200, 200, 200, 255]],
    ["grey with opacity", { channels: 2, depth: 8, data: Uint8Array.of(7, 9, 200, 0) }, [7, 7, 7, 9]],
    [
      "colours",
      { channels: 3, depth: 8, data: Uint8Array.of(1, 2, 3, 4, 5, 6) },
      [1, 2, 3, 255, 4, 5, 6, 255],
    ],
    [
      "two bytes per sample",
      { channels: 1, depth: 16, data: Uint16Array.of(65_535, 257) },
      [255, 255, 255, 255, 1],
    ],
  ] as const)("of %s has the same colours", async (_, picture, pixels) => {
    const logo = decode(await logoBytes(Buffer.from(encode({ width: 2, height: 1, ...picture }))));
    expect([...logo.data.subarray(0, pixels.length)]).toEqual(pixels);
  });

  it("is small even if it is noise", async () => {
    expect((await logoBytes(png(256, 256))).length).toBeLessThanOrEqual(64 * 1024);
  });

  it("keeps nothing of the file but its pixels", async () => {
    const file = png(32, 32, [9, 8, 7, 255]);
    const text = Buffer.from(
      encode({
        width: 32,
        height: 32,
        data: decode(file).data,
        channels: 4,
        depth: 8,
        text: { Comment: canary },
      }),
    );
    expect(text.includes("canary")).toBe(true);
    for (const polyglot of [text, Buffer.concat([file, Buffer.from(canary)])])
      expect((await logoBytes(polyglot)).equals(await logoBytes(file))).toBe(true);
  });

  it.each([
    ["nothing", Buffer.alloc(0), "missing"],
    ["a page", Buffer.from(`<!doctype html>${canary}`), "not_png"],
    [
      "a drawing with a script",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${canary}</svg>`),
      "not_png",
    ],
    ["a GIF", Buffer.from("GIF89a".padEnd(100, "x")), "not_png"],
    ["the head of a PNG alone", png(8, 8).subarray(0, 33), "not_png"],
    ["half a PNG", png(64, 64).subarray(0, 8000), "broken"],
    ["too many pixels", png(513, 1), "too_many_pixels"],
    ["too many bytes", Buffer.alloc(512 * 1024 + 1), "too_large"],
    ["a bomb", bomb(), "broken"],
  ])("is not made of %s", async (_, file, problem) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await makePicture(file)).toEqual({ problem });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });
});

describe("the form", () => {
  it("changes the logo that users see, and removes it again", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const uploaded = await upload(bob, png(32, 32, [9, 8, 7, 255]));
    expect([uploaded.status, uploaded.location]).toEqual([303, "/console/applications/demo_app?notice=logo"]);
    const served = await platform.fetch("/logos/demo_app");
    expect(served.headers.get("content-type")).toBe("image/png");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await bob.submit(await bob.get(path), `${path}/remove`)).status).toBe(303);
    expect((await platform.fetch("/logos/demo_app")).status).toBe(404);
  });

  it("says what is wrong with a file, and changes nothing", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const page = await upload(bob, Buffer.from(canary));
    expect([page.status, page.html.includes("not a PNG")]).toEqual([400, true]);
    expect((await upload(bob, Buffer.alloc(600 * 1024))).status).toBe(413);
    expect((await platform.store.findApplication("demo_app"))?.logo).toBe("");
  });

  it("has no effect from another user, without the token of the session, or twice in one", async () => {
    const platform = await startTestPlatform();
    const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
    const file = png(32, 32, [9, 8, 7, 255]);
    expect((await upload(ada, file)).status).toBe(404);
    for (const csrf of ["", "x".repeat(43), csrfTokenOf(ada.cookies.get(sessionCookie) ?? "")])
      expect((await upload(bob, file, csrf)).status).toBe(403);
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    for (const body of ["", "--x--", "no boundary at all"])
      expect([400, 403]).toContain((await bob.send(path, { method: "POST", body, headers })).status);
    expect((await platform.store.findApplication("demo_app"))?.logo).toBe("");
    expect((await upload(bob, file)).status).toBe(303);
  });
});
