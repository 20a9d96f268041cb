import { describe, expect, test } from "vitest";
import { invited } from "./support/invited.ts";

async function opened() {
  const survey = await invited();
  const { send, author, path } = survey;
  /** Chooses a file on the page, and looks at what was understood. */
  const choose = async (content: string | Uint8Array<ArrayBuffer>, language = "en") =>
    send(`${path}/look`, await author.get(`${path}?lang=${language}`), {
      people: "",
      file: new File([content], "people.csv"),
    });
  return { ...survey, choose };
}

const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
};

/** 姓名,邮箱 / 张伟,a@mail.example in GB 18030. */
const chinese = new Uint8Array(
  Buffer.from("\xd0\xd5\xc3\xfb,\xd3\xca\xcf\xe4\n\xd5\xc5\xce\xb0,a@mail.example\n", "latin1"),
);

const german = "email,name\na@mail.example,Jörg Müller\nb@mail.example,Zoé\n";

/** A table of addresses. */
const lines = (count: number, make: (at: number) => string) =>
  `email\n${Array.from({ length: count }, (_, at) => make(at)).join("\n")}`;

describe("a file of participants", () => {
  test.each([
    ["UTF-8", new Uint8Array(Buffer.from(`\uFEFF${german}`)), "Jörg Müller"],
    ["UTF-16", utf16(`\uFEFF${german}`), "Jörg Müller"],
    ["UTF-16", utf16(`\uFEFF${german}`, true), "Jörg Müller"],
    ["UTF-16", utf16(german), "Jörg Müller"],
    ["UTF-16", utf16(german, true), "Jörg Müller"],
    ["GB 18030", chinese, "张伟"],
    ["Windows-1252", new Uint8Array(Buffer.from(german, "latin1")), "Jörg Müller"],
  ])("is read in the encoding that it has, which the page names: %s", async (encoding, content, name) => {
    const { choose, links } = await opened();
    const looked = await choose(content);
    expect(looked.status).toBe(200);
    expect(looked.html).toContain(`read as ${encoding}, with commas between the cells`);
    expect(looked.html).toContain(name);
    expect(await links()).toEqual([]);
  });

  test.each([
    [";", "semicolons"],
    ["\t", "tabs"],
    ["|", "vertical bars"],
  ])("is read with %j between its cells, also where a title has commas", async (sign, says) => {
    const { choose } = await opened();
    const rows = [
      ["email", '"name, as written"', "team"],
      ["a@mail.example", '"Lovelace, Ada"', "Red"],
    ];
    const looked = await choose(rows.map((cells) => cells.join(sign)).join("\r\n"));
    expect(looked.html).toContain(`with ${says} between the cells`);
    expect(looked.html).toContain("Lovelace, Ada");
    expect(looked.html).toContain("name, as written: Own field");
  });

  test.each([
    ["a letter that is no UTF-8", "email,name\na@b.example,Zoë\nb@b.example,\xff\n", 3, "cannot be read"],
    ["a double", "email\na@b.example\nb@b.example\n\nA@B.example\n", 5, "names the same person as line 2"],
    ["a broken address", 'email,name\n"a@b.example","two\nlines"\na@@b,Ada\n', 4, "address that is none"],
    ["a cell without a column", "email,name\na@b.example,Ada\nb@b.example,Lovelace,Ada\n", 3, "no column"],
    ["a title that is there twice", "email,team,team\na@b.example,Red,Blue\n", 2, "no column"],
    ["a second name without titles", "a@b.example\nb@b.example,Ada,Lovelace\n", 2, "no column"],
    [
      "a quotation mark alone",
      'email,name\na@b.example,Ada\nb@b.example,"Bob\nc@b.example,C\n',
      3,
      "quotation",
    ],
    ["a quotation mark within", 'email,name\na@b.example,A "The" B\nb@b.example,Bob\n', 2, "quotation"],
  ])("with %s is refused, with the line, and nothing is kept of it", async (_what, text, line, says) => {
    const { choose, links } = await opened();
    const [before = "", ...after] = text.split("\xff").map((part) => Buffer.from(part));
    const bytes = after.flatMap((part) => [Buffer.of(0xff), part]);
    const refused = await choose(new Uint8Array(Buffer.concat([Buffer.from(before), ...bytes])));
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(new RegExp(`Line ${line} [^<]*${says}`));
    expect(refused.html.match(/<li>Line /g)).toHaveLength(1);
    expect(await links()).toEqual([]);
  });

  test("with formulas names their lines, and keeps and gives them as text", async () => {
    const { choose, send, author, path } = await opened();
    const looked = await choose(
      'email,name,phone\na@b.example,=1+1,\nb@b.example,"+49 (30) 12345",+49 30-1\n',
    );
    expect(looked.html).toContain("Line 2: a@b.example, =1+1");
    expect(looked.html).not.toContain("Line 3");
    expect((await send(`${path}/add`, looked, {})).status).toBe(303);
    const table = await author.submit(await author.get(path), `${path}/links`);
    expect(table.html).toContain(`"'=1+1"`);
  });

  test("of 100,000 lines is refused with both numbers; the first mistakes of many are named", async () => {
    const { choose } = await opened();
    const many = await choose(lines(100_000, (at) => `p${at}@mail.example`));
    expect(many.status).toBe(400);
    expect(many.html).toContain("100000 participants were read; a survey can have at most 50000.");
    const wrong = await choose(lines(1000, (at) => `p${at}@`));
    expect(wrong.html).toContain("Line 21 has a mail address that is none");
    expect(wrong.html).toContain("… and 980 more");
    const large = await choose("x".repeat(5 * 1024 * 1024 + 1));
    expect([large.status, large.html]).toEqual([400, expect.stringContaining("larger than 5 MB")]);
  });

  test("is refused in Chinese to who reads Chinese", async () => {
    const { choose } = await opened();
    const refused = await choose('email\na@b.example\nA@b.example\n"', "zh-CN");
    expect(refused.html).toContain("第 3 行与第 2 行是同一个人：A@b.example");
    expect(refused.html).toContain("第 4 行的引号不成对");
  });
});
