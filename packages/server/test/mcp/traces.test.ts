import { expect, test } from "vitest";
import { makePublic, obtainOauthTokens, platformOrigin } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { callTool, everyScope, writingToken } from "./support.ts";

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

test("what an agent may is said as its consent page says it, unless its program has a secret or tokens for calls too", async () => {
  const platform = await startTestPlatform({ authUrl: platformOrigin });
  await writingToken(platform);
  const [ada, bob] = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
  for (const resource of [`${platformOrigin}/mcp`, `${platformOrigin}/api`])
    await obtainOauthTokens(platform, { scope: everyScope, resource, prompt: "consent" }, bob);
  const shown = async (browser = ada) => (await browser.get("/account/applications")).html;
  const more = "See your nickname and avatar, your own surveys and their answers";
  expect(await shown()).toContain(more);

  await makePublic(platform);
  expect(await shown(bob)).toContain(more);
  const agent = await shown();
  expect(agent).not.toContain(more);
  expect(agent).toContain("See the answers to your surveys, without names and contact data");
  expect(agent).toContain("change drafts; to publish, pause or delete it has to ask you each time");
  expect((await ada.get("/account/applications?lang=zh-CN")).html).toContain(
    "发布、暂停和删除每次都须经您确认",
  );

  await platform.database.write(({ kysely }) =>
    kysely.updateTable("grants").set({ with_personal: 1 }).execute(),
  );
  expect((await ada.get("/account/applications?lang=en")).html).toContain("with names and contact data");
});
