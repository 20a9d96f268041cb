import { surveyLimits } from "../../question-types/declared-text.ts";
import { emptyQuestion } from "../../model/empty-question.ts";
import type { InTurns } from "../../model/in-turns.ts";
import { logicLimits, type Rule, ruleSchema } from "../../model/logic.ts";
import type { Question } from "../../model/question.ts";
import type { QuestionImport } from "./choices-from-survey-js.ts";
import { conditionFromSurveyJs } from "./condition-from-survey-js.ts";
import type { NamedQuestion } from "../condition-tests.ts";
import { longestCondition } from "../scan-tokens.ts";
import { lossesOfLook, themeOf } from "../source-looks.ts";
import { tagOf } from "../with-translations.ts";
import { questionFromSurveyJs, textOfHtml } from "./question-from-survey-js.ts";
import { lookOf } from "./look-of-survey-js.ts";
import { readCalculations } from "./extras-of-survey-js.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

/** A condition of a question or page, read once all questions are known. */
interface Pending {
  readonly target: string;
  /** Of the target: later questions have no answer when it is shown. */
  readonly position: number;
  /** Its own and those around it, all of which have to hold. */
  readonly expressions: readonly string[];
  readonly source: SurveyJsObject;
}

/** What pages and panels say about everything inside them. */
interface Around {
  readonly conditions: readonly string[];
  readonly isHidden: boolean;
  readonly depth: number;
  /** What stands before the names of questions that SurveyJS asks again: `children[0].`, which is how others refer to the first. */
  readonly repeat: string;
}

const nothingAround: Around = { conditions: [], isHidden: false, depth: 0, repeat: "" };

/** How deep panels may stand inside each other. */
const deepestPanel = 10;

interface MadePage {
  readonly id: string;
  readonly questions: readonly Question[];
}

/** One import: the questions that were made so far, and the conditions that wait for all of them. */
export class SurveyImport {
  readonly #context: QuestionImport;
  readonly #named = new Map<string, NamedQuestion>();
  readonly #pending: Pending[] = [];
  #position = 0;

  constructor(context: QuestionImport) {
    this.#context = context;
  }

  /** @returns the survey in our JSON form; it is checked as any other */
  *read(survey: SurveyJsObject): InTurns<object> {
    const { language, locale } = this.#context;
    const made = {
      title: survey.text("title", surveyLimits.title) || (language === "en" ? "Survey" : "问卷"),
      prefix: survey.text("description", surveyLimits.description),
      suffix: textOfHtml(survey, "completedHtml", surveyLimits.description),
      pages: yield* this.#pages(survey),
    };
    if (tagOf(locale) !== undefined) survey.carry("locale");
    const look = lookOf(survey);
    this.#context.losses.push(...lossesOfLook(look));
    readCalculations(survey, this.#context.extras);
    survey.loseRest();
    return { ...made, ...themeOf(look), logic: { rules: yield* this.#rules() } };
  }

  /** A survey without pages has its elements itself. */
  *#pages(survey: SurveyJsObject): InTurns<readonly MadePage[]> {
    const pages = survey.objects("pages");
    if (pages.length === 0) return [yield* this.#pageOf(survey, nothingAround)];
    const made: MadePage[] = [];
    for (const page of pages) {
      if (made.length < surveyLimits.pages) made.push(yield* this.#page(page));
      else page.lose("limit", `pages: ${surveyLimits.pages}`);
      yield;
    }
    return made;
  }

  *#page(page: SurveyJsObject): InTurns<MadePage> {
    const position = this.#position;
    const around = { ...nothingAround, isHidden: this.#isHidden(page) };
    const heading = this.#heading(page, around);
    const made = yield* this.#pageOf(page, around);
    this.#defer({ id: made.id, position }, page, around);
    page.loseRest();
    return { ...made, questions: [...heading, ...made.questions].slice(0, surveyLimits.questionsPerPage) };
  }

  *#pageOf(holder: SurveyJsObject, around: Around): InTurns<MadePage> {
    const elements = [...holder.objects("elements"), ...holder.objects("questions")];
    const id = this.#context.makeId("page");
    const questions: Question[] = [];
    // A heading needs its place too.
    const most = surveyLimits.questionsPerPage - 1;
    for (const element of elements) {
      if (questions.length >= most) {
        element.lose("limit", `elements: ${most}`);
        continue;
      }
      const made = yield* this.#element(element, around);
      questions.push(...made.slice(0, most - questions.length));
      if (questions.length === most && made.length > 1) element.lose("limit", `elements: ${most}`);
    }
    return { id, questions };
  }

  *#element(element: SurveyJsObject, around: Around): InTurns<readonly Question[]> {
    yield;
    if (element.type === "panel" || element.type === "paneldynamic")
      return yield* this.#panel(element, around);
    const imported = questionFromSurveyJs(element, this.#context);
    if (imported === undefined) return [];
    const { question, options, parts } = imported;
    const position = this.#nextPosition();
    const { id, type } = question;
    if (element.name !== "")
      this.#named.set(`${around.repeat}${element.name}`, { id, type, position, options, parts });
    this.#defer({ id, position }, element, around);
    const isHidden = this.#isHidden(element) || around.isHidden;
    element.loseRest();
    return [{ ...question, hidden: isHidden }];
  }

  /** Questions of a panel follow its title. Those of a panel that repeats are asked once. */
  *#panel(panel: SurveyJsObject, around: Around): InTurns<readonly Question[]> {
    if (around.depth >= deepestPanel) {
      panel.lose("limit", `panel: ${deepestPanel}`);
      return [];
    }
    const repeats = panel.type === "paneldynamic";
    const inside = {
      conditions: conditionsOf(panel, around),
      isHidden: this.#isHidden(panel) || around.isHidden,
      depth: around.depth + 1,
      repeat: repeats ? `${around.repeat}${panel.name}[0].` : around.repeat,
    };
    const made: Question[] = [...this.#heading(panel, inside)];
    const elements = panel.objects(repeats ? "templateElements" : "elements");
    if (repeats)
      this.#context.extras.repeats.push({ name: panel.name, questions: elements.map(({ name }) => name) });
    for (const element of elements) {
      if (made.length < surveyLimits.questionsPerPage)
        for (const question of yield* this.#element(element, inside)) made.push(question);
      else element.lose("limit", `elements: ${surveyLimits.questionsPerPage}`);
    }
    panel.loseRest();
    return made;
  }

  /** The title of a panel or page is a paragraph before its questions. */
  #heading(holder: SurveyJsObject, { conditions, isHidden }: Around): readonly Question[] {
    const title = holder.text("title", surveyLimits.title);
    if (title === "") return [];
    const id = this.#context.makeId("question");
    const position = this.#nextPosition();
    if (conditions.length > 0)
      this.#pending.push({ target: id, position, expressions: conditions, source: holder });
    const description = holder.text("description", surveyLimits.description);
    return [{ ...emptyQuestion(id, "description"), title, description, hidden: isHidden }];
  }

  /** In SurveyJS a condition goes before `visible`. */
  #isHidden(source: SurveyJsObject): boolean {
    return source.isFalse("visible") && !source.has("visibleIf");
  }

  #nextPosition(): number {
    this.#position += 1;
    return this.#position - 1;
  }

  #defer(
    { id, position }: { readonly id: string; readonly position: number },
    source: SurveyJsObject,
    around: Around,
  ): void {
    const all = conditionsOf(source, around);
    if (all.length > 0) this.#pending.push({ target: id, position, expressions: all, source });
  }

  *#rules(): InTurns<readonly Rule[]> {
    const rules: Rule[] = [];
    for (const { target, position, expressions, source } of this.#pending) {
      const expression = joined(expressions);
      const when = conditionFromSurveyJs(expression, this.#named, position);
      const rule = when === undefined ? undefined : ruleSchema.safeParse({ kind: "show", when, target }).data;
      if (rule === undefined || rules.length >= logicLimits.rules)
        source.lose("condition", expression.slice(0, 500));
      else rules.push(rule);
      yield;
    }
    return rules;
  }
}

/** The conditions around a question, and its own. In a panel that repeats, `{panel.age}` is its own question. */
function conditionsOf(source: SurveyJsObject, { conditions, repeat }: Around): readonly string[] {
  const own = source.rawText("visibleIf");
  if (own === "") return conditions;
  // A long name in place of many short ones would become longer than texts can be.
  const isShort = own.length <= longestCondition && repeat.length <= longestName;
  return [...conditions, repeat !== "" && isShort ? own.replaceAll("{panel.", () => `{${repeat}`) : own];
}

const longestName = 200;

function joined(expressions: readonly string[]): string {
  const [only = "", ...others] = expressions;
  return others.length === 0 ? only : expressions.map((expression) => `(${expression})`).join(" and ");
}
