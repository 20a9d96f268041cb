import { type ImportLoss, type ImportLossCode, shortLoss } from "../model/import-loss.ts";
import type { Question, QuestionType } from "../model/question.ts";
import { surveyLimits } from "../question-types/declared-text.ts";
import { plainHtml } from "./plain-html.ts";

/** Types whose empty fields show an example. */
export const withExample: ReadonlySet<QuestionType> = new Set(["text", "textarea", "phone", "address"]);

/** Takes the texts of a file, and notes what goes with their formatting and what they would have had in place of names. */
export class SourceTexts {
  readonly losses: ImportLoss[] = [];
  readonly #piping: RegExp;
  readonly #seen = new Set<string>();

  /** @param piping what the other system replaces by an answer; with the flag `g` */
  constructor(piping: RegExp) {
    this.#piping = piping;
  }

  /** A text that may be HTML. */
  html(at: string, html: string): string {
    const { text, removed } = plainHtml(html);
    const tags = formattingIn(html);
    if (tags !== "") this.lose(at, "format", tags);
    for (const name of removed) this.lose(at, "setting", `<${name}>`);
    return this.plain(at, text);
  }

  /** A text in which only names in place of answers have a meaning. */
  plain(at: string, text: string): string {
    const stored = text.toWellFormed().replaceAll("\0", "").trim();
    for (const found of new Set(stored.match(this.#piping)).values())
      this.lose(at, "piping", found.slice(0, 200));
    return stored;
  }

  /** An example in an empty field, where a question of its type has one; it is noted for others. */
  example(at: string, type: QuestionType, given: string): Pick<Question, "placeholder"> {
    const text = this.html(at, given).replaceAll(/\s+/g, " ");
    const cut = text.slice(0, surveyLimits.placeholder).toWellFormed();
    if (text !== "" && !withExample.has(type)) this.lose(at, "setting", `placeholder: ${text}`);
    else if (cut !== text) this.lose(at, "length", cut.slice(0, 60));
    return text !== "" && withExample.has(type) ? { placeholder: cut } : {};
  }

  /** Notes every member of an object that says something and was not taken. @param inside where the object is, such as `theme.` */
  rest(
    at: string,
    members: Readonly<Record<string, unknown>>,
    taken: ReadonlySet<string>,
    inside = "",
  ): void {
    for (const [key, value] of Object.entries(members))
      if (!taken.has(key) && !isSilent(value)) this.lose(at, "setting", `${inside}${key}: ${shown(value)}`);
  }

  /** Notes a loss, once. */
  lose(at: string, code: ImportLossCode, what: string): void {
    const loss = shortLoss({ at, code, what });
    const key = JSON.stringify([loss.at, code, loss.what]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.losses.push(loss);
  }
}

/** Whether a value says nothing: what is empty or off. */
function isSilent(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.values(value).every(isSilent);
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Elements that only divide a text into lines, which are kept. */
const LINES = /^(?:p|br|div|span|html|body)$/;

/** The elements of a text that are more than lines, such as `<b> <img>`; "" for none. */
function formattingIn(html: string): string {
  const names = [...html.matchAll(/<([a-z][a-z0-9]{0,20})\b/gi)].map(([, name = ""]) => name.toLowerCase());
  const telling = [...new Set(names)].filter((name) => !LINES.test(name));
  return telling
    .slice(0, 10)
    .map((name) => `<${name}>`)
    .join(" ");
}
