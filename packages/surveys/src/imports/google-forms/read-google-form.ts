import type { InTurns } from "../../model/in-turns.ts";
import type { SourceRequest } from "../import-source.ts";
import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import {
  endOfSurvey,
  type NeutralJump,
  type NeutralOption,
  type NeutralQuestion,
  type NeutralSurvey,
} from "../neutral-survey.ts";
import { SourceTexts } from "../source-texts.ts";
import { googleTypes, kindOfQuestion } from "./google-types.ts";

type Members = Readonly<Record<string, unknown>>;

interface OpenPage {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly questions: NeutralQuestion[];
}

const ofForm = new Set(["formId", "info", "items", "revisionId", "responderUri", "publishSettings"]);
const ofItem = new Set([
  "itemId",
  "title",
  "description",
  "questionItem",
  "questionGroupItem",
  "pageBreakItem",
  "textItem",
]);
const ofQuestion = new Set(["questionId", "required"]);
const ofDetail = new Set(
  "type options shuffle paragraph low high lowLabel highLabel ratingScaleLevel includeTime includeYear folderId maxFileSize".split(
    " ",
  ),
);

/** The page before the first break. */
const firstPage = "first page";

/** Reads a form of Google, as its interface gives it, an item in a turn. */
export function* readGoogleForm(form: Members, request: SourceRequest): InTurns<NeutralSurvey> {
  const reader = new FormReader(form, request);
  for (const item of recordsIn(form["items"])) {
    reader.take(item);
    yield;
  }
  return reader.survey();
}

class FormReader {
  readonly #form: Members;
  readonly #request: SourceRequest;
  readonly #texts = new SourceTexts(/(?!)/g);
  readonly #pages: OpenPage[] = [{ name: firstPage, title: "", description: "", questions: [] }];
  /** Of each question. */
  readonly #jumps: (readonly NeutralJump[])[] = [];

  constructor(form: Members, request: SourceRequest) {
    this.#form = form;
    this.#request = request;
  }

  survey(): NeutralSurvey {
    const info = this.#form["info"];
    const title = textIn(memberOf(info, "title")) || textIn(memberOf(info, "documentTitle"));
    this.#texts.rest("", this.#form, ofForm);
    return {
      title: this.#texts.plain("", title),
      prefix: this.#texts.plain("", textIn(memberOf(info, "description"))),
      suffix: "",
      pages: this.#pages,
      jumps: this.#jumps.toReversed().flat(),
      losses: this.#texts.losses,
    };
  }

  take(item: Members): void {
    const at = textIn(item["title"]).slice(0, 60).toWellFormed() || textIn(item["itemId"]);
    this.#texts.rest(at, item, ofItem);
    const texts = this.#textsOf(item);
    const name = textIn(item["itemId"]);
    const [page, one, group] = [item["pageBreakItem"], item["questionItem"], item["questionGroupItem"]];
    if (isRecord(page)) this.#pages.push({ name, ...texts, questions: [] });
    else if (isRecord(one)) this.#question(one, { at, name, ...texts });
    else if (isRecord(group)) this.#grid(group, { at, name, ...texts });
    else if (texts.title !== "") this.#add({ name, type: "description", ...texts });
  }

  #textsOf(item: Members) {
    return {
      title: this.#texts.plain("", textIn(item["title"])),
      description: this.#texts.plain("", textIn(item["description"])),
    };
  }

  #add(question: NeutralQuestion): void {
    this.#pages.at(-1)?.questions.push(question);
  }

  #question(
    item: Members,
    texts: {
      readonly at: string;
      readonly name: string;
      readonly title: string;
      readonly description: string;
    },
  ) {
    const question = isRecord(item["question"]) ? item["question"] : {};
    const { at, title, description } = texts;
    if (item["image"] !== undefined) this.#texts.lose(at, "setting", "image");
    const kind = kindOfQuestion(question);
    const type = Object.hasOwn(googleTypes, kind) ? googleTypes[kind] : undefined;
    if (type?.make === undefined) return this.#texts.lose(at, "type", kind || "unknown");
    const [name, member] = [textIn(question["questionId"]) || texts.name, kind.split(" ")[0] ?? ""];
    const detail = isRecord(question[member]) ? question[member] : {};
    this.#texts.rest(at, question, new Set([...ofQuestion, member]));
    this.#texts.rest(at, detail, ofDetail);
    const made = type.make(detail, this.#options(detail["options"], at));
    this.#add({
      ...made,
      name,
      title,
      description,
      required: question["required"] === true,
      fields: { ...made.fields, random: detail["shuffle"] === true },
    });
    this.#jumpsOf(name, recordsIn(detail["options"]));
  }

  /** Answers are known by what they say. */
  #options(options: unknown, at: string): readonly NeutralOption[] {
    return recordsIn(options).map((option) => {
      if (option["image"] !== undefined) this.#texts.lose(at, "setting", "image");
      const isOther = option["isOther"] === true;
      const other = this.#request.language === "en" ? "Other" : "其他";
      const text = this.#texts.plain(at, textIn(option["value"])) || (isOther ? other : "");
      return { code: codeOf(option), text, hasBlank: isOther };
    });
  }

  /** Where an option leads once its page is filled in; of several on a page, that of the last question. */
  #jumpsOf(question: string, options: readonly Members[]): void {
    const from = this.#pages.at(-1)?.name ?? firstPage;
    const jumps = options.flatMap((option): readonly NeutralJump[] => {
      const [action, section] = [textIn(option["goToAction"]), textIn(option["goToSectionId"])];
      const to = action === "SUBMIT_FORM" ? endOfSurvey : section;
      const text = `${textIn(option["value"])} → ${section || action}`;
      if (action === "RESTART_FORM") this.#texts.lose(question, "jump", text);
      const when = {
        text,
        tree: { kind: "test", question, operator: "anyof", value: [codeOf(option)] },
      } as const;
      // The next page is where it goes anyway, but it keeps the jumps of earlier questions from being taken.
      return to === "" ? [] : [{ from, when, to }];
    });
    this.#jumps.push(jumps);
  }

  #grid(
    group: Members,
    { at, ...texts }: { readonly at: string; readonly name: string; readonly title: string },
  ): void {
    const columns = memberOf(group["grid"], "columns");
    if (memberOf(group["grid"], "shuffleQuestions") === true)
      this.#texts.lose(at, "setting", "shuffleQuestions: true");
    if (group["image"] !== undefined) this.#texts.lose(at, "setting", "image");
    const questions = recordsIn(group["questions"]);
    this.#add({
      ...texts,
      type: memberOf(columns, "type") === "CHECKBOX" ? "matrix_checkbox" : "matrix_radio",
      required: questions.some((question) => question["required"] === true),
      rows: questions.map((question) => ({
        code: textIn(question["questionId"]),
        text: this.#texts.plain(at, textIn(memberOf(question["rowQuestion"], "title"))),
      })),
      options: this.#options(memberOf(columns, "options"), at),
      fields: { random: memberOf(columns, "shuffle") === true },
    });
  }
}

function codeOf(option: Members): string {
  return option["isOther"] === true ? "other" : textIn(option["value"]);
}
