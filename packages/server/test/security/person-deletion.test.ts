import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { participantKey } from "../../src/model/participant.ts";
import { hashToken } from "../../src/model/token.ts";
import { deletePerson } from "../../src/store/privacy/delete-person.ts";
import { findPerson } from "../../src/store/privacy/find-person.ts";
import { countPersonalRows, personalTables } from "../../src/store/privacy/read-personal-rows.ts";
import { rowsOfPerson } from "../../src/store/privacy/personal-rows.ts";
import { hashOfAddress, refuseMails } from "../../src/store/mail/mail-refusal-table.ts";
import { addParticipants } from "../../src/store/surveys/add-participants.ts";
import { auditLog, operator, startOperatedPlatform } from "../operating/commands/support/operate.ts";
import { makeFolder } from "../operating/commands/support/sop-process.ts";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { contents, filesIn, sendFiles, temporaryUploads } from "../support/upload-form.ts";
import { registerAccount } from "../support/third-party.ts";

const address = "Grace.Canary@mail.example";
const openid = "openid-of-grace";
const tester = { userId: null, username: "a test", address: "" };

/** A platform that knows Grace in every way that it can know somebody. */
async function startWithGrace() {
  const uploads = await temporaryUploads();
  const operated = await startOperatedPlatform({ uploads });
  const { platform } = operated;
  const { store, database } = platform;
  const survey = await publishSurvey(platform, { text: "Lunch\n\n\n\nYour receipt[File Upload][Optional]" });
  const userId = await registerAccount(platform, openid);
  const { kysely } = database.reader;
  await database.write(async (t) => {
    await t.kysely
      .updateTable("users")
      .set({ email: address, nickname: "Grace Canary" })
      .where("id", "=", userId)
      .execute();
    const participants = [
      {
        email: address.toUpperCase(),
        phone: "",
        code: "G-1",
        name: "Grace Canary",
        language: "",
        fields: {},
      },
    ];
    await addParticipants(t, { surveyId: survey.id, participants, linkOf: (nonce) => nonce, actor: tester });
    await refuseMails(t, { addressHash: hashOfAddress(address), topic: `survey:${survey.id}` });
    const expires_at = platform.clock.now + 3_600_000;
    await t.kysely
      .insertInto("kept_responses")
      .values({ key_hash: "k", body_hash: "b", response: JSON.stringify({ openid }), expires_at })
      .execute();
    const invitation = {
      hash: hashToken("i"),
      kind: "platform",
      team_id: null,
      team_role: null,
      created_by: null,
    } as const;
    const times = { created_at: platform.clock.now, expires_at, request_hash: null };
    await t.kysely
      .insertInto("invitations")
      .values({ ...invitation, note: `for ${address}`, ...times })
      .execute();
  });
  const { id: participant } = await kysely.selectFrom("participants").select("id").executeTakeFirstOrThrow();
  const submission = {
    surveyId: survey.id,
    version: 1,
    values: {},
    customArguments: {},
    startedAt: platform.clock.now - 60_000,
    channel: "link",
    ua: "phone/ios",
    referrer: "",
    address: "192.0.2.77",
  };
  const respondent = { id: userId, openid, nickname: "Grace Canary" };
  await store.surveys.submitAnswer({ ...submission, respondent, onceKey: `person:${userId}` });
  await store.surveys.submitAnswer({
    ...submission,
    respondent: undefined,
    onceKey: participantKey(participant),
  });
  // Somebody else, who says something about Grace.
  const customArguments = { about: address };
  await store.surveys.submitAnswer({ ...submission, customArguments, respondent: undefined, onceKey: null });
  const longer = { about: `not.${address}`, or: `${address}.org` };
  await store.surveys.submitAnswer({
    ...submission,
    customArguments: longer,
    respondent: undefined,
    onceKey: null,
  });
  await sendReceipt(platform, survey);
  const [file] = await kysely.selectFrom("answer_files").select("id").execute();
  // As if Grace had sent it: with the answer that names her.
  await database.write((t) =>
    t.kysely
      .updateTable("answer_files")
      .set({ answer_id: 1 })
      .where("id", "=", file?.id ?? "")
      .execute(),
  );
  const options = ["--uploads", uploads] as const;
  return { ...operated, survey, userId, uploads, options, participant };
}

async function sendReceipt(
  platform: Awaited<ReturnType<typeof startOperatedPlatform>>["platform"],
  survey: Awaited<ReturnType<typeof publishSurvey>>,
) {
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  await sendFiles(browser, page, [
    [`${survey.questionId(1)}.files`, { name: "../receipt.pdf", content: contents.pdf }],
  ]);
}

/** Tables in which a word is, without the audit log: its entries are never deleted. */
async function tablesWith(platform: Parameters<typeof databaseContents>[0], words: readonly string[]) {
  const { audit_log: _kept, ...tables } = await databaseContents(platform);
  return Object.entries(tables).flatMap(([table, rows]) => {
    // On PostgreSQL the table of answers has parts.
    if (table.startsWith("answers_part_")) return [];
    const text = JSON.stringify(rows).toLowerCase();
    return words.some((word) => text.includes(word.toLowerCase())) ? [table] : [];
  });
}

describe("sop privacy", () => {
  it("searches every table of the register in a database, or says why not", async () => {
    const { platform } = await startOperatedPlatform();
    const everybody = {
      users: [{ id: 1, username: "ada" }],
      addresses: [address],
      openids: [openid],
      participants: [{ surveyId: 1, id: 1 }],
    };
    for (const table of personalTables) {
      const rows = rowsOfPerson[table];
      const said = "unreachable" in rows ? rows.unreachable : "searched";
      expect(said, table).toMatch(/^\w/);
      // A database refuses columns that are not there.
      const count = await countPersonalRows(platform.store.reader, table, everybody);
      expect(count, table).toBeGreaterThanOrEqual(0);
    }
  });

  it("finds a person by address, openid, username and code, and what it exports opens nothing", async () => {
    const { sopJson, userId, options, survey } = await startWithGrace();
    const byAddress = await sopJson("privacy", "find", "--address", address);
    const tables = byAddress.found.map(({ table }: { table: string }) => table);
    expect(tables).toEqual(
      expect.arrayContaining([
        "users",
        "accounts",
        "answers",
        "answer_claims",
        "answer_files",
        "participants",
        "third_party_accounts",
        "invitations",
        "mail_refusals",
        "audit_log",
      ]),
    );
    expect(byAddress.answers).toEqual([1, 2].map((answerId) => ({ surveyId: survey.id, answerId })));
    expect(byAddress.mentions).toEqual([{ surveyId: survey.id, answerId: 3 }]);
    expect(byAddress.notSearched.length).toBeGreaterThan(3);
    const byOpenid = await sopJson("privacy", "find", "--openid", openid);
    expect(byOpenid.answers).toEqual(byAddress.answers);
    const byUsername = await sopJson("privacy", "find", "--username", `third-party:${userId}`);
    expect(byUsername.answers).toEqual(byAddress.answers);
    const byCode = await sopJson("privacy", "find", "--code", "G-1");
    expect(byCode).toMatchObject({ accounts: [], answers: [{ answerId: 2 }] });

    const folder = join(makeFolder(), "grace");
    await sopJson("privacy", "export", "--address", address, "--output", folder, ...options);
    const person = readFileSync(join(folder, "person.json"), "utf8");
    expect(person).toContain("Grace Canary");
    expect(person).not.toMatch(/_hash"|"nonce"|"secret"|"facts"/);
    const [file = ""] = readdirSync(join(folder, "files"));
    expect(readFileSync(join(folder, "files", file))).toEqual(contents.pdf);
    const zip = `${folder}.zip`;
    await sopJson("privacy", "export", "--address", address, "--output", zip, ...options);
    expect(readFileSync(zip).subarray(0, 2).toString()).toBe("PK");
  });

  it("deletes a person everywhere, files too; what mentions them goes if asked, and the log has no name", async () => {
    const { platform, survey, sop, sopJson, options, uploads } = await startWithGrace();
    const words = ["privacy", "delete", "--address", address, ...options];
    const asked = await sop(...words);
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringContaining("2 answers that the person gave"),
    ]);
    const { deleted } = await sopJson(...words, "--yes", "--with-refusals");
    expect(deleted).toEqual({
      answers: 2,
      files: 1,
      participants: 1,
      others: expect.any(Number),
      accounts: 1,
    });
    expect(await tablesWith(platform, [address, openid, "Grace Canary", "G-1"])).toEqual(["answers"]);
    expect(await filesIn(uploads)).toEqual([]);
    expect(await answersLeft({ platform, survey })).toEqual([3, 4, 5]);
    const again = await sop(...words, "--yes", "--with-mentions");
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Backups")]);
    expect(await answersLeft({ platform, survey })).toEqual([4, 5]);
    expect(await tablesWith(platform, [`"${address}"`, openid, "Grace Canary", "G-1"])).toEqual([]);
    const entries = (await auditLog(platform)).filter(({ action }) => action === "person.deleted");
    expect(entries).toMatchObject([
      { actor: operator("privacy delete"), target: "platform " },
      { actor: operator("privacy delete") },
    ]);
    expect(JSON.stringify(entries).toLowerCase()).not.toContain(address.toLowerCase());
  });

  it("can be killed after any step, and done again to the end", async () => {
    for (let kept = 0; kept < 4; kept += 1) {
      const { platform, survey } = await startWithGrace();
      const { store } = platform;
      const person = await findPerson(store.reader, { by: "address", text: address });
      let steps = 0;
      const dying = {
        ...store,
        write: (...given: Parameters<typeof store.write>) => {
          steps += 1;
          if (steps > kept) throw new Error("killed");
          return store.write(...given);
        },
      } as typeof store;
      const deletion = { person, withMentions: true, withRefusals: true, uploads: undefined, actor: tester };
      const ended = await deletePerson(dying, deletion).catch((error: unknown) => String(error));
      expect(ended).toBe("Error: killed");
      const rest = await findPerson(store.reader, { by: "address", text: address });
      await deletePerson(store, { ...deletion, person: rest });
      expect(await answersLeft({ platform, survey })).toEqual([4, 5]);
      expect(await tablesWith(platform, [openid, "Grace Canary"])).toEqual([]);
    }
  });

  it("refuses a name that may mean several people, and surveys that no one agreed to delete", async () => {
    const { platform, sop, survey } = await startWithGrace();
    const other = await publishSurvey(platform, { text: "Dinner\n\n\n\nWhy?[Single Line Text]" });
    const twin = { email: "", phone: "", code: "G-1", name: "Another", language: "", fields: {} };
    await platform.database.write(async (t) => {
      await addParticipants(t, {
        surveyId: other.id,
        participants: [twin],
        linkOf: (nonce) => nonce,
        actor: tester,
      });
      await t.kysely.updateTable("users").set({ email: address }).where("username", "=", "bob").execute();
    });
    const before = await databaseContents(platform);
    const rows: readonly (readonly [readonly string[], string])[] = [
      [
        ["--code", "G-1"],
        `Several surveys use the code, perhaps for several people: name one with --survey: ${survey.id}, ${other.id}.`,
      ],
      [["--address", address], "There are several accounts: name one with --username: bob, third-party:"],
      [["--username", "ada"], "ada owns"],
      [["--username", "unknown"], "The database has nothing under this name."],
      [["--username", "ada", "--code", "x"], "name the person by one of"],
      [["--address", "x"], "--address must be one mail address"],
    ];
    for (const [words, says] of rows) {
      const { code, stderr } = await sop("privacy", "delete", ...words, "--yes");
      expect(code).not.toBe(0);
      expect(stderr).toContain(says);
    }
    expect(await databaseContents(platform)).toEqual(before);
    const { code } = await sop("privacy", "delete", "--code", "G-1", "--survey", String(other.id), "--yes");
    expect(code).toBe(0);
    expect(await tablesWith(platform, ["Grace Canary"])).toContain("participants");
  });

  it("never writes an export over a file", async () => {
    const { sop } = await startWithGrace();
    const folder = makeFolder();
    const { code, stderr } = await sop("privacy", "export", "--address", address, "--output", folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining("exists already")]);
    expect(existsSync(`${folder}.partial`)).toBe(false);
  });
});

async function answersLeft({
  platform,
  survey,
}: Pick<Awaited<ReturnType<typeof startWithGrace>>, "platform" | "survey">) {
  const answers = await platform.store.surveys.listAnswers({
    surveyId: survey.id,
    lastAnswerId: 0,
    perPage: 10,
  });
  return answers.map(({ answerId }) => answerId);
}
