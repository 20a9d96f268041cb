import { expect, it } from "vitest";
import { Browser } from "../support/browser.ts";
import { declare } from "../support/declare.ts";
import { registerApplication } from "../support/registered-application.ts";
import { startTestPlatform } from "../support/test-platform.ts";

it("the page that deletes an account names what goes with it, and nothing that there is none of", async () => {
  const platform = await startTestPlatform();
  const password = "a password of carol";
  await declare(platform, { users: [{ username: "carol", nickname: "Carol", password }] });
  const carol = new Browser(platform);
  await carol.signIn("carol", password);
  await registerApplication(carol);
  const { html } = await carol.get("/account/delete", { "accept-language": "en" });
  const [list = ""] = /<ul.*?<\/ul>/s.exec(html) ?? [];
  const sentences = [...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, sentence]) => sentence);
  expect(sentences).toEqual([
    "Your applications are deleted: 1. 0 authorizations by users end.",
    expect.stringContaining("Answers that you gave to other people"),
    "This cannot be undone.",
  ]);
});
