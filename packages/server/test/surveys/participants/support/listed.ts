import { Browser } from "../../../support/browser.ts";
import { mailSettings, startMailServer } from "../../../support/mail-server.ts";
import { publishSurvey, sendPage } from "../../../support/published-survey.ts";
import { teamIdOf } from "../../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../../support/signed-in-browser.ts";
import { teamClient } from "../../../support/team-client.ts";
import { startTestPlatform } from "../../../support/test-platform.ts";
import { loginCode, redirectLink, registerAccount } from "../../../support/third-party.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Line Text]";

/** A survey of a team with two accounts of its application, of which the first was put on the list. */
export async function listed(settings: Parameters<typeof publishSurvey>[1]["settings"] = {}) {
  const server = await startMailServer();
  const mail = mailSettings(server);
  const platform = await startTestPlatform(mail);
  const survey = await publishSurvey(platform, {
    text,
    settings,
    ownerId: await teamIdOf(platform, "Acme"),
  });
  const client = await teamClient(platform);
  const ids = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")] as const;
  const calls = `/api/surveys/${survey.id}/respondent/access_list`;
  const change = (call: string, respondentIds: readonly number[]) =>
    client.post(`${calls}/${call}`, { type: 11, respondent_ids: respondentIds });
  await change("batch", [ids[0]]);
  const onList = async () => {
    const { data } = await client.get<{ readonly list: readonly { readonly respondent_id: number }[] }>(
      calls,
    );
    return data.list.map(({ respondent_id: id }) => id);
  };
  const author = await signedInBrowser(platform);
  const path = `/surveys/${survey.id}/participants`;
  const page = async () => (await author.get(path)).html;
  const links = async () => [...new Set((await page()).match(/\/s2\/[^"<]*\?p=[\w-]{22}/g))];
  const states = async () =>
    [...(await page()).matchAll(/data-label="State"><div>([^<]*)</g)].map(([, state]) => state);
  /** Brings an account to the survey, by default in a browser of its own. */
  const bring = async (userId: number, browser = new Browser(platform)) => {
    const code = await loginCode(platform, { userId, scene: "respondent" });
    await browser.get(
      redirectLink({ appid: "acme_team", code, action: "survey_answer", survey_id: survey.id }),
    );
    return browser;
  };
  const answer = async (browser: Browser, link: string = survey.path) => {
    const form = await browser.follow(browser.get(link));
    platform.clock.now += 60_000;
    return sendPage(browser, form, [[survey.questionId(1), "Good"]]);
  };
  return {
    platform,
    survey,
    server,
    mail,
    ids,
    change,
    listed: onList,
    author,
    path,
    page,
    links,
    states,
    bring,
    answer,
  };
}
