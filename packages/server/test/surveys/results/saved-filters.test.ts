import { expect, it } from "vitest";
import { csrfTokenOf } from "@survey-open-platform/service";
import { adasQuestions } from "../../support/results-link.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

async function start() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const { id } = await adasQuestions(platform);
  const address = `/surveys/${id}`;
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const rows = () =>
    platform.database.reader.kysely.selectFrom("results_filters").select(["name", "query"]).execute();
  return { platform, ada, id, address, csrf, rows };
}

const query = "from=2026-11-01&to=2026-11-01&version=1";

it("a filter that is saved is one click away on every tab, is replaced by its name, and can be deleted", async () => {
  const { ada, address, rows } = await start();
  const page = await ada.get(`${address}/results?${query}`);
  const saved = await ada.submit(page, `${address}/results/filters`, { name: " November 1 " });
  expect(saved.location).toBe(`${address}/results?${query}`);
  expect(await rows()).toEqual([{ name: "November 1", query }]);
  for (const tab of ["/results", "/results/answers", "/results/cross", "/export"]) {
    const { html } = await ada.get(`${address}${tab}`);
    const link = `href="${address}${tab}?${query.replaceAll("&", "&amp;")}"`;
    expect([tab, html.includes(link)]).toEqual([tab, tab !== "/results/cross"]);
  }
  const again = await ada.get(`${address}/results?version=1`);
  await ada.submit(again, `${address}/results/filters`, { name: "November 1" });
  expect(await rows()).toEqual([{ name: "November 1", query: "version=1" }]);
  const chosen = await ada.get(`${address}/results?version=1`);
  expect(chosen.html).toMatch(/aria-current="true"[^>]*><bdi class="name">November 1/);
  await ada.submit(chosen, `${address}/results/filters/1/delete`);
  expect(await rows()).toEqual([]);
});

it("what is no filter of the survey is not saved, and a form leads to no page elsewhere", async () => {
  const { ada, address, csrf, rows } = await start();
  const save = (fields: Readonly<Record<string, string>>) =>
    ada.post(`${address}/results/filters`, { csrf, name: "N", query, back: "", ...fields });
  expect((await save({ query: "version=none&evil=1" })).status).toBe(400);
  expect(await rows()).toEqual([]);
  for (const back of [
    "https://evil.example/",
    "//evil.example",
    `/surveys/999/results`,
    `${address}/x\r\nY: z`,
  ])
    expect((await save({ back })).location).toBe(`${address}/results`);
  expect(await rows()).toEqual([{ name: "N", query }]);
});

it.each([
  ["an empty one", " ", "Enter a name for the filter."],
  ["one that is too long", "<x>".repeat(21), "Use at most 60 characters."],
])(
  "a name of a filter that is refused is said beside its field, with what was typed: %s",
  async (_, name, problem) => {
    const { ada, address, rows } = await start();
    for (const tab of ["/results", "/results/answers?q=a&columns=duration", "/export"]) {
      const page = await ada.get(`${address}${tab}${tab.includes("?") ? "&" : "?"}${query}`);
      const refused = await ada.submit(page, `${address}/results/filters`, { name });
      expect(refused.location).toMatch(new RegExp(`^${address}${tab.replace("?", "\\?")}.*#filter-name$`));
      const shown = await ada.follow(refused);
      expect(shown.html).toContain(problem);
      expect(shown.html).toContain(`value="${name.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`);
      expect(shown.html).toContain('value="2026-11-01"');
    }
    expect(await rows()).toEqual([]);
  },
);

it("the filter after the most that a survey keeps is refused on the page, until one is deleted", async () => {
  const { platform, ada, id, address, csrf, rows } = await start();
  const row = (at: number) => ({ survey_id: id, name: `F${at}`, query });
  await platform.database.write(({ kysely }) =>
    kysely
      .insertInto("results_filters")
      .values(Array.from({ length: 50 }, (_, at) => row(at)))
      .execute(),
  );
  const save = () =>
    ada.post(`${address}/results/filters`, {
      csrf,
      name: "One more",
      query,
      back: `${address}/results?${query}`,
    });
  const refused = await ada.follow(await save());
  expect(refused.html).toContain("A survey has at most 50 saved filters. Delete one first.");
  expect(refused.html).toContain('value="One more"');
  expect(await rows()).toHaveLength(50);
  await ada.post(`${address}/results/filters/1/delete`, { csrf, back: "" });
  expect((await save()).location).toBe(`${address}/results?${query}`);
});

it("saving and deleting a filter are in the audit log", async () => {
  const { platform, ada, address, csrf } = await start();
  await ada.post(`${address}/results/filters`, { csrf, name: "N", query, back: "" });
  await ada.post(`${address}/results/filters/1/delete`, { csrf, back: "" });
  const log = await platform.database.reader.kysely
    .selectFrom("audit_log")
    .select("action")
    .where("action", "like", "results_filter.%")
    .orderBy("id")
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["results_filter.saved", "results_filter.deleted"]);
});
