import { expect, it } from "vitest";
import { adasQuestions } from "../../support/results-link.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

async function start() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const { id, questions } = await adasQuestions(platform);
  const address = `/surveys/${id}/results/report`;
  const [first, second] = questions;
  if (first === undefined || second === undefined) throw new Error("the sample has fewer questions");
  return { platform, ada, address, first, second };
}

it("a report has the chosen questions with their tables open, the introduction, and the comments as they were written", async () => {
  const { platform, ada, address, first, second } = await start();
  const form = await ada.get(`${address}?version=1`);
  const sent = await ada.submit(form, address, {
    note: "For the board\n<b>only</b>",
    [`shown-${first.id}`]: "on",
    [`comment-${first.id}`]: "As expected",
    [`comment-${second.id}`]: "Left out",
    do: "print",
  });
  expect(sent.location).toBe(`${address}/print?version=1`);
  const { html } = await ada.get(`${address}/print?version=1`);
  expect(html).toContain(first.title);
  expect(html).toContain("As expected");
  expect(html).toContain("For the board\n&lt;b&gt;only&lt;/b&gt;");
  expect(html).not.toContain(second.title);
  expect(html).not.toMatch(/<details|<script|Left out/);
  expect(html).toContain("Only a part of the answers");
  const again = await ada.get(address);
  expect(again.html).toContain("Left out");
  const log = await platform.database.reader.kysely
    .selectFrom("audit_log")
    .select("action")
    .where("action", "=", "results_report.saved")
    .execute();
  expect(log).toHaveLength(1);
});

it("a comment that is too long is not lost, and nothing is saved", async () => {
  const { platform, ada, address, first } = await start();
  const long = "x".repeat(5001);
  const page = await ada.submit(await ada.get(address), address, { [`comment-${first.id}`]: long });
  expect(page.status).toBe(400);
  expect(page.html).toContain(long);
  const saved = await platform.database.reader.kysely.selectFrom("results_reports").selectAll().execute();
  expect(saved).toEqual([]);
});
