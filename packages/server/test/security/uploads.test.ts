import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { publishSurvey, type SurveyParts } from "../support/published-survey.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { contents, filesIn, sendFiles, temporaryUploads } from "../support/upload-form.ts";

const text = "Receipts\n\n\n\nYour receipt[File Upload][Optional]";
const megabyte = 1024 * 1024;

async function open(
  parts: Partial<SurveyParts> = {},
  settings: Parameters<typeof startTestPlatform>[0] = {},
) {
  const folder = await temporaryUploads();
  const platform = await startTestPlatform({ uploads: folder, ...settings });
  const survey = await publishSurvey(platform, { text, ...parts });
  const browser = new Browser(platform);
  const page = await browser.get(survey.path);
  platform.clock.now += 5000;
  const id = survey.questionId(1);
  const send = (name: string, content: Uint8Array) =>
    sendFiles(browser, page, [[`${id}.files`, { name, content }]]);
  const rows = () => platform.database.reader.kysely.selectFrom("answer_files").selectAll().execute();
  return { folder, platform, survey, browser, page, id, send, rows };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Changes what files the question takes. */
function taking(endings: readonly string[], kilobytes = 5120): Pick<SurveyParts, "change"> {
  return {
    change: (definition) => ({
      ...definition,
      pages: definition.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({
          ...question,
          file_type_limit: [...endings],
          file_size_limit: kilobytes,
        })),
      })),
    }),
  };
}

/** Downloads the only file of the first answer, as a user. */
async function downloadAs(
  { platform, survey, rows }: Opened,
  username: string,
  answerId = 1,
): Promise<Response> {
  const user = await signedInBrowser(platform, username);
  const [file] = await rows();
  return platform.fetch(`/surveys/${survey.id}/results/answers/${answerId}/files/${file?.id}`, {
    headers: { cookie: `${sessionCookie}=${user.cookies.get(sessionCookie)}` },
  });
}

/** A multipart body in which everything can be wrong. */
async function sendRaw(
  { browser, survey }: Opened,
  body: NonNullable<RequestInit["body"]>,
  boundary = "x",
): Promise<Page> {
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const init = { method: "POST", body, headers, duplex: "half" } as const;
  return browser.send(survey.path, init);
}

function part(name: string, value: string, rest = ""): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${value}\r\n`;
}

/** The fields in front of the files of a form. */
function hiddenParts({ page }: Opened, change: Readonly<Record<string, string>> = {}): string {
  const hidden = { ...formsOf(page.html)[0]?.hidden, ...change };
  return Object.entries(hidden)
    .map(([name, value]) => part(name, value))
    .join("");
}

describe("what is in a file that a respondent sends", () => {
  it.each([
    ["a page", "x.png", "<!doctype html><script>alert(1)</script>"],
    ["a page behind white space", "x.txt", "\n\n  <HTML><script>alert(1)</script>"],
    ["a picture with scripts", "x.jpg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["a picture with scripts, as a text", "x.txt", '\uFEFF<?xml version="1.0"?><svg onload="alert(1)"/>'],
    ["a program", "x.pdf", "MZ\u0090\0"],
    ["a program under an ending that is not known", "x.psd", "MZ\u0090\0"],
    ["another kind than its name says", "x.png", "%PDF-1.7"],
    ["nothing", "x.png", ""],
  ])("is refused when it is %s", async (_, name, content) => {
    const opened = await open(taking(["png", "jpg", "txt", "pdf", "psd"]));
    const refused = await opened.send(name, Buffer.from(content));
    expect(refused.status).toBe(422);
    expect(await filesIn(opened.folder)).toEqual([]);
    expect(await opened.rows()).toEqual([]);
  });

  it.each([
    ["GIF and page", "x.gif", "GIF89a/*<script>alert(1)</script>*/=1"],
    ["PDF and page", "x.pdf", "%PDF-1.7\n<html><script>alert(1)</script>"],
    ["SVG that the survey asks for", "x.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["page that the survey asks for", "x.html", "<script>alert(1)</script>"],
  ])("runs in no browser, also when it is two kinds at once: %s", async (_, name, content) => {
    const opened = await open(taking(["gif", "pdf", "svg", "html"]));
    expect((await opened.send(name, Buffer.from(content))).location).toContain("/done");
    const { headers, status } = await downloadAs(opened, "ada");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("the name of a file that a respondent sends", () => {
  it.each([
    ["../../etc/passwd.png", "passwd.png"],
    ["..\\..\\windows\\x.png", "x.png"],
    ["/abs/olute.png", "olute.png"],
    ["a\u202Egnp.exe.png", "agnp.exe.png"],
    ["收据 1.png", "收据 1.png"],
    ["a\u0000b\u0007.png", "ab.png"],
    ["<script>.png", "_script_.png"],
    // What browsers escape in names of files (HTML, section 4.10.22.8), and nothing else.
    ["%22; filename=%22x.exe%0D%0A中.png", "_; filename=_x.exe中.png"],
    ["..%2F100%25%2e%0A.png", "%2F100%25%2e.png"],
    [`${"x".repeat(400)}.png`, `${"x".repeat(109)}.png`],
  ])("is never part of a path, and shows what it is: %j", async (given, kept) => {
    const opened = await open(taking(["png", ""]));
    const sent = part(`${opened.id}.files`, "\u0089PNG", `; filename="${given.replaceAll("\\", "\\\\")}"`);
    const bytes = Buffer.concat([
      Buffer.from(hiddenParts(opened) + sent.slice(0, sent.indexOf("\u0089PNG"))),
      contents.png,
      Buffer.from("\r\n--x--\r\n"),
    ]);
    await sendRaw(opened, bytes);
    const [row, ...others] = await opened.rows();
    expect([row?.name, others]).toEqual([kept, []]);
    const [file = ""] = await filesIn(opened.folder);
    expect(file).toBe(`${opened.folder}/${row?.id.slice(0, 2)}/${row?.id}`);
    const { headers } = await downloadAs(opened, "ada");
    // Only printable ASCII is in a header (RFC 8187, section 3.2.1).
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="[\w.-]+"(?:; filename\*=UTF-8''[\w.%~!-]+)?$/,
    );
  });
});

describe("a form with files", () => {
  it("is read only as far as its questions take files, however long it is", async () => {
    const opened = await open();
    let pulled = 0;
    const start = Buffer.from(
      hiddenParts(opened) + part(`${opened.id}.files`, "", '; filename="x.png"').slice(0, -2),
    );
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(pulled === 0 ? start : new Uint8Array(megabyte));
        pulled += 1;
        if (pulled > 2048) controller.close();
      },
    });
    const refused = await sendRaw(opened, endless);
    expect(refused.status).toBe(413);
    // Five files of 5 MB, what is tolerated of others, the fields, and what is read ahead.
    expect(pulled).toBeLessThan(5 * 5 + 32 + 2 + 8);
    expect(await filesIn(opened.folder)).toEqual([]);
  });

  it("says which file is too large, and keeps nothing of it", async () => {
    const opened = await open(taking(["png"], 1));
    const refused = await opened.send("large.png", Buffer.concat([contents.png, Buffer.alloc(1100)]));
    expect([refused.status, refused.html.includes("large.png: The file is larger than 0.1 MB.")]).toEqual([
      422,
      true,
    ]);
    const fits = await opened.send("small.png", Buffer.concat([contents.png, Buffer.alloc(1000)]));
    expect(fits.location).toContain("/done");
    expect(await filesIn(opened.folder)).toHaveLength(1);
  });

  it.each([
    [
      "that ends in the middle of a file",
      (opened: Opened) => hiddenParts(opened) + part(`${opened.id}.files`, "\u0089PNG", '; filename="x.png"'),
    ],
    ["without a boundary", () => "x"],
    [
      "that ends in the middle of a field",
      () => '--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\nabc',
    ],
    [
      "with a header that never ends",
      () => `--x\r\nContent-Disposition: form-data; name="${"a".repeat(99_999)}`,
    ],
  ])("is refused when it is one %s, and nothing of it is kept", async (_, body) => {
    const opened = await open();
    expect([400, 403, 413]).toContain((await sendRaw(opened, body(opened))).status);
    expect(await filesIn(opened.folder)).toEqual([]);
    expect(await opened.rows()).toEqual([]);
  });

  it("has to show that it is ours before any file of it is looked at", async () => {
    const opened = await open();
    const file = part(`${opened.id}.files`, "\u0089PNG", '; filename="x.png"');
    const own = hiddenParts(opened);
    for (const body of [
      `${hiddenParts(opened, { csrf: "x".repeat(43) })}${file}--x--\r\n`,
      `${file}${own}--x--\r\n`,
      `${file}--x--\r\n`,
    ]) {
      expect((await sendRaw(opened, body)).status).toBe(403);
    }
    const headers = { "content-type": "multipart/form-data; boundary=x", "sec-fetch-site": "cross-site" };
    const crossSite = { method: "POST", body: `${own}${file}--x--\r\n`, headers };
    expect((await opened.browser.send(opened.survey.path, crossSite)).status).toBe(403);
    expect(await filesIn(opened.folder)).toEqual([]);
  });

  it("brings no file where the survey cannot be answered", async () => {
    const opened = await open();
    await opened.platform.store.surveys.changeSettings({
      surveyId: opened.survey.id,
      settings: { passwordHash: "x" },
    });
    expect((await opened.send("x.png", contents.png)).status).toBe(403);
    expect(await filesIn(opened.folder)).toEqual([]);
  });

  it("brings no more files from one address than a class of pupils has", async () => {
    const opened = await open();
    const field = [`${opened.id}.files`, { name: "x.txt", content: Buffer.from("x") }] as const;
    const many = Array.from({ length: 130 }, () => field);
    expect((await sendFiles(opened.browser, opened.page, many)).status).toBe(429);
  });

  it("brings no more files than the platform has room for", async () => {
    const opened = await open({}, { uploadsMegabytes: "4" });
    const refused = await opened.send("x.png", contents.png);
    expect(refused.html).toContain("x.png: The file could not be stored. Try again later.");
    expect(await filesIn(opened.folder)).toEqual([]);
  });

  it("cannot name a file of another respondent, nor one that was not sent", async () => {
    const opened = await open({ text: `${text}\n\n=== Page Break ===\n\nWhy?[Single Line Text][Optional]` });
    await opened.send("secret.png", contents.png);
    const [row] = await opened.rows();
    const thief = new Browser(opened.platform);
    const page = await thief.get(opened.survey.path);
    for (const name of [`${row?.id}/secret.png`, "made-up.png"]) {
      await sendFiles(thief, page, [[opened.id, name]]);
      expect((await thief.get(opened.survey.path)).html).not.toContain(name);
      const fields = new URLSearchParams({
        ...formsOf(page.html)[0]?.hidden,
        action: "next",
        [opened.id]: name,
      });
      await thief.send(opened.survey.path, { method: "POST", body: fields });
      const { html } = await thief.get(`${opened.survey.path}?page=${opened.survey.definition.pages[0]?.id}`);
      expect(html).not.toContain(name.split("/").at(-1));
    }
    expect(await opened.rows()).toEqual([row]);
  });
});

describe("a file of an answer", () => {
  it("is for those who see the results of its survey, at its own answer alone", async () => {
    const opened = await open();
    await opened.send("receipt.png", contents.png);
    expect((await downloadAs(opened, "ada")).status).toBe(200);
    expect((await downloadAs(opened, "bob")).status).toBe(404);
    expect((await downloadAs(opened, "ada", 2)).status).toBe(404);
    const other = await publishSurvey(opened.platform, { text });
    expect((await downloadAs({ ...opened, survey: other }, "ada")).status).toBe(404);
    const [file] = await opened.rows();
    const path = `/surveys/${opened.survey.id}/results/answers/1/files/${file?.id}`;
    expect((await opened.browser.get(path)).location).toMatch(/^\/login/);
  });

  it("is not found by a path", async () => {
    const opened = await open();
    await opened.send("receipt.png", contents.png);
    const ada = await signedInBrowser(opened.platform, "ada");
    const path = `/surveys/${opened.survey.id}/results/answers/1/files/`;
    for (const name of ["..%2f..%2ftest.db", "%2fetc%2fpasswd", "x".repeat(32), "incoming"])
      expect((await ada.get(path + name)).status).toBe(404);
  });
});
