import { describe, expect, it, test } from "vitest";
import { declare } from "../../support/declare.ts";
import { allowedTokens } from "../../support/quick-consent.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const hostile: readonly (readonly [string, string])[] = [
  ["families of characters", "👩‍👩‍👧‍👦🏳️‍🌈é́́́́"],
  ["characters beyond the first plane", "𠮷野家𝒳\u{10FFFF}"],
  ["the other direction", "\u202Etxt.exe\u202C ‏שלום‎"],
  ["line ends of JavaScript", "a\u2028b\u2029c"],
  ["marks and non-characters", "\uFEFF\uFFFE\uFFFF\u200B\u00AD"],
  ["markup", `</script><img src=x onerror=alert(1)>{{7*7}}\${7*7}<%= 7*7 %>`],
  ["quotes and backslashes", `"'\`\\"\\u0000\\n\\\\`],
  ["tabs and line breaks", "a\tb\r\nc\nd\re"],
  ["SQL", `'; drop table surveys; --`],
  ["percent signs", "%00%0d%0aX-Injected: 1%u0000%%"],
  ["an envelope", `","error":{"type":"x"},"data":{},"request_id":"`],
  ["the names of objects", "__proto__ constructor hasOwnProperty"],
];

describe("a text that somebody has typed", () => {
  test.each(hostile)("comes back as it is, wherever it stands: %s", async (_, text) => {
    const platform = await startTestPlatform();
    const survey = {
      key: "hostile",
      owner: { user: "ada" },
      title: text,
      prefix: text,
      suffix: text,
      pages: [
        {
          questions: [
            { type: "radio", title: text, description: text, options: [{ text }, { text: "Other" }] },
            { type: "textarea", title: "Why?" },
          ],
        },
      ],
      answers: [
        { started_at: "2026-11-01 09:00:00", ended_at: "2026-11-01 09:03:10", values: { "1": 1, "2": text } },
      ],
    } as const;
    await declare(platform, { users: [{ username: "ada", nickname: "Ada" }], surveys: [survey] });
    const { access_token, openid } = await allowedTokens(platform);
    const get = async (path: string) => {
      const query = new URLSearchParams({ appid: "demo_app", access_token, openid });
      const reply = await platform.fetch(`${path}?${query.toString()}`);
      // Refuses bytes that are no UTF-8.
      return JSON.parse(
        new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await reply.arrayBuffer()),
      ).data;
    };
    const { list } = await get("/api/surveys");
    const { id, title } = list.at(-1);
    expect(title).toBe(text);
    for (const path of [`/api/surveys/${id}`, `/api/surveys/${id}/legacy`]) {
      const data = await get(path);
      const [question] = data.pages[0].questions;
      expect([
        data.title,
        data.prefix,
        data.suffix,
        question.title,
        question.description,
        question.options[0].text,
      ]).toEqual(Array(6).fill(text));
    }
    for (const answer of [
      (await get(`/api/surveys/${id}/answers`)).list[0],
      await get(`/api/surveys/${id}/answers/1`),
    ]) {
      const [choice, why] = answer.answer[0].questions;
      expect([choice.options[0].text, why.text]).toEqual([text, text]);
    }
  });

  it("comes back as it is when it is a nickname", async () => {
    const platform = await startTestPlatform();
    const { access_token, openid } = await allowedTokens(platform);
    for (const nickname of ["👩‍👩‍👧‍👦", "\u202Eadmin", `"><script>`, "𠮷", "'; --"]) {
      await declare(platform, { users: [{ username: "ada", nickname }] });
      const { data } = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
      expect(data["nickname"]).toBe(nickname);
    }
  });
});
