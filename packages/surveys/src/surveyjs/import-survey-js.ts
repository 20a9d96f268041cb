import { parseSurveyJson } from "../json-form/survey-json.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { emptyQuestion } from "../model/empty-question.ts";
import { idMaker } from "../model/ids.ts";
import type { Rule } from "../model/logic.ts";
import type { Problem } from "../model/problem.ts";
import type { Question } from "../model/question.ts";
import { conditionFromSurveyJs, type NamedQuestion } from "./condition-from-survey-js.ts";
import { questionFromSurveyJs, type QuestionImport } from "./question-from-survey-js.ts";
import { type ImportContext, type ImportLoss, isRecord, SurveyJsObject } from "./survey-js-object.ts";

/** A survey of SurveyJS as one of ours with all that was left out, or what is wrong with it. */
export type ImportedSurveyJs =
  | { readonly ok: true; readonly definition: SurveyDefinition; readonly losses: readonly ImportLoss[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How a survey is imported. */
export interface SurveyJsImport {
  /** Of the texts, where there are several, and of those that SurveyJS leaves to its own dictionary. */
  readonly language: ImportContext["language"];
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Reads the JSON of a survey of SurveyJS, as its creator saves it. What has no counterpart here is left out and listed: types of
 * questions, settings, conditions that rules cannot say.
 */
export function importSurveyJs(text: string, { language, randomBytes }: SurveyJsImport): ImportedSurveyJs {
  const json = parseJson(text);
  const message = json === undefined ? "is not JSON" : "must be an object";
  if (!isRecord(json)) return { ok: false, problems: [{ path: [], message }] };
  const context = { language, losses: [], makeId: idMaker([], randomBytes) };
  const made = new SurveyImport(context).read(json);
  const parsed = parseSurveyJson(JSON.stringify(made), randomBytes);
  return parsed.ok ? { ...parsed, losses: context.losses } : parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A condition of a question or page, read once all questions are known. */
interface Pending {
  readonly target: string;
  readonly expression: string;
  readonly source: SurveyJsObject;
}

class SurveyImport {
  readonly #context: QuestionImport;
  readonly #named = new Map<string, NamedQuestion>();
  readonly #pending: Pending[] = [];

  constructor(context: QuestionImport) {
    this.#context = context;
  }

  /** @returns the survey in our JSON form; it is checked as any other */
  read(json: Readonly<Record<string, unknown>>): object {
    const survey = new SurveyJsObject(json, this.#context);
    const pages = survey.objects("pages");
    const made = {
      title: survey.text("title") || (this.#context.language === "en" ? "Survey" : "问卷"),
      prefix: survey.text("description"),
      suffix: withoutTags(survey.text("completedHtml")),
      // A survey without pages has its elements itself.
      pages: pages.length > 0 ? pages.map((page) => this.#page(page)) : [this.#pageOf(survey)],
    };
    survey.loseRest();
    return { ...made, logic: { rules: this.#rules() } };
  }

  #page(page: SurveyJsObject) {
    const made = this.#pageOf(page);
    this.#defer(made.id, page, []);
    page.loseRest();
    return made;
  }

  #pageOf(holder: SurveyJsObject) {
    const elements = [...holder.objects("elements"), ...holder.objects("questions")];
    const id = this.#context.makeId("page");
    return { id, questions: elements.flatMap((element) => this.#element(element, [])) };
  }

  /** @param conditions of the panels around it */
  #element(element: SurveyJsObject, conditions: readonly string[]): readonly Question[] {
    if (element.type === "panel") return this.#panel(element, conditions);
    const imported = questionFromSurveyJs(element, this.#context);
    if (imported === undefined) return [];
    const { question, options } = imported;
    this.#named.set(element.name, { id: question.id, type: question.type, options });
    this.#defer(question.id, element, conditions);
    element.loseRest();
    return [question];
  }

  /** Questions of a panel follow its title. */
  #panel(panel: SurveyJsObject, conditions: readonly string[]): readonly Question[] {
    const own = panel.text("visibleIf");
    const all = own === "" ? conditions : [...conditions, own];
    const title = panel.text("title");
    const id = this.#context.makeId("question");
    if (title !== "" && all.length > 0)
      this.#pending.push({ target: id, expression: joined(all), source: panel });
    const heading =
      title === ""
        ? []
        : [{ ...emptyQuestion(id, "description"), title, description: panel.text("description") }];
    const elements = panel.objects("elements").flatMap((element) => this.#element(element, all));
    panel.loseRest();
    return [...heading, ...elements];
  }

  #defer(target: string, source: SurveyJsObject, conditions: readonly string[]): void {
    const own = source.text("visibleIf");
    const all = own === "" ? conditions : [...conditions, own];
    if (all.length > 0) this.#pending.push({ target, expression: joined(all), source });
  }

  #rules(): readonly Rule[] {
    return this.#pending.flatMap(({ target, expression, source }) => {
      const when = conditionFromSurveyJs(expression, this.#named);
      if (when === undefined) source.lose("condition", expression);
      return when === undefined ? [] : [{ kind: "show" as const, when, target }];
    });
  }
}

function joined(expressions: readonly string[]): string {
  const [only = "", ...others] = expressions;
  return others.length === 0 ? only : expressions.map((expression) => `(${expression})`).join(" and ");
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
