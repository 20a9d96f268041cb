import { makeRandomId } from "../../../src/model/token.ts";
import { teamRoles } from "../../../src/model/team.ts";
import { Browser } from "../browser.ts";
import { invite } from "../invite.ts";
import { sendPage, storedAnswers } from "../published-survey.ts";
import { sessionCookie, signedInBrowser } from "../signed-in-browser.ts";
import { contents, sendFiles } from "../upload-form.ts";
import { firstFormOf, formBody, sendUnderWay, type UnderWay } from "./send-under-way.ts";
import type { Stage } from "./stage.ts";
import type { Thing } from "./thing.ts";

const partBytes = 64 * 1024;
const parts = 4;

/** An export of a survey of the team, which is kept for downloads. @returns its address */
async function keepExport({ platform, survey }: Stage): Promise<string> {
  const { surveys } = platform.store;
  const id = makeRandomId();
  await surveys.beginExport({ id, surveyId: survey, format: "csv", upTo: 0 });
  for (let part = 1; part <= parts; part += 1)
    await surveys.addExportPart({ id, part, content: new Uint8Array(partBytes).fill(65) });
  await surveys.endExport({ id, state: "ready" });
  return `/surveys/${survey}/export/files/${id}`;
}

/** A file that a respondent sent to a survey of the team. @returns its address */
async function sendFile({ platform, files }: Stage): Promise<string> {
  const browser = new Browser(platform);
  const page = await browser.get(files.path);
  platform.clock.now += 5000;
  const field = `${files.questionId(1)}.files`;
  await sendFiles(browser, page, [[field, { name: "receipt.png", content: contents.png }]]);
  const answer = (await storedAnswers(platform, files.id)).at(-1);
  const [file = ""] = Object.values(answer?.values ?? {}).flat();
  return `/surveys/${files.id}/results/answers/${answer?.answer_id}/files/${String(file).split("/")[0]}`;
}

function opens(browser: Browser, path: string) {
  return async () => (await browser.get(path)).status === 200;
}

/** What Lin makes as a member of the team. */
export const teamThings = {
  "a page of a survey of the team": async ({ platform, survey }) =>
    opens(await signedInBrowser(platform, "lin"), `/surveys/${survey}/edit`),
  "a form of the team that is open": async ({ platform, survey }) => {
    const lin = await signedInBrowser(platform, "lin");
    const path = `/surveys/${survey}/export`;
    const page = await lin.get(path);
    return async () => (await lin.submit(page, path, { format: "csv" })).status === 200;
  },
  "a form of the team whose body is under way": async ({ platform, survey }) => {
    const lin = await signedInBrowser(platform, "lin");
    const path = `/surveys/${survey}/export`;
    const request = await sendUnderWay(lin, path, formBody(lin, { format: "csv" }));
    return async () => (await request.finish()).status === 200;
  },
  "an invitation to the team": async ({ platform, team }) => {
    const token = await invite(platform, { id: team, role: teamRoles.survey_admin }, "lin");
    return opens(new Browser(platform), `/invitations/${token}`);
  },
  "an invitation of a creator": async ({ platform, team }) => {
    const token = await invite(platform, { id: team, role: teamRoles.creator }, "lin");
    return opens(new Browser(platform), `/invitations/${token}`);
  },
  "a form that made a webhook, sent again": async ({ platform, survey }) => {
    const lin = await signedInBrowser(platform, "lin");
    const path = `/surveys/${survey}/webhooks/new`;
    const page = await lin.get(path);
    const send = () => lin.submit(page, path, { url: "https://hooks.example/" });
    await send();
    return async () => (await send()).status < 400;
  },
  "an export that is kept": async (stage) =>
    opens(await signedInBrowser(stage.platform, "lin"), await keepExport(stage)),
  "an export whose download is under way": async (stage) => {
    const lin = await signedInBrowser(stage.platform, "lin");
    const response = await stage.platform.fetch(await keepExport(stage), {
      headers: { cookie: `${sessionCookie}=${lin.cookies.get(sessionCookie)}` },
    });
    const reader = response.body?.getReader();
    let bytes = (await reader?.read())?.value?.byteLength ?? 0;
    return async () => {
      try {
        for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read())
          bytes += read.value.byteLength;
      } catch {
        return false;
      }
      return bytes === parts * partBytes;
    };
  },
  "a file of an answer": async (stage) => {
    const path = await sendFile(stage);
    return opens(await signedInBrowser(stage.platform, "lin"), path);
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** What Lin begins as a respondent who is signed in. */
export const answeringThings = {
  "an answer that is begun": async ({ platform, signedIn }) => {
    const lin = await signedInBrowser(platform, "lin");
    const page = await lin.get(signedIn.path);
    return counts(platform, signedIn.id, () => sendPage(lin, page, []));
  },
  "a change of an answer that is begun": async ({ platform, signedIn }) => {
    const lin = await signedInBrowser(platform, "lin");
    const name = signedIn.questionId(1);
    const page = await lin.get(signedIn.path);
    platform.clock.now += 5000;
    const done = await lin.follow(sendPage(lin, page, [[name, "Lin"]]));
    const [, path = ""] = /href="([^"]+change\?answer=[^"]+)"/.exec(done.html) ?? [];
    const changing = await lin.follow(sendPage(lin, await lin.get(path), [["action", "begin"]], "none"));
    const changed = makeRandomId();
    return async () => {
      platform.clock.now += 5000;
      await sendPage(lin, changing, [[name, changed]]);
      const answers = await storedAnswers(platform, signedIn.id);
      return JSON.stringify(answers).includes(changed);
    };
  },
  "an answer whose body is under way": async (stage) => {
    const { platform, signedIn } = stage;
    const request = await answerUnderWay(stage, await signedInBrowser(platform, "lin"), "form");
    return counts(platform, signedIn.id, () => request.finish());
  },
  "an answer with files whose body is under way": async (stage) => {
    const { platform, signedIn } = stage;
    const request = await answerUnderWay(stage, await signedInBrowser(platform, "lin"), "multipart");
    return counts(platform, signedIn.id, () => request.finish());
  },
} as const satisfies Readonly<Record<string, Thing>>;

async function answerUnderWay(
  { platform, signedIn }: Stage,
  browser: Browser,
  form: "form" | "multipart",
): Promise<UnderWay> {
  const { action, hidden } = firstFormOf(await browser.get(signedIn.path));
  platform.clock.now += 5000;
  const body = form === "form" ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries({ ...hidden, action: "next" })) body.append(name, value);
  return sendUnderWay(browser, action, body);
}

/** Whether a survey has one more answer afterwards. */
function counts(platform: Stage["platform"], surveyId: number, send: () => Promise<unknown>) {
  return async () => {
    const before = (await storedAnswers(platform, surveyId)).length;
    platform.clock.now += 5000;
    await send();
    return (await storedAnswers(platform, surveyId)).length > before;
  };
}
