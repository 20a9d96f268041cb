import { csrfTokenOf } from "@survey-open-platform/service";
import { decode, encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { hashToken, makeToken } from "../../src/model/token.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import type { Browser, Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { authorizationLink } from "../support/flows.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { sendForm } from "../support/registered-application.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { setPicture } from "../../src/store/people/user-picture-table.ts";

const path = "/account/picture";
const canary = "<script>alert('canary')</script>";

function png(width: number, height: number): Buffer {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => [200, 100, 50, 255][at % 4] ?? 0);
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

async function upload(browser: Browser, file: Buffer): Promise<Page> {
  const body = new FormData();
  body.set("csrf", csrfTokenOf(browser.cookies.get(sessionCookie) ?? ""));
  body.set("file", new Blob([new Uint8Array(file)], { type: "text/html" }), "../../evil.html");
  const form = new Response(body);
  const headers = { "content-type": form.headers.get("content-type") ?? "" };
  return browser.send(path, { method: "POST", body: await form.arrayBuffer(), headers });
}

/** The picture that a page shows; "" when it shows none. */
function pictureIn({ html }: Page): string {
  return /src="(\/pictures\/[\w-]{32})"/.exec(html)?.[1] ?? "";
}

async function open() {
  const platform = await startTestPlatform();
  return { platform, ada: await signedInBrowser(platform) };
}

async function statusOf(platform: TestPlatform, picture: string): Promise<number> {
  return (await platform.fetch(picture)).status;
}

describe("the picture of a user", () => {
  it("is written again as PNG, with nothing of the file but its pixels", async () => {
    const { platform, ada } = await open();
    expect((await upload(ada, Buffer.concat([png(512, 256), Buffer.from(canary)]))).location).toBe(
      "/account?notice=picture_saved",
    );
    const picture = pictureIn(await ada.get("/account"));
    const reply = await platform.fetch(picture);
    expect([reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual([
      "image/png",
      "nosniff",
    ]);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.toString("latin1")).not.toContain("canary");
    const { width, height } = decode(bytes);
    expect([width, height]).toEqual([256, 128]);
  });

  it.each([
    ["a page", Buffer.from(canary)],
    ["nothing", Buffer.alloc(0)],
    ["too many pixels", png(513, 1)],
    ["a broken file", png(8, 8).subarray(0, 60)],
  ])("is not made of %s", async (_, file) => {
    const { platform, ada } = await open();
    const before = await databaseContents(platform);
    expect((await upload(ada, file)).status).toBe(400);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("is shown on the consent page, and its address is in the user's information", async () => {
    const { platform, ada } = await open();
    const tokens = await allowedTokens(platform);
    await upload(ada, png(8, 8));
    const picture = pictureIn(await ada.get(authorizationLink()));
    expect(await statusOf(platform, picture)).toBe(200);
    const { access_token, openid } = tokens;
    const user = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(user.data["avatar"]).toBe(`http://platform.example${picture}`);
  });

  it("has the address of the pages in the user's information where that is set", async () => {
    const platform = await startTestPlatform({ authUrl: "https://survey.example" });
    const { id: userId = 0 } = (await platform.store.findUserByUsername("bob")) ?? {};
    const actor = { userId, username: "bob", address: "203.0.113.7" };
    const access_token = makeToken("userAccessToken");
    const owned = { appid: "demo_app", ownerId: userId, userId, actor };
    const hash = hashToken(access_token);
    const { openid } = {
      openid: "",
      ...(await platform.store.issueTestToken({ ...owned, hash, requestHash: "r" })),
    };
    const picture = { name: "n".repeat(32), image: `data:image/png;base64,${png(1, 1).toString("base64")}` };
    await platform.store.write(setPicture, { userId, picture, actor });
    const user = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(user.data["avatar"]).toBe(`https://survey.example/pictures/${"n".repeat(32)}`);
  });

  it("has no address with a host that the caller made up", async () => {
    const { platform, ada } = await open();
    const { access_token, openid } = await allowedTokens(platform);
    await upload(ada, png(8, 8));
    const query = new URLSearchParams({ appid: "demo_app", access_token, openid });
    const headers = { host: 'evil.example"<b>' };
    const reply = await platform.fetch(`/api/oauth2/user?${query.toString()}`, { headers });
    expect(await reply.text()).not.toContain("<b>");
  });

  it("ends at its address when it is replaced or removed, and when its user is disabled", async () => {
    const { platform, ada } = await open();
    const shown = async () => pictureIn(await ada.get("/account"));
    await upload(ada, png(8, 8));
    const first = await shown();
    await upload(ada, png(9, 9));
    const second = await shown();
    expect([await statusOf(platform, first), await statusOf(platform, second)]).toEqual([404, 200]);
    await sendForm(ada, `${path}/remove`, {});
    expect([await shown(), await statusOf(platform, second)]).toEqual(["", 404]);
    await upload(ada, png(8, 8));
    const third = await shown();
    expect(await statusOf(platform, third)).toBe(200);
    await declare(platform, { users: [{ username: "ada", disabled: true }] });
    expect(await statusOf(platform, third)).toBe(404);
  });

  it("is replaced by an avatar that the operator declares, which no page loads", async () => {
    const { platform, ada } = await open();
    await upload(ada, png(8, 8));
    const picture = pictureIn(await ada.get("/account"));
    await declare(platform, { users: [{ username: "ada", avatar: "https://pictures.example/ada.png" }] });
    expect(await statusOf(platform, picture)).toBe(404);
    for (const address of ["/account", path, authorizationLink()]) {
      const page = await ada.get(address);
      expect([address, page.status, page.html.includes("pictures.example")]).toEqual([address, 200, false]);
    }
  });

  it("goes with its account", async () => {
    const { platform } = await open();
    const eve = { username: "eve", password_hash: "none" };
    await platform.database.write((t) => declareUser(t, eve, undefined));
    const browser = await signedInBrowser(platform, "eve");
    await upload(browser, png(8, 8));
    expect((await databaseContents(platform))["user_pictures"]).toHaveLength(1);
    await sendForm(browser, "/account/delete", { username: "eve" });
    expect((await databaseContents(platform))["user_pictures"]).toEqual([]);
  });

  it.each(["/pictures/", `/pictures/${"x".repeat(32)}`, "/pictures/%00", "/pictures/..%2f..%2fpackage.json"])(
    "is not at %s",
    async (address) => {
      const { platform } = await open();
      expect(await statusOf(platform, address)).toBe(404);
    },
  );
});
