import { expect, test } from "vitest";
import { platformOrigin } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { callTool, writingToken } from "./support.ts";

test("a person sees when an agent came, from which network, and what it changed", async () => {
  const platform = await startTestPlatform({ authUrl: platformOrigin });
  const token = await writingToken(platform);
  const browser = await signedInBrowser(platform);
  const before = (await browser.get("/account/applications")).html;
  expect(before).not.toContain("Latest changes");
  const { structuredContent } = await callTool(platform, token, "create_survey", {
    text: "Lunch\n\n\nHow often?[Single Choice][Required]\nDaily\nRarely",
  });
  const id = String(structuredContent?.["id"]);
  const { html } = await browser.get("/account/applications");
  expect(html).toContain(`made a draft · <a href="/surveys/${id}">survey ${id}</a>`);
  const { lastNetwork } = await platform.database.reader.kysely
    .selectFrom("grants")
    .select("last_network as lastNetwork")
    .where("last_network", "is not", null)
    .executeTakeFirstOrThrow();
  expect(lastNetwork).toBeTruthy();
  expect(html).toContain(`<dt>From</dt><dd><code>${lastNetwork}</code>`);
  const chinese = await browser.get("/account/applications?lang=zh-CN");
  expect(chinese.html).toContain("创建了草稿");
});
