import {
  answersOf,
  changeType,
  hasLayout,
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
  type Question,
} from "@survey-open-platform/surveys";
import { distinctLines } from "../../pages/form-lines.ts";
import {
  displayFields,
  isMultiple,
  isText,
  orderIn,
  type PartKind,
  pictureFields,
} from "./question-form-fields.ts";

import { QuestionFormReader } from "./question-form-reader.ts";
import type { QuestionForm, QuestionFormContext, ReadField } from "./question-form.ts";

type Option = Question["options"][number];

/**
 * Reads the form of a question. Parts keep their ids; parts that are not in the form stay as they are.
 *
 * @param before the question of the type that the form shows
 */
export function readQuestionForm(
  before: Question,
  field: ReadField,
  context: QuestionFormContext,
): QuestionForm {
  const fields = new QuestionFormReader(field, context);
  const reader = new QuestionReader(fields, context);
  const read = reader.codes(reader.settings(reader.lists(reader.common(before))));
  const type = typeIn(field, read);
  return { question: changeType(read, type), problems: Object.fromEntries(fields.problems) };
}

/** The type that was chosen; a choice whose layout is a list that opens is of that type. */
function typeIn(field: ReadField, question: Question): QuestionType {
  const type = questionTypes.find((one) => one === field("type")) ?? question.type;
  const isDropdown = type === question.type && field("layout") === "dropdown" && mayBeDropdown(question);
  return isDropdown ? "select" : type;
}

/** Reads a question from its form. */
class QuestionReader {
  readonly #fields: QuestionFormReader;
  readonly #context: QuestionFormContext;

  constructor(fields: QuestionFormReader, context: QuestionFormContext) {
    this.#fields = fields;
    this.#context = context;
  }

  common({ picture, personal: _before, ...question }: Question): Question {
    return {
      ...question,
      ...this.#picture(picture),
      title: this.#fields.text("title", { least: 1, most: surveyLimits.title }),
      description: this.#fields.text("description", { least: 0, most: surveyLimits.description }),
      required: question.type !== "description" && this.#fields.isTicked("required"),
      hidden: this.#fields.isTicked("hidden"),
      ...(answersOf(question) !== "none" && this.#fields.isTicked("personal") && { personal: true }),
      goto: this.#fields.target("goto"),
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
      ...(needs.options && { random: this.#fields.isTicked("random") }),
      ...(isMultiple(type) && { maxlength: this.#fields.number("maxlength", 0, surveyLimits.options) }),
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
    const own = this.#fields.code("code");
    if (this.#context.takenCodes.has(own)) this.#fields.refuse("code", "code_taken");
    return {
      ...withCode(question, own),
      options: this.#coded(question.options),
      subTitles: this.#coded(question.subTitles),
      ...(needsOf(question.type).blanks && { blank_setting: this.#coded(question.blank_setting) }),
    };
  }

  #coded<Part extends Coded & { readonly id: string }>(parts: readonly Part[]): readonly Part[] {
    const coded = parts.map((part) => withCode(part, this.#fields.code(`code-${part.id}`)));
    for (const at of repeatedCodes(coded)) this.#fields.refuse(`code-${coded[at]?.id}`, "code_taken");
    return coded;
  }

  #columns(): number {
    const columns = Number(this.#fields.value("layout"));
    return Number.isInteger(columns) && columns > 1 && columns <= mostColumns ? columns : 1;
  }

  #placeholder(): Pick<Question, "placeholder"> {
    const placeholder = this.#fields.text("placeholder", { least: 0, most: surveyLimits.placeholder });
    return placeholder === "" ? {} : { placeholder };
  }

  #textSettings(type: Question["type"]): Partial<Question> {
    return {
      maxlength: this.#fields.number("maxlength", 0, surveyLimits.answerText),
      ...(type !== "textarea" && { validate: this.#fields.oneOf("validate", ["", "number", "email"]) }),
      ...(type === "textarea" && {
        rows: String(this.#fields.number("rows", 1, 50)),
        cols: String(this.#fields.number("cols", 10, 200)),
      }),
    };
  }

  #fewest(): Pick<Question, "minlength"> {
    const minlength = this.#fields.number("minlength", 0, surveyLimits.options);
    const most = this.#fields.number("maxlength", 0, surveyLimits.options);
    if (most > 0 && minlength > most) this.#fields.refuse("minlength", "out_of_range");
    return { minlength };
  }

  #scale(type: Question["type"]): Partial<Question> {
    return {
      ...(needsOf(type).marks === "chosen" && {
        starBeginNum: this.#fields.number("starBeginNum", 0, 1),
        starNum: this.#fields.number("starNum", 2, 10),
      }),
      starShowCustomStart: this.#fields.text("starShowCustomStart", { least: 0, most: 100 }),
      starShowCustomEnd: this.#fields.text("starShowCustomEnd", { least: 0, most: 100 }),
    };
  }

  #files(): Pick<Question, "file_type_limit" | "file_size_limit"> {
    const types = [
      ...new Set(
        this.#fields
          .value("file_type_limit")
          .toLowerCase()
          .split(/[\s,，、;]+/),
      ),
    ].filter((ending) => ending !== "");
    if (types.length === 0) this.#fields.refuse("file_type_limit", "missing");
    if (types.length > 50 || types.some((ending) => !/^[a-z0-9]{1,10}$/.test(ending)))
      this.#fields.refuse("file_type_limit", "malformed");
    return { file_type_limit: types, file_size_limit: this.#fields.number("file_size_limit", 1, 102_400) };
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
    for (const line of this.#fields.newLines("new-options")) {
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
      exclusive: question.type === "checkbox" && this.#fields.isTicked(`exclusive-${id}`),
      noRandom: this.#fields.isTicked(`fixed-${id}`),
      goto: this.#fields.target(`goto-${id}`),
      display: this.#shown(option),
      ...(showsOptionPictures(question) ? this.#picture(picture, id) : picture && { picture }),
    };
  }

  /** The picture that there is, with its text as it is now. A new file is read once the rest is right. */
  #picture(picture: SurveyPicture | undefined, optionId?: string): { readonly picture?: SurveyPicture } {
    const fields = pictureFields(optionId);
    const alt = this.#fields.text(fields.alt, { least: 0, most: longestAlternativeText });
    return picture === undefined || this.#fields.isTicked(fields.remove)
      ? {}
      : { picture: { ...picture, alt } };
  }

  /** What an option shows: a field for each place, and one for a further place. */
  #shown({ id, display }: Pick<Option, "id" | "display">): readonly string[] {
    const places = displayFields(id, display.length).map((field) => this.#fields.target(field));
    return [...new Set(places)].filter((place) => place !== "");
  }

  #rows(question: Question): Question["subTitles"] {
    const kept = this.#arranged(question.subTitles, "row", (id) => ({ id, text: "" }));
    const rows = [
      ...kept,
      ...this.#fields.newLines("new-rows").map((text) => ({ id: this.#context.makeId("row"), text })),
    ];
    this.#checkList("new-rows", rows, surveyLimits.subTitles);
    return rows;
  }

  #blanks(question: Question): Question["blank_setting"] {
    const kept = this.#arranged(question.blank_setting, "blank", (id) => newBlank("", question.id, () => id));
    const added = this.#fields
      .newLines("new-blanks")
      .map((text) => newBlank(text, question.id, this.#context.makeId));
    this.#checkList("new-blanks", [...kept, ...added], surveyLimits.blanks);
    return [...kept, ...added];
  }

  #levels(question: Question): Pick<Question, "levels" | "groups"> {
    const levels = distinctLines(this.#fields.value("levels"));
    const lines = distinctLines(this.#fields.value("paths"));
    const depth = Math.max(0, ...lines.map((line) => line.split(/[+＋]/).length));
    if (levels.length === 0) this.#fields.refuse("levels", "missing");
    if (levels.length > surveyLimits.levels) this.#fields.refuse("levels", "too_many");
    if (lines.length === 0) this.#fields.refuse("paths", "missing");
    if (lines.length > surveyLimits.paths) this.#fields.refuse("paths", "too_many");
    if (depth > levels.length || lines.some((line) => /(^|[+＋])\s*([+＋]|$)/.test(line)))
      this.#fields.refuse("paths", "malformed");
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
    const ids = orderIn(this.#fields.value, kind) ?? [...known];
    return ids.filter((id) =>
      known.has(id) ? keepsEmptied || this.#isWritten(kind, id) : isFree(id) && this.#isWritten(kind, id),
    );
  }

  #isWritten(kind: PartKind, id: string): boolean {
    return this.#fields.value(`${kind}-${id}`).trim() !== "";
  }

  #checkList(id: string, parts: readonly { readonly text: string }[], most: number): void {
    const texts = new Set(parts.map(({ text }) => text));
    if (parts.length === 0) this.#fields.refuse(id, "missing");
    if (parts.length > most) this.#fields.refuse(id, "too_many");
    if (texts.size < parts.length) this.#fields.refuse(id, "repeated");
    if (parts.some(({ text }) => text.length > surveyLimits.optionText)) this.#fields.refuse(id, "too_long");
  }

  #part(id: string): string {
    return this.#fields.text(id, { least: 1, most: surveyLimits.optionText });
  }
}
