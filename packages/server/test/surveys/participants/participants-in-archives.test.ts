import { randomBytes } from "node:crypto";
import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noPrivacy, writeArchive } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { zipOf, zipParts } from "../../../../surveys/test/support/zip-parts.ts";
import { operatorOf } from "../../../src/operating/commands/operator.ts";
import { archiveSource } from "../../../src/store/surveys/archive-source.ts";
import { importArchive } from "../../../src/store/surveys/import-archive.ts";
import { addParticipants } from "../../../src/store/surveys/add-participants.ts";
import { contactsToInvite } from "../../../src/store/surveys/contacts-to-invite.ts";
import { listParticipants } from "../../../src/store/surveys/participant-table.ts";
import { setAnonymous } from "../../../src/store/surveys/set-anonymous.ts";
import {
  changeSurveyPrivacy,
  findSurveyPrivacy,
  translateStatement,
} from "../../../src/store/surveys/survey-privacy-table.ts";
import { makeFolder } from "../../operating/commands/support/sop-process.ts";
import { Browser, formsOf } from "../../support/browser.ts";
import { publishSurvey, sendPage } from "../../support/published-survey.ts";
import { userIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { program } from "../../support/webhooks.ts";
import { answer, invited, lunch, people } from "./support/invited.ts";

const byOperator = { actor: operatorOf("import"), keepsPasswords: true } as const;

async function archiveOf({ store }: TestPlatform, surveyId: number, withParticipants = true) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeArchive(archiveSource(store, { withParticipants }), [surveyId]))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function takeIn({ store }: TestPlatform, archive: Uint8Array, ownerId = 1) {
  const file = join(makeFolder(), "a.sop.zip");
  writeFileSync(file, archive);
  return importArchive(store, () => createReadStream(file), {
    owner: { ownerId, creatorUserId: 1 },
    uploads: undefined,
    ...byOperator,
  });
}

async function throughArchive(platform: TestPlatform, archive: Uint8Array, ownerId?: number) {
  const made = await takeIn(platform, archive, ownerId);
  if (!("length" in made)) throw new Error(made.problem);
  return made[0] ?? 0;
}

/** The parts of a survey as texts, by their names; what a survey is when it comes in is paused. */
function partsOf(archive: Uint8Array): Readonly<Record<string, string>> {
  const parts = Object.entries(zipParts(archive)).filter(([path]) => path.startsWith("surveys/"));
  return Object.fromEntries(
    parts.map(([path, bytes]) => [
      path.replace(/^surveys\/\d+\//, ""),
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/"state":\d/, '"state":0'),
    ]),
  );
}

function withPart(archive: Uint8Array, name: string, change: (text: string) => string) {
  return zipOf(
    Object.fromEntries(
      Object.entries(zipParts(archive)).map(([path, bytes]) => [
        path,
        path.endsWith(name) ? Buffer.from(change(Buffer.from(bytes).toString("utf8"))) : bytes,
      ]),
    ),
  );
}

function participantsOf({ store }: TestPlatform, surveyId: number) {
  return listParticipants(store.reader, { surveyId, after: 0, limit: 100 });
}

const privacy = {
  ...noPrivacy,
  responsible: "Canteen, canteen@mail.example",
  purpose: "To plan lunch",
  answerDays: 90,
  keepsCounts: true,
};

async function say({ store }: TestPlatform, surveyId: number, consentText: string) {
  await store.write(changeSurveyPrivacy, { surveyId, privacy: { ...privacy, consentText }, actor: program });
}

/** What a survey says beside its definitions. */
function saidIn(survey: string) {
  const { settings, privacy: said, serial } = JSON.parse(survey);
  return { settings, said, serial };
}

/** The link itself is in the row: the tests know no key. */
function linkOf(nonce: string): string {
  return nonce.slice(0, 22).padEnd(22, "x");
}

/** A survey with a participant who agreed and answered, one who opened the link, one who refused, and one who was added. */
async function used() {
  const opened = await invited({ onlyParticipants: true, allowsAnswerUpdates: true, linksEndAt: 4e12 });
  const { platform, survey, add, links } = opened;
  await add(`${people}carl@mail.example;Carl;Red\n`);
  const [ada = "", bob = ""] = await links();
  await say(platform, survey.id, "First");
  await say(platform, survey.id, "Second\ntext");
  await platform.store.write(translateStatement, {
    surveyId: survey.id,
    tag: "de",
    translation: { responsible: "Kantine" },
    actor: program,
  });
  const browser = new Browser(platform);
  const first = await browser.follow(browser.get(ada));
  platform.clock.now += 60_000;
  const chosen = [survey.questionId(1), survey.optionId(1, 1)] as const;
  const second = await browser.follow(sendPage(browser, first, [chosen, ["consent", "on"]]));
  await browser.follow(sendPage(browser, second, []));
  const other = new Browser(platform);
  await other.follow(other.get(bob));
  await platform.database.write(({ kysely }) =>
    kysely
      .updateTable("participants")
      .set({ refused_at: 77, bounced_at: 78, mails: 3, end_at: 79 })
      .where("name", "=", "Carl")
      .execute(),
  );
  return opened;
}

describe("an archive with participants", () => {
  test("brings back privacy, consents, participants and who gave which answer: out and in again is the identity", async () => {
    const { platform, survey } = await used();
    const archive = await archiveOf(platform, survey.id);
    const copy = await throughArchive(platform, archive);
    const { "survey.json": survey1 = "", ...was } = partsOf(archive);
    const { "survey.json": survey2 = "", ...is } = partsOf(await archiveOf(platform, copy));
    expect(is).toEqual(was);
    expect(saidIn(survey2)).toEqual(saidIn(survey1));
    expect(was["answers.jsonl"]).toContain('"consentVersion":2,"participant":1');
    expect(await findSurveyPrivacy(platform.store.reader, copy)).toEqual({
      ...privacy,
      statementTranslations: { de: { responsible: "Kantine", purpose: "" } },
      consentText: "Second\ntext",
      consentVersion: 2,
    });
    const states = (await participantsOf(platform, copy)).map(({ name, state }) => [name, state]);
    expect(states).toEqual([
      ["Ada", "answered"],
      ["Bob", "opened"],
      ["Carl", "refused"],
    ]);
  });

  test("gives each participant a new link, which opens the answer that they gave; the former one opens nothing", async () => {
    const { platform, survey, links, author } = await used();
    const [former = ""] = await links();
    const { id: ownerId = 0 } = (await platform.store.findUserByUsername("ada")) ?? {};
    const copy = await throughArchive(platform, await archiveOf(platform, survey.id), ownerId);
    const before = await participantsOf(platform, survey.id);
    const after = await participantsOf(platform, copy);
    expect(after.map(({ nonce }) => nonce)).not.toEqual(before.map(({ nonce }) => nonce));
    const page = await author.get(`/surveys/${copy}/participants`);
    expect(page.html).not.toContain(former);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("surveys").set({ state: 1 }).where("id", "=", copy).execute(),
    );
    const [link = ""] = /\/s2\/[^"<]*\?p=[\w-]{22}/.exec(page.html) ?? [];
    const browser = new Browser(platform);
    const own = await browser.follow(browser.get(link));
    expect(own.html).toContain("Change your answer");
    const stranger = new Browser(platform);
    const token = new URL(former, "https://a.example").searchParams.get("p");
    const refused = await stranger.follow(stranger.get(link.replace(/p=.*/, `p=${token}`)));
    expect(refused.html).toContain("only for people who were invited");
  });

  test("leaves participants out unless they are asked for", async () => {
    const { platform, survey } = await used();
    const archive = await archiveOf(platform, survey.id, false);
    expect(Object.keys(partsOf(archive)).toSorted()).toEqual(["answers.jsonl", "survey.json"]);
    for (const text of Object.values(partsOf(archive)))
      for (const secret of ["ada@mail.example", "Carl", "participant"])
        expect(text.replaceAll("onlyParticipants", "")).not.toContain(secret);
    const copy = await throughArchive(platform, archive);
    expect(await participantsOf(platform, copy)).toEqual([]);
  });

  test("keeps a survey anonymous, and says of its participants only who has answered", async () => {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, { text: lunch });
    const { store } = platform;
    const change = { surveyId: survey.id, isAnonymous: true, actor: program, outbox: store.outbox };
    await store.write(setAnonymous, change);
    const person = { phone: "", code: "", language: "", fields: {} };
    const participants = ["ada", "bob"].map((name) => ({ ...person, name, email: `${name}@mail.example` }));
    await store.write(addParticipants, {
      surveyId: survey.id,
      participants,
      linkOf,
      actor: program,
    });
    const [ada] = await participantsOf(platform, survey.id);
    const link = `${survey.path}?p=${linkOf(ada?.nonce ?? "")}`;
    await answer({ platform, survey }, new Browser(platform), link);
    const archive = await archiveOf(platform, survey.id);
    expect(partsOf(archive)["answers.jsonl"]).toBe("");
    const copy = await throughArchive(platform, archive);
    expect(await store.surveys.findSettings(copy)).toMatchObject({
      isAnonymous: true,
      onlyParticipants: true,
    });
    expect((await participantsOf(platform, copy)).map(({ state }) => state)).toEqual(["answered", "added"]);
    expect(await store.write(setAnonymous, { ...change, surveyId: copy, isAnonymous: false })).toBe(
      "answered",
    );
  });

  test("finds contacts of the team again, and brings them in by their codes where there are none", async () => {
    const platform = await startTestPlatform();
    const { store } = platform;
    const survey = await publishSurvey(platform, { text: lunch });
    const { team_id: teamId } = await platform.database.reader.kysely
      .selectFrom("team_members")
      .select("team_id")
      .executeTakeFirstOrThrow();
    const contacts = await contactsToInvite(store.reader, { teamId, groupId: undefined });
    await store.write(addParticipants, {
      surveyId: survey.id,
      participants: contacts,
      linkOf,
      actor: program,
    });
    const archive = await archiveOf(platform, survey.id);
    const accounts = async (surveyId: number) =>
      (
        await platform.database.reader.kysely
          .selectFrom("participants")
          .select(["user_id", "address_hash", "code"])
          .where("survey_id", "=", surveyId)
          .orderBy("id")
          .execute()
      ).map(({ user_id: userId, address_hash: hash, code }) => [userId, hash, code]);
    const ofTeam = await throughArchive(platform, archive, teamId);
    expect(await accounts(ofTeam)).toEqual(
      contacts.map(({ userId, addressHash, code }) => [userId, addressHash, code]),
    );
    const ofPerson = await throughArchive(platform, archive, 1);
    expect(await accounts(ofPerson)).toEqual(contacts.map(({ code }) => [null, "", code]));
  });

  test.each([
    ["participants.jsonl", (text: string) => text + text, "names a participant twice"],
    ["participants.jsonl", (text: string) => text.replace("ada@mail.example", "ada"), "not right: email"],
    [
      "participants.jsonl",
      (text: string) => text.replace('"endAt":79', '"endAt":8000000000000000'),
      "years 1 to 9999",
    ],
    [
      "participants.jsonl",
      (text: string) => text.replace('"mails":3', '"mails":3000000000'),
      "is not right in",
    ],
    ["participants.jsonl", () => '{"email":"a@b.example"}\n', "is not right in"],
    [
      "survey.json",
      (text: string) => text.replace('"version":2,"text"', '"version":3,"text"'),
      "consent is missing",
    ],
    ["survey.json", (text: string) => text.replace("Canteen", String.raw`\u0000`), "NUL"],
  ])("made by hand is refused whole: %s %s", async (name, change, says) => {
    const { platform, survey } = await used();
    const archive = withPart(await archiveOf(platform, survey.id), name, change);
    const count = async () =>
      (await platform.database.reader.kysely.selectFrom("surveys").select("id").execute()).length;
    const before = await count();
    expect(await takeIn(platform, archive)).toEqual({ problem: expect.stringContaining(says) });
    expect(await count()).toBe(before);
  });
});

/** Sends the form of the page, as a browser does that saves the file. */
async function sendArchiveForm(
  { platform, survey, author }: Pick<Awaited<ReturnType<typeof used>>, "platform" | "survey" | "author">,
  fields = {},
) {
  const address = `/surveys/${survey.id}/export`;
  const form = formsOf((await author.get(address)).html).find(
    ({ action }) => action === `${address}/archive`,
  );
  return platform.fetch(form?.action ?? "", {
    method: "POST",
    body: new URLSearchParams({ ...form?.hidden, ...fields }),
    headers: { cookie: [...author.cookies].map((pair) => pair.join("=")).join("; ") },
  });
}

async function download(opened: Awaited<ReturnType<typeof used>>, fields = {}) {
  const reply = await sendArchiveForm(opened, fields);
  expect(reply.headers.get("content-disposition")).toContain(`survey-${opened.survey.id}.sop.zip`);
  return new Uint8Array(await reply.arrayBuffer());
}

describe("the archive that the page of exports gives", () => {
  test("comes in again as the same survey, and is in its log", async () => {
    const opened = await used();
    const { platform, survey, author } = opened;
    const archive = await download(opened, { participants: "on" });
    expect(partsOf(archive)).toEqual(partsOf(await archiveOf(platform, survey.id)));
    const copy = await throughArchive(platform, archive);
    const { "survey.json": survey1 = "", ...was } = partsOf(archive);
    const { "survey.json": survey2 = "", ...is } = partsOf(await archiveOf(platform, copy));
    expect(is).toEqual(was);
    expect(saidIn(survey2)).toEqual(saidIn(survey1));
    const { html } = await author.get(`/surveys/${survey.id}/log`);
    expect(html).toContain("exported the answers (sop --with-participants)");
  });

  test("breaks off once its reader may only see the survey", async () => {
    const { platform, survey } = await used();
    const purpose = randomBytes(300_000).toString("base64");
    await platform.store.write(changeSurveyPrivacy, {
      surveyId: survey.id,
      privacy: { ...privacy, purpose },
      actor: program,
    });
    const share = { survey_id: survey.id, account_id: await userIdOf(platform, "bob"), created_at: 0 };
    await platform.database.write(({ kysely }) =>
      kysely
        .insertInto("survey_shares")
        .values({ ...share, role: 2 })
        .execute(),
    );
    const bob = await signedInBrowser(platform, "bob");
    const reply = await sendArchiveForm({ platform, survey, author: bob });
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("survey_shares").set({ role: 1 }).where("survey_id", "=", survey.id).execute(),
    );
    const rest = async () => {
      while ((await reader?.read())?.done === false);
    };
    await expect(rest()).rejects.toThrow("survey_forbidden");
  });

  test("says nothing of participants unless asked, and never has the hash of a password", async () => {
    const opened = await used();
    const { platform, survey } = opened;
    const settings = await platform.store.surveys.findSettings(survey.id);
    if (settings === undefined) throw new Error("there is no such survey");
    const changed = { ...settings, passwordHash: "argon2id$1$1$1$YQ$YQ" };
    await platform.store.surveys.changeSettings({ surveyId: survey.id, settings: changed });
    const parts = partsOf(await download(opened));
    expect(Object.keys(parts)).toEqual(["survey.json", "answers.jsonl"]);
    expect(parts["answers.jsonl"]).not.toContain('"participant"');
    expect(parts["survey.json"]).toContain('"passwordHash":""');
    const whole = partsOf(await archiveOf(platform, survey.id));
    expect(whole["survey.json"]).toContain("argon2id");
  });
});
