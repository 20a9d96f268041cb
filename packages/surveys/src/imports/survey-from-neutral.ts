import { surveyOfJsonInTurns } from "../json-form/survey-json.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { emptyQuestion } from "../model/empty-question.ts";
import { idMaker } from "../model/ids.ts";
import type { InTurns } from "../model/in-turns.ts";
import { logicLimits, type Rule, ruleSchema, surveyEnd } from "../model/logic.ts";
import type { Problem } from "../model/problem.ts";
import type { Question } from "../model/question.ts";
import { surveyLimits } from "../question-types/declared-text.ts";
import type { NamedQuestion } from "./condition-tests.ts";
import type { ImportLoss, ImportLossCode } from "../model/import-loss.ts";
import { conditionOfTree } from "./neutral-names.ts";
import { type NeutralContext, questionFromNeutral } from "./neutral-question.ts";
import { lossesOfExtras } from "./neutral-extras.ts";
import { RepeatedBytes } from "./repeated-bytes.ts";
import { lossesOfLook, themeOf } from "./source-looks.ts";
import { SourceCodes } from "./source-codes.ts";
import { type SurveyInLanguage, withTranslations } from "./with-translations.ts";
import {
  endOfSurvey,
  type NeutralCondition,
  type NeutralJump,
  type NeutralPage,
  type NeutralQuestion,
  type NeutralSurvey,
} from "./neutral-survey.ts";

/** A survey with all that was left out or changed, or what is wrong with its file. */
export type ImportedSurvey =
  | { readonly ok: true; readonly definition: SurveyDefinition; readonly losses: readonly ImportLoss[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** How a survey is made. */
export interface NeutralImport {
  /** Of the title that stands in for an empty one. */
  readonly language: "en" | "zh-CN";
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Makes a survey of ours with its languages, a question in a turn. */
export function* surveyFromNeutral(survey: NeutralSurvey, how: NeutralImport): InTurns<ImportedSurvey> {
  const bytes = new RepeatedBytes(how.randomBytes);
  const made = yield* surveyOfTexts(survey, { ...how, randomBytes: bytes.draw });
  const { language = "", translations = [] } = survey;
  if (!made.ok || translations.length === 0) return made;
  const others: SurveyInLanguage[] = [];
  for (const { language: name, survey: other } of translations) {
    const inOther = yield* surveyOfTexts(other, { ...how, randomBytes: bytes.again() });
    if (inOther.ok) others.push({ language: name, definition: inOther.definition });
  }
  const { definition, lost } = withTranslations({ language, definition: made.definition }, others);
  const losses = lost.map((name) => ({ at: "", code: "setting", what: `language: ${name}` }) as const);
  return { ok: true, definition, losses: [...made.losses, ...losses] };
}

/** Makes a survey of ours of the texts of one language. */
function* surveyOfTexts(
  survey: NeutralSurvey,
  { language, randomBytes }: NeutralImport,
): InTurns<ImportedSurvey> {
  const extras = lossesOfExtras(survey.extras ?? {});
  const maker = new NeutralMaker([...survey.losses, ...lossesOfLook(survey.look), ...extras], randomBytes);
  const pages = yield* maker.pages(survey.pages);
  const made = {
    title: maker.cut(survey.title, surveyLimits.title) || (language === "en" ? "Survey" : "问卷"),
    prefix: maker.cut(survey.prefix, surveyLimits.description),
    suffix: maker.cut(survey.suffix, surveyLimits.description),
    pages,
    ...themeOf({ ...survey.look, ...(survey.isOneByOne === true && { pacing: "questions" }) }),
    logic: { rules: yield* maker.rules(survey) },
  };
  const parsed = yield* surveyOfJsonInTurns(made, randomBytes);
  return parsed.ok ? { ...parsed, losses: maker.losses } : parsed;
}

interface Place {
  readonly id: string;
  readonly position: number;
  /** Behind its last question. */
  readonly end: number;
}

interface Pending extends Pick<Place, "id" | "position"> {
  readonly name: string;
  readonly condition: NeutralCondition;
}

class NeutralMaker {
  readonly losses: ImportLoss[];
  readonly #context: NeutralContext;
  readonly #questions = new Map<string, NamedQuestion>();
  readonly #places = new Map<string, Place>();
  readonly #pending: Pending[] = [];
  /** Pages that have nothing on them, until there is one behind them. */
  #empty: string[] = [];
  #position = 0;

  constructor(losses: readonly ImportLoss[], randomBytes: (size: number) => Uint8Array) {
    this.losses = [...losses];
    const lose = (at: string, code: ImportLossCode, what: string) => {
      this.losses.push({ at, code, what });
    };
    const codes = new SourceCodes((what) => lose("", "setting", what));
    this.#context = { makeId: idMaker([], randomBytes), codes, lose };
  }

  cut(text: string, longest: number): string {
    if (text.length > longest) this.#context.lose("", "length", text.slice(0, 60).toWellFormed());
    return text.slice(0, longest).toWellFormed();
  }

  *pages(given: readonly NeutralPage[]): InTurns<readonly object[]> {
    const pages: object[] = [];
    for (const page of given) {
      if (page.questions.length === 0 && page.title === "") this.#empty.push(page.name);
      else if (pages.length < surveyLimits.pages) pages.push(yield* this.#page(page));
      else this.#context.lose(page.name, "limit", `pages: ${surveyLimits.pages}`);
    }
    this.#placeEmpty({ id: surveyEnd, position: this.#position, end: this.#position });
    return pages.length > 0 ? pages : [{ questions: [] }];
  }

  *#page(page: NeutralPage): InTurns<object> {
    const id = this.#context.makeId("page");
    const position = this.#position;
    const questions: Question[] = [...this.#heading(page)];
    for (const source of page.questions) {
      const question = this.#question(source, questions.length);
      if (question !== undefined) questions.push(question);
      yield;
    }
    const place = { id, position, end: this.#position };
    this.#places.set(page.name, place);
    this.#placeEmpty(place);
    if (page.condition !== undefined)
      this.#pending.push({ id, position, name: page.name, condition: page.condition });
    return { id, questions };
  }

  /** What leads to a page that is empty leads to the one behind it. */
  #placeEmpty(place: Place): void {
    for (const name of this.#empty) this.#places.set(name, place);
    this.#empty = [];
  }

  #heading({ title, description }: NeutralPage): readonly Question[] {
    if (title === "" && description === "") return [];
    this.#position += 1;
    const question = emptyQuestion(this.#context.makeId("question"), "description");
    const [first, rest] = title === "" ? [description, ""] : [title, description];
    return [
      {
        ...question,
        title: this.cut(first, surveyLimits.title),
        description: this.cut(rest, surveyLimits.description),
      },
    ];
  }

  #question(source: NeutralQuestion, before: number): Question | undefined {
    if (before >= surveyLimits.questionsPerPage) {
      this.#context.lose(source.name, "limit", `questions: ${surveyLimits.questionsPerPage}`);
      return undefined;
    }
    const made = questionFromNeutral(source, this.#context);
    if (made === undefined) return undefined;
    const { id, type } = made.question;
    const position = this.#position;
    this.#position += 1;
    this.#questions.set(source.name, { id, type, position, ...made.names });
    this.#places.set(source.name, { id, position, end: this.#position });
    if (source.condition !== undefined)
      this.#pending.push({ id, position, name: source.name, condition: source.condition });
    return made.question;
  }

  *rules({ jumps, shuffles = [] }: Pick<NeutralSurvey, "jumps" | "shuffles">): InTurns<readonly Rule[]> {
    const rules: Rule[] = [];
    for (const { id: target, position, name, condition } of this.#pending) {
      const when = this.#condition(condition, position);
      this.#add(rules, when && { kind: "show", when, target }, [name, "condition", condition.text]);
      yield;
    }
    for (const jump of inEffect(jumps)) {
      this.#add(rules, this.#branch(jump), [jump.from, "jump", textOfJump(jump)]);
      yield;
    }
    for (const { from, to, text } of shuffles) {
      const [first, last] = [this.#places.get(from), this.#places.get(to)];
      const shuffle = first && last && ({ kind: "shuffle", from: first.id, to: last.id } as const);
      this.#add(rules, shuffle, [from, "setting", text]);
    }
    return rules;
  }

  #condition({ tree }: NeutralCondition, position: number) {
    return tree && conditionOfTree(tree, { questions: this.#questions }, position);
  }

  #branch({ from, when, to }: NeutralJump): Rule | undefined {
    const [start, target] = [this.#places.get(from), this.#places.get(to)];
    const end = to === endOfSurvey ? surveyEnd : target?.id;
    if (start === undefined || end === undefined) return undefined;
    // There is no way back.
    if (target !== undefined && target.position < start.end) return undefined;
    if (when === undefined) return { kind: "branch", when: null, from: start.id, to: end };
    const condition = this.#condition(when, start.end);
    return condition && { kind: "branch", when: condition, from: start.id, to: end };
  }

  #add(rules: Rule[], rule: Rule | undefined, loss: readonly [string, ImportLossCode, string]): void {
    const checked = rule && ruleSchema.safeParse(rule).data;
    if (checked !== undefined && rules.length < logicLimits.rules) rules.push(checked);
    else this.#context.lose(loss[0], loss[1], loss[2].slice(0, 500).toWellFormed());
  }
}

/** Of the jumps from one place, the first that is true is taken: none behind one without a condition. */
function inEffect(jumps: readonly NeutralJump[]): readonly NeutralJump[] {
  const decided = new Set<string>();
  return jumps.filter(({ from, when }) => {
    const isReached = !decided.has(from);
    if (when === undefined) decided.add(from);
    return isReached;
  });
}

function textOfJump({ when, to }: NeutralJump): string {
  const target = to === endOfSurvey ? "END" : to;
  return when === undefined ? target : `${when.text} → ${target}`;
}
