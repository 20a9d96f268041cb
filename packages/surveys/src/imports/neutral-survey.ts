import type { Question, QuestionType } from "../model/question.ts";
import type { ImportLoss } from "../model/import-loss.ts";
import type { NeutralExtras } from "./neutral-extras.ts";
import type { SourceLook } from "./source-looks.ts";
import type { SourceAnswers } from "./source-answers.ts";
import type { Operator, Value } from "./condition-tests.ts";

/*
 * The form between the readers of other systems' files and a survey of ours: names instead of ids, texts as they are shown,
 * conditions on names and codes. A reader notes what it leaves out itself; what does not fit here is noted when the survey is made.
 */

/** A survey of another system. */
export interface NeutralSurvey {
  readonly title: string;
  /** Shown before the questions; "" for none. */
  readonly prefix: string;
  /** Shown after the last question; "" for none. */
  readonly suffix: string;
  readonly pages: readonly NeutralPage[];
  /** Whether respondents get one question at a time. Default: a page. */
  readonly isOneByOne?: boolean;
  readonly jumps: readonly NeutralJump[];
  /** Ranges of pages, or of questions of one page, that each respondent gets in another order. */
  readonly shuffles?: readonly NeutralShuffle[];
  /** What it does beside asking. */
  readonly extras?: NeutralExtras;
  readonly look?: SourceLook;
  /** What the reader has left out or changed. */
  readonly losses: readonly ImportLoss[];
  readonly answers?: SourceAnswers | undefined;
  /** The language of its texts, as the file names it; left out where the file has one alone. */
  readonly language?: string;
  /** The same survey in the other languages of the file, part by part, each by what the file calls the language. */
  readonly translations?: readonly { readonly language: string; readonly survey: NeutralSurvey }[];
}

/** Questions that are shown together. */
export interface NeutralPage {
  /** By which jumps name it; unique among pages. */
  readonly name: string;
  /** Of a paragraph before the questions; "" for none. */
  readonly title: string;
  readonly description: string;
  readonly questions: readonly NeutralQuestion[];
  readonly condition?: NeutralCondition | undefined;
}

/** A question of another system, as a question of ours with names in place of ids. */
export interface NeutralQuestion {
  /** By which conditions name it; unique among questions. */
  readonly name: string;
  readonly type: QuestionType;
  /** By which exports of the system name it. Left out where they do not; its parts have no codes then either. */
  readonly code?: string | undefined;
  /** The title; the name stands in for an empty one. */
  readonly title: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly options?: readonly NeutralOption[];
  readonly rows?: readonly NeutralPart[];
  readonly blanks?: readonly NeutralBlank[];
  /** Everything else that the type has: scales, lengths, endings of files. */
  readonly fields?: Partial<Question>;
  readonly condition?: NeutralCondition | undefined;
}

/** A part of a question by its code, which conditions name. */
export interface NeutralPart {
  readonly code: string;
  /** By which exports of the system name it, where that is another one. */
  readonly exportCode?: string | undefined;
  readonly text: string;
}

/** A choice. */
export interface NeutralOption extends NeutralPart {
  /** Has a blank for what is not among the choices. */
  readonly hasBlank?: boolean;
  readonly isExclusive?: boolean;
  /** Keeps its place when the options are shuffled. */
  readonly isFixed?: boolean;
}

/** A place to fill in. */
export interface NeutralBlank extends NeutralPart {
  readonly isNumber?: boolean;
}

/** A condition, as the file has it and as it was read. */
export interface NeutralCondition {
  /** In the words of the file, for the report. */
  readonly text: string;
  /** Undefined where it could not be read. */
  readonly tree: ConditionTree | undefined;
}

/** A condition on names of questions and codes of their parts. */
export type ConditionTree =
  | { readonly kind: "and" | "or"; readonly conditions: readonly ConditionTree[] }
  | { readonly kind: "not"; readonly condition: ConditionTree }
  | NeutralTest;

/** An answer compared with a value; `=` with "" asks whether there is none. */
export interface NeutralTest {
  readonly kind: "test";
  readonly question: string;
  /** Code of a row or blank, or `row/column` of a cell; undefined for the question itself. */
  readonly part?: string | undefined;
  readonly operator: Operator;
  readonly value: Value;
}

/** A range in random order, by the names of its first and last page or question. */
export interface NeutralShuffle {
  readonly from: string;
  readonly to: string;
  /** As the file has it, for the report. */
  readonly text: string;
}

/** From a question or page to a later one, past those between. */
export interface NeutralJump {
  readonly from: string;
  /** Undefined for always. */
  readonly when: NeutralCondition | undefined;
  /** Name of a question or page; {@link endOfSurvey} for the end. */
  readonly to: string;
}

/** Where a jump leads that ends the survey: no name of a file is this. */
export const endOfSurvey = "\0end";
