import { type Browser, formsOf, type Page } from "../../../support/browser.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../../../support/mail-server.ts";
import { publishSurvey, sendPage } from "../../../support/published-survey.ts";
import { signedInBrowser } from "../../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../../support/test-platform.ts";

/** The survey, in the text form. */
export const lunch = `Lunch

How was it?[Single Choice]
Good
Bad

=== Page Break ===

Why?[Single Line Text][Optional]`;

/** Its participants, as a table. */
export const people = "email;name;team\nada@mail.example;Ada;Red\nbob@mail.example;Bob;Blue\n";

/** A survey with the pages of its participants. @param isMailing whether it sends mails */
export async function invited(
  settings: Parameters<typeof publishSurvey>[1]["settings"] = {},
  isMailing = false,
  given?: TestMailServer,
) {
  const server = given ?? (isMailing ? await startMailServer() : undefined);
  const mail = server && mailSettings(server);
  const platform = await startTestPlatform(mail);
  const survey = await publishSurvey(platform, { text: lunch, settings });
  const author = await signedInBrowser(platform);
  const path = `/surveys/${survey.id}/participants`;
  /** Sends a form with files. */
  const send = (action: string, page: Page, fields: Readonly<Record<string, string | File>>) => {
    const form = formsOf(page.html).find((one) => one.action === action);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form?.hidden, ...fields })) body.append(name, value);
    return author.send(action, { method: "POST", body });
  };
  const look = async (text: string) => send(`${path}/look`, await author.get(path), { people: text });
  const add = async (text: string) => send(`${path}/add`, await look(text), {});
  /** The links, in the order of the participants. */
  const links = async () =>
    [...(await author.get(path)).html.matchAll(/\/s2\/[^"<]*\?p=[\w-]{22}/g)]
      .map(([link]) => link)
      .filter((link, at, all) => all.indexOf(link) === at);
  const states = async () =>
    [...(await author.get(path)).html.matchAll(/data-label="State"><div>([^<]*)</g)].map(
      ([, state]) => state,
    );
  return { platform, survey, author, path, look, add, send, links, states, server, mail };
}

/** Opens a link and answers to the end. */
export async function answer(
  { platform, survey }: Pick<Awaited<ReturnType<typeof invited>>, "platform" | "survey">,
  browser: Browser,
  link: string,
  option = 1,
) {
  const first = await browser.follow(browser.get(link));
  platform.clock.now += 60_000;
  const second = await browser.follow(
    sendPage(browser, first, [[survey.questionId(1), survey.optionId(1, option)]]),
  );
  return browser.follow(sendPage(browser, second, []));
}
