import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { rulesInTurns } from "../../src/logic/rule-text/parse-rules.ts";
import { surveyJsonInTurns, surveyOfJsonInTurns } from "../../src/json-form/survey-json.ts";
import { type InTurns, inTurns } from "../../src/model/in-turns.ts";
import { importSurveyJsInTurns } from "../../src/imports/surveyjs/import-survey-js.ts";
import { definitionFromTextInTurns } from "../../src/text-form/definition-from-text.ts";

interface Outcome {
  readonly ok: boolean;
  readonly problems?: readonly unknown[];
}

/** How many pieces some work has, and its result. */
function piecesOf<Result>(work: InTurns<Result>): { readonly pieces: number; readonly result: Result } {
  for (let pieces = 1; ; pieces += 1) {
    const piece = work.next();
    if (piece.done === true) return { pieces, result: piece.value };
  }
}

const text = (questions: number) =>
  `T\n\n\n\n${Array.from({ length: questions }, (_, at) => `Q${at}[单选题]\nA\nB`).join("\n\n")}`;
const json = (questions: number, question: object = { type: "text", title: "Q" }) =>
  JSON.stringify({ title: "T", pages: [{ questions: Array.from({ length: questions }, () => question) }] });
/** What is checked once it is parsed. */
const checked = (source: string) => surveyOfJsonInTurns(JSON.parse(source), randomBytes);
const surveyJs = (count: number) =>
  JSON.stringify({ elements: Array.from({ length: count }, (_, at) => ({ type: "text", name: `q${at}` })) });
const nested = (depth: number): object =>
  depth === 0
    ? { kind: "answered", question: "q" }
    : { kind: "and", conditions: Array.from({ length: 8 }, () => nested(depth - 1)) };

describe("an import", () => {
  it.each<[string, InTurns<Outcome>]>([
    ["text", definitionFromTextInTurns(text(150))],
    ["JSON", surveyJsonInTurns(json(150), randomBytes)],
    ["survey of SurveyJS", importSurveyJsInTurns(surveyJs(150), { language: "en", randomBytes })],
  ])("of a %s is done in a piece for each question", (_name, work) => {
    const { pieces, result } = piecesOf(work);
    expect(result.ok).toBe(true);
    expect(pieces).toBeGreaterThan(150);
  });

  it.each<[string, InTurns<Outcome>, number]>([
    ["questions of a page", definitionFromTextInTurns(text(9000)), 202],
    ["mistakes", definitionFromTextInTurns(`T\n\n\n\n${"Q[?]\n\n".repeat(20_000)}`), 50],
    ["lines of a question", definitionFromTextInTurns(`T\n\n\n\nQ\n${"A\n".repeat(50_000)}`), 6],
    ["characters of a line", definitionFromTextInTurns(`T\n\n\n\n${"[]".repeat(100_000)}`), 1],
    ["bytes", definitionFromTextInTurns("x".repeat(300_000)), 1],
    ["questions of a page of JSON", checked(json(9000)), 1],
    ["mistakes of rules", rulesInTurns("x\n".repeat(300_000), []), 50],
    ["mistakes of JSON", checked(json(200, {})), 60],
    ["options", checked(json(1, { options: Array.from({ length: 100_000 }, () => ({})) })), 2],
    ["members", checked(json(1, Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [at, 1])))), 2],
    [
      "entries of a linked choice",
      checked(json(1, { groups: Array.from({ length: 10_000 }, () => ({})) })),
      2,
    ],
    [
      "conditions of a rule",
      checked(
        JSON.stringify({
          title: "T",
          pages: [{ questions: [] }],
          logic: { rules: [{ kind: "show", target: "q", when: nested(5) }] },
        }),
      ),
      3,
    ],
  ])("ends at the first limit that is passed: %s", (_name, work, most) => {
    const { pieces, result } = piecesOf(work);
    expect(result.ok).toBe(false);
    expect(result.problems?.length).toBeLessThanOrEqual(50);
    expect(pieces).toBeLessThanOrEqual(most);
  });

  it("lets other work go on between its pieces", async () => {
    const order: string[] = [];
    const work = function* (): InTurns<string> {
      for (const piece of ["first", "second", "third"]) {
        order.push(piece);
        yield;
      }
      return "done";
    };
    setImmediate(() => order.push("other work"));
    expect(await inTurns(work())).toBe("done");
    expect(order).toEqual(["first", "other work", "second", "third"]);
  });
});
