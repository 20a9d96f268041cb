import {
  answersOf,
  changeType,
  hasLayout,
  isStorable,
  needsOf,
  linkedEntriesOf,
  longestAlternativeText,
  newBlank,
  mayBeDropdown,
  mostColumns,
  newOption,
  questionTypes,
  type QuestionType,
  removeOption,
  repeatedCodes,
  showsOptionPictures,
  surveyLimits,
  type SurveyPicture,
  withCode,
  writeOptionText,
  type Coded,
  type IdMaker,
  type Question,
} from "@survey-open-platform/surveys";
import type { SurveyPictureProblem } from "../../model/survey-picture.ts";
import { distinctLines, withLineFeeds } from "../../pages/form-lines.ts";
import {
  displayFields,
  isMultiple,
  isText,
  orderIn,
  type PartKind,
  pictureFields,
} from "./question-form-fields.ts";

type Option = Question["options"][number];

/** Why a field of a question's form is refused. */
export type QuestionProblem =
  | "missing"
  | "too_long"
  | "repeated"
  | "code_taken"
  | "too_many"
  | "not_a_number"
  | "out_of_range"
  | "malformed";

/** Why a file is not taken: something else had to be corrected first, the survey has too many pictures, or the file is none. */
export type PictureProblem = Exclude<SurveyPictureProblem, "missing"> | "too_many" | "choose_again";

/** Whether a form has to be shown again. */
export function isRefused({ problems, pictureProblems = {} }: QuestionForm): boolean {
  return Object.keys(problems).length > 0 || Object.keys(pictureProblems).length > 0;
}

/** A question as a form has it, and what is wrong with it, by the id of the field. */
export interface QuestionForm {
  readonly question: Question;
  readonly problems: Readonly<Record<string, QuestionProblem>>;
  /** What is wrong with files of pictures, by the id of the field. */
  readonly pictureProblems?: Readonly<Record<string, PictureProblem>>;
  /** What was typed into the boxes for new parts, by the id of the box, where the question does not have them yet. */
  readonly added?: Readonly<Record<string, string>>;
}

/** Reads the value of a field; "" when there is none. */
type Field = (name: string) => string;

/** What a form is read with. */
export interface QuestionFormContext {
  readonly makeId: IdMaker;
  /** The ids that a jump may lead to. */
  readonly targets: ReadonlySet<string>;
  /** Codes that other questions of the survey have. */
  readonly takenCodes: ReadonlySet<string>;
  /** Whether a new part may have an id that the form proposes. */
  readonly isFree: (id: string) => boolean;
  /** Whether the author is still writing: what is missing is written later. */
  readonly isUnfinished: boolean;
  /** Whether a part stays whose text is empty at the moment. */
  readonly keepsEmptied: boolean;
}

/**
 * Reads the form of a question. Parts keep their ids; parts that are not in the form stay as they are.
 *
 * @param before the question of the type that the form shows
 */
export function readQuestionForm(before: Question, field: Field, context: QuestionFormContext): QuestionForm {
  const problems = new Map<string, QuestionProblem>();
  const refuse = (id: string, problem: QuestionProblem) => {
    if (context.isUnfinished && problem === "missing") return;
    if (!problems.has(id)) problems.set(id, problem);
  };
  const reader = new QuestionReader(field, { ...context, refuse });
  const read = reader.codes(reader.settings(reader.lists(reader.common(before))));
  const type = typeIn(field, read);
  return { question: changeType(read, type), problems: Object.fromEntries(problems) };
}

/** The type that was chosen; a choice whose layout is a list that opens is of that type. */
function typeIn(field: Field, question: Question): QuestionType {
  const type = questionTypes.find((one) => one === field("type")) ?? question.type;
  const isDropdown = type === question.type && field("layout") === "dropdown" && mayBeDropdown(question);
  return isDropdown ? "select" : type;
}

interface ReaderContext extends QuestionFormContext {
  readonly refuse: (id: string, problem: QuestionProblem) => void;
}

/** Reads the fields of one form. */
class QuestionReader {
  readonly #field: Field;
  readonly #context: ReaderContext;

  constructor(field: Field, context: ReaderContext) {
    this.#field = field;
    this.#context = context;
  }

  common({ picture, personal: _before, ...question }: Question): Question {
    return {
      ...question,
      ...this.#picture(picture),
      title: this.#text("title", { least: 1, most: surveyLimits.title }),
      description: this.#text("description", { least: 0, most: surveyLimits.description }),
      required: question.type !== "description" && this.#isTicked("required"),
      hidden: this.#isTicked("hidden"),
      ...(answersOf(question) !== "none" && this.#isTicked("personal") && { personal: true }),
      goto: this.#target("goto"),
    };
  }

  lists(question: Question): Question {
    const needs = needsOf(question.type);
    const withOptions = needs.options ? this.#options(question) : question;
    const withRows = needs.rows ? { ...withOptions, subTitles: this.#rows(question) } : withOptions;
    if (needs.blanks) return { ...withRows, blank_setting: this.#blanks(question) };
    return needs.levels ? { ...withRows, ...this.#levels(question) } : withRows;
  }

  settings({ placeholder: _before, ...question }: Question): Question {
    const { type } = question;
    const needs = needsOf(type);
    return {
      ...question,
      ...(needs.options && { random: this.#isTicked("random") }),
      ...(isMultiple(type) && { maxlength: this.#number("maxlength", 0, surveyLimits.options) }),
      ...(type === "checkbox" && this.#fewest()),
      ...(hasLayout(question) && { maxRow: this.#columns() }),
      ...(answersOf(question) === "text" && this.#placeholder()),
      ...(isText(type) && this.#textSettings(type)),
      ...(needs.marks && this.#scale(type)),
      ...(needs.fileTypes && this.#files()),
    };
  }

  /** Codes of the question and of what its author arranges in it; blanks inside options keep theirs. */
  codes(question: Question): Question {
    const own = this.#code("code");
    if (this.#context.takenCodes.has(own)) this.#context.refuse("code", "code_taken");
    return {
      ...withCode(question, own),
      options: this.#coded(question.options),
      subTitles: this.#coded(question.subTitles),
      ...(needsOf(question.type).blanks && { blank_setting: this.#coded(question.blank_setting) }),
    };
  }

  #coded<Part extends Coded & { readonly id: string }>(parts: readonly Part[]): readonly Part[] {
    const coded = parts.map((part) => withCode(part, this.#code(`code-${part.id}`)));
    for (const at of repeatedCodes(coded)) this.#context.refuse(`code-${coded[at]?.id}`, "code_taken");
    return coded;
  }

  #code(id: string): string {
    const code = this.#text(id, { least: 0, most: surveyLimits.code });
    if (code.includes("\n")) this.#context.refuse(id, "malformed");
    return code;
  }

  #columns(): number {
    const columns = Number(this.#field("layout"));
    return Number.isInteger(columns) && columns > 1 && columns <= mostColumns ? columns : 1;
  }

  #placeholder(): Pick<Question, "placeholder"> {
    const placeholder = this.#text("placeholder", { least: 0, most: surveyLimits.placeholder });
    return placeholder === "" ? {} : { placeholder };
  }

  #textSettings(type: Question["type"]): Partial<Question> {
    return {
      maxlength: this.#number("maxlength", 0, surveyLimits.answerText),
      ...(type !== "textarea" && { validate: this.#oneOf("validate", ["", "number", "email"]) }),
      ...(type === "textarea" && {
        rows: String(this.#number("rows", 1, 50)),
        cols: String(this.#number("cols", 10, 200)),
      }),
    };
  }

  #fewest(): Pick<Question, "minlength"> {
    const minlength = this.#number("minlength", 0, surveyLimits.options);
    const most = this.#number("maxlength", 0, surveyLimits.options);
    if (most > 0 && minlength > most) this.#context.refuse("minlength", "out_of_range");
    return { minlength };
  }

  #scale(type: Question["type"]): Partial<Question> {
    return {
      ...(needsOf(type).marks === "chosen" && {
        starBeginNum: this.#number("starBeginNum", 0, 1),
        starNum: this.#number("starNum", 2, 10),
      }),
      starShowCustomStart: this.#text("starShowCustomStart", { least: 0, most: 100 }),
      starShowCustomEnd: this.#text("starShowCustomEnd", { least: 0, most: 100 }),
    };
  }

  #files(): Pick<Question, "file_type_limit" | "file_size_limit"> {
    const types = [
      ...new Set(
        this.#field("file_type_limit")
          .toLowerCase()
          .split(/[\s,，、;]+/),
      ),
    ].filter((ending) => ending !== "");
    if (types.length === 0) this.#context.refuse("file_type_limit", "missing");
    if (types.length > 50 || types.some((ending) => !/^[a-z0-9]{1,10}$/.test(ending)))
      this.#context.refuse("file_type_limit", "malformed");
    return { file_type_limit: types, file_size_limit: this.#number("file_size_limit", 1, 102_400) };
  }

  /** The options in the form, those below it as lines, and what belongs to each. */
  #options(question: Question): Question {
    const ids = this.#ids(question.options, "option");
    const stays = new Set(ids);
    let read = question;
    for (const { id } of question.options) if (!stays.has(id)) read = removeOption(read, id);
    const known = new Map(read.options.map((option) => [option.id, option]));
    read = { ...read, options: ids.map((id) => known.get(id) ?? newOption("", () => id)) };
    for (const id of ids) if (this.#isWritten("option", id)) read = this.#option(read, id);
    for (const line of this.#newLines("new-options")) {
      const option = newOption("", this.#context.makeId);
      read = { ...read, options: [...read.options, option] };
      read = writeOptionText(read, option.id, line, this.#context.makeId);
    }
    this.#checkList("new-options", read.options, surveyLimits.options);
    return read;
  }

  #option(question: Question, id: string): Question {
    const written = writeOptionText(question, id, this.#part(`option-${id}`), this.#context.makeId);
    return {
      ...written,
      options: written.options.map((option) =>
        option.id === id ? this.#optionSettings(question, option) : option,
      ),
    };
  }

  #optionSettings(question: Question, { picture, ...option }: Option): Option {
    const { id } = option;
    return {
      ...option,
      exclusive: question.type === "checkbox" && this.#isTicked(`exclusive-${id}`),
      noRandom: this.#isTicked(`fixed-${id}`),
      goto: this.#target(`goto-${id}`),
      display: this.#shown(option),
      ...(showsOptionPictures(question) ? this.#picture(picture, id) : picture && { picture }),
    };
  }

  /** The picture that there is, with its text as it is now. A new file is read once the rest is right. */
  #picture(picture: SurveyPicture | undefined, optionId?: string): { readonly picture?: SurveyPicture } {
    const fields = pictureFields(optionId);
    const alt = this.#text(fields.alt, { least: 0, most: longestAlternativeText });
    return picture === undefined || this.#isTicked(fields.remove) ? {} : { picture: { ...picture, alt } };
  }

  /** What an option shows: a field for each place, and one for a further place. */
  #shown({ id, display }: Pick<Option, "id" | "display">): readonly string[] {
    const places = displayFields(id, display.length).map((field) => this.#target(field));
    return [...new Set(places)].filter((place) => place !== "");
  }

  #rows(question: Question): Question["subTitles"] {
    const kept = this.#arranged(question.subTitles, "row", (id) => ({ id, text: "" }));
    const rows = [
      ...kept,
      ...this.#newLines("new-rows").map((text) => ({ id: this.#context.makeId("row"), text })),
    ];
    this.#checkList("new-rows", rows, surveyLimits.subTitles);
    return rows;
  }

  #blanks(question: Question): Question["blank_setting"] {
    const kept = this.#arranged(question.blank_setting, "blank", (id) => newBlank("", question.id, () => id));
    const added = this.#newLines("new-blanks").map((text) =>
      newBlank(text, question.id, this.#context.makeId),
    );
    this.#checkList("new-blanks", [...kept, ...added], surveyLimits.blanks);
    return [...kept, ...added];
  }

  #levels(question: Question): Pick<Question, "levels" | "groups"> {
    const levels = distinctLines(this.#field("levels"));
    const lines = distinctLines(this.#field("paths"));
    const depth = Math.max(0, ...lines.map((line) => line.split(/[+＋]/).length));
    if (levels.length === 0) this.#context.refuse("levels", "missing");
    if (levels.length > surveyLimits.levels) this.#context.refuse("levels", "too_many");
    if (lines.length === 0) this.#context.refuse("paths", "missing");
    if (lines.length > surveyLimits.paths) this.#context.refuse("paths", "too_many");
    if (depth > levels.length || lines.some((line) => /(^|[+＋])\s*([+＋]|$)/.test(line)))
      this.#context.refuse("paths", "malformed");
    return { levels, groups: linkedEntriesOf(lines, question.groups, this.#context.makeId) };
  }

  /** Parts with their texts, as the form arranges them. */
  #arranged<Part extends { readonly id: string; readonly text: string }>(
    parts: readonly Part[],
    kind: PartKind,
    make: (id: string) => Part,
  ): readonly Part[] {
    const known = new Map(parts.map((part) => [part.id, part]));
    return this.#ids(parts, kind).map((id) => {
      const part = known.get(id) ?? make(id);
      return this.#isWritten(kind, id) ? { ...part, text: this.#part(`${kind}-${id}`) } : part;
    });
  }

  /** The ids of the parts in the order of the form. One whose text was emptied goes, unless its author is writing at it. */
  #ids(parts: readonly { readonly id: string }[], kind: PartKind): readonly string[] {
    const known = new Set(parts.map(({ id }) => id));
    const { isFree, keepsEmptied } = this.#context;
    const ids = orderIn(this.#field, kind) ?? [...known];
    return ids.filter((id) =>
      known.has(id) ? keepsEmptied || this.#isWritten(kind, id) : isFree(id) && this.#isWritten(kind, id),
    );
  }

  #isWritten(kind: PartKind, id: string): boolean {
    return this.#field(`${kind}-${id}`).trim() !== "";
  }

  #checkList(id: string, parts: readonly { readonly text: string }[], most: number): void {
    const texts = new Set(parts.map(({ text }) => text));
    if (parts.length === 0) this.#context.refuse(id, "missing");
    if (parts.length > most) this.#context.refuse(id, "too_many");
    if (texts.size < parts.length) this.#context.refuse(id, "repeated");
    if (parts.some(({ text }) => text.length > surveyLimits.optionText)) this.#context.refuse(id, "too_long");
  }

  #newLines(id: string): readonly string[] {
    const lines = distinctLines(this.#field(id));
    if (lines.some((line) => !isWritable(line))) this.#context.refuse(id, "malformed");
    return lines;
  }

  #part(id: string): string {
    return this.#text(id, { least: 1, most: surveyLimits.optionText });
  }

  #text(id: string, { least, most }: { readonly least: number; readonly most: number }): string {
    const text = withLineFeeds(this.#field(id)).trim();
    if (text.length < least) this.#context.refuse(id, "missing");
    if (text.length > most) this.#context.refuse(id, "too_long");
    if (!isWritable(text)) this.#context.refuse(id, "malformed");
    return text;
  }

  #number(id: string, least: number, most: number): number {
    const text = this.#field(id).trim();
    const number = text === "" ? least : Number(text);
    if (!/^\d*$/.test(text)) this.#context.refuse(id, "not_a_number");
    else if (number < least || number > most) this.#context.refuse(id, "out_of_range");
    return Number.isSafeInteger(number) ? number : least;
  }

  #oneOf(id: string, values: readonly string[]): string {
    return values.find((value) => value === this.#field(id)) ?? "";
  }

  #isTicked(id: string): boolean {
    return this.#field(id) === "on";
  }

  /** An id that is not in the survey stays, so that nothing is lost; the logic page says that it leads nowhere. */
  #target(id: string): string {
    const target = this.#field(id);
    if (target === "" || this.#context.targets.has(target)) return target;
    this.#context.refuse(id, "malformed");
    return "";
  }
}

function isWritable(text: string): boolean {
  return text.isWellFormed() && isStorable(text);
}
