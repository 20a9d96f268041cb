import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseValues } from "@survey-open-platform/surveys";
import { zipStream } from "../../../../surveys/src/exports/zip-stream.ts";
import { startOperatedPlatform } from "./support/operate.ts";
import { makeFolder } from "./support/sop-process.ts";

const lss = readFileSync(new URL("../../../../../examples/imports/limesurvey.lss", import.meta.url));

type Row = Readonly<Record<string, string>>;

/** The answers of an archive, as LimeSurvey writes them. */
function lsr(rows: readonly Row[]): string {
  const written = rows.map((row) =>
    Object.entries(row)
      .map(([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`)
      .join(""),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><document><LimeSurveyDocType>Responses</LimeSurveyDocType>
    <responses><fields><fieldname>id</fieldname></fields><rows>${written.map((row) => `<row>${row}</row>`).join("")}</rows></responses></document>`;
}

async function archive(rows: readonly Row[]): Promise<string> {
  const file = join(makeFolder(), "survey.lsa");
  const entries = [
    { path: "survey_7.lss", chunks: [lss] },
    { path: "survey_7_responses.lsr", chunks: [lsr(rows)] },
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(entries)) pieces.push(piece);
  writeFileSync(file, Buffer.concat(pieces));
  return file;
}

const modes = ["A1", "A2", "A3", "A4", "-oth-"];
const reasons = ["cheap", "fast", "none"];

/** Answers that differ, and some that were not sent. */
function drawn(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, at): Row => {
    const mode = modes[(at * 7) % 5] ?? "";
    const day = String(1 + (at % 28)).padStart(2, "0");
    return {
      id: String(at + 1),
      submitdate: at % 10 === 9 ? "" : `2026-03-${day} 10:15:00`,
      startdate: `2026-03-${day} 10:00:00`,
      _7X1X101: mode,
      _7X1X101other: mode === "-oth-" ? "by boat" : "",
      _7X1X102: String(at % 90),
      _7X1X103cheap: at % 2 === 0 ? "Y" : "",
      _7X1X103fast: at % 3 === 0 ? "Y" : "",
      "_7X2X125s-0": String(1 + (at % 2)),
      _7X2X127mon_am: String(at % 9),
      _7X2X1421: "2",
      _7X2X1422: "1",
      _7X3X148: at % 4 === 0 ? "Y" : "N",
    };
  });
}

async function imported(rows: readonly Row[]) {
  const { platform, sop, sopJson } = await startOperatedPlatform();
  const result = await sopJson("import", await archive(rows), "--owner", "ada");
  const kept = await platform.store.reader.kysely
    .selectFrom("answers")
    .select(["answer_values", "started_at as startedAt", "ended_at as endedAt"])
    .where("survey_id", "=", result.survey)
    .orderBy("answer_id")
    .execute();
  const [version] = await platform.store.surveys.definitionsOf(result.survey);
  const questions = version?.definition.pages.flatMap((page) => page.questions) ?? [];
  const question = (code: string) => {
    const found = questions.find((one) => one.code === code);
    if (found === undefined) throw new Error(code);
    return found;
  };
  return { platform, sop, result, kept, question };
}

function idOf(parts: readonly { readonly id: string }[], at: number): string {
  return parts[at]?.id ?? "";
}

describe("the answers of an archive of LimeSurvey", () => {
  it("come in with their survey and their times, and results equal a recount", async () => {
    const rows = drawn(240);
    const sent = rows.filter(({ submitdate }) => submitdate !== "");
    const { platform, sop, result, kept, question } = await imported(rows);
    expect([result.answers, kept.length]).toEqual([sent.length, sent.length]);
    const texts = result.report.map(({ text }: { readonly text: string }) => text);
    expect(texts.filter((text: string) => text.includes("answers are not taken in"))).toEqual([
      "survey_7_responses.lsr: answers are not taken in: 24 that were not sent",
    ]);
    expect(kept[0]).toMatchObject({
      startedAt: Date.parse("2026-03-01T10:00:00+08:00"),
      endedAt: Date.parse("2026-03-01T10:15:00+08:00"),
    });
    const [mode, why, again] = [question("mode"), question("why"), question("again")];
    const tallies = await platform.store.surveys.tallies({
      surveyId: result.survey,
      questionIds: [mode.id, why.id, again.id],
    });
    for (const [at, option] of mode.options.entries())
      expect(tallies.get(mode.id)?.get(option.id) ?? 0).toBe(
        sent.filter((row) => row["_7X1X101"] === modes[at]).length,
      );
    for (const [at, option] of why.options.entries())
      expect(tallies.get(why.id)?.get(option.id) ?? 0).toBe(
        sent.filter((row) => row[`_7X1X103${reasons[at]}`] === "Y").length,
      );
    expect(tallies.get(again.id)?.get(again.options[0]?.id ?? "")).toBe(
      sent.filter((row) => row["_7X3X148"] === "Y").length,
    );
    expect((await sop("doctor", "--recount")).code).toBe(0);
  });

  it("are texts, numbers, cells and rankings as they were given", async () => {
    const { kept, question } = await imported(drawn(5));
    const given = (code: string) => {
      const { id } = question(code);
      return kept.map((answer) => parseValues(answer.answer_values)[id]);
    };
    const [mode, hours] = [question("mode"), question("hours")];
    expect(given("mode")).toContainEqual({
      options: [idOf(mode.options, 4)],
      blanks: { [idOf(mode.blank_setting, 0)]: "by boat" },
    });
    expect(given("minutes")).toEqual(["0", "1", "2", "3", "4"]);
    expect(given("hours")[3]).toEqual({ [`${idOf(hours.subTitles, 0)}/${idOf(hours.options, 0)}`]: "3" });
    const { options: ranked } = question("rank");
    expect(given("rank")[0]).toEqual([idOf(ranked, 1), idOf(ranked, 0)]);
    const { subTitles, options } = question("dual#0");
    expect(given("dual#0")[1]).toEqual({ [idOf(subTitles, 0)]: [idOf(options, 1)] });
  });

  it("that do not fit are named, and leave the rest of their answer in place", async () => {
    const [first] = drawn(1);
    const { kept, question, result } = await imported([{ ...first, _7X1X102: "many", _7X3X148: "Q" }]);
    const values = parseValues(kept[0]?.answer_values ?? "{}");
    expect(values).not.toHaveProperty(question("minutes").id);
    expect(values).toHaveProperty(question("mode").id);
    const whats = result.report.map(({ what }: { readonly what: string }) => what);
    expect(whats).toContain("1: again names no option of the question");
    expect(whats.some((what: string) => what.startsWith("1: minutes "))).toBe(true);
  });
});
