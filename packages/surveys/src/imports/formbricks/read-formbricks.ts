import { mostSurveyLanguages } from "../../languages/language-tag.ts";
import type { InTurns } from "../../model/in-turns.ts";
import type { SourceRequest } from "../import-source.ts";
import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import type { NeutralCalculation } from "../neutral-extras.ts";
import {
  endOfSurvey,
  type NeutralJump,
  type NeutralOption,
  type NeutralPage,
  type NeutralPart,
  type NeutralQuestion,
  type NeutralSurvey,
} from "../neutral-survey.ts";
import { pagesAfterJumps } from "../pages-after-jumps.ts";
import { checkedFields } from "../source-checks.ts";
import { plainHtml } from "../plain-html.ts";
import { SourceTexts } from "../source-texts.ts";
import { StandIns } from "../stand-ins.ts";
import { checksOf, inputOf } from "./formbricks-checks.ts";
import { formbricksLook } from "./formbricks-look.ts";
import { conditionOfGroup, olderCondition } from "./formbricks-logic.ts";
import { formbricksTypes, type FormbricksParts } from "./formbricks-types.ts";

type Members = Readonly<Record<string, unknown>>;

const ofSurvey = new Set(
  "id name type status createdAt updatedAt environmentId createdBy questions blocks endings thankYouCard welcomeCard languages styling variables".split(
    " ",
  ),
);
const ofQuestion = new Set(
  "id type headline subheader html required choices shuffleOption inputType longAnswer charLimit range scale lowerLabel upperLabel label rows columns allowMulti allowedFileExtensions logic logicFallback buttonLabel backButtonLabel firstName lastName email phone company addressLine1 addressLine2 city state zip country isDraft validation".split(
    " ",
  ),
);
const fieldsOfPlaces =
  "firstName lastName email phone company addressLine1 addressLine2 city state zip country";

/** Reads a survey of Formbricks, a question in a turn. */
export function* readFormbricks(survey: Members, request: SourceRequest): InTurns<NeutralSurvey> {
  const own = yield* new FormbricksReader(survey, request).read();
  const { language, others } = languagesIn(survey);
  const translations: { readonly language: string; readonly survey: NeutralSurvey }[] = [];
  for (const name of others.slice(0, mostSurveyLanguages))
    translations.push({
      language: name,
      survey: yield* new FormbricksReader(survey, request, name).read(),
    });
  return translations.length === 0 ? own : { ...own, language, translations };
}

/** The language that `default` stands for, and the others in which there are texts. */
function languagesIn(survey: Members) {
  const listed = recordsIn(survey["languages"]).map((one) => ({
    code: textIn(memberOf(one["language"], "code")),
    isOwn: one["default"] === true,
  }));
  const named = listed.filter(({ code }) => code !== "" && code !== "default");
  const language = (named.find(({ isOwn }) => isOwn) ?? { code: "en" }).code;
  const codes = named.length > 0 ? named.map(({ code }) => code) : languagesOfTexts(survey);
  return { language, others: codes.filter((code) => code !== language) };
}

/** Languages in which there are questions: what is written for its interface does not list them. */
function languagesOfTexts(survey: Members): readonly string[] {
  const headlines = questionsIn(survey).map(({ headline }) => headline);
  const codes = new Set(headlines.filter(isRecord).flatMap((headline) => Object.keys(headline)));
  return [...codes].filter((code) => code !== "default");
}

function questionsIn({ questions, blocks }: Members): readonly Members[] {
  const inBlocks = recordsIn(blocks).flatMap((block) => recordsIn(block["elements"]));
  return [...recordsIn(questions), ...inBlocks];
}

class FormbricksReader {
  readonly #survey: Members;
  readonly #request: SourceRequest;
  readonly #texts = new SourceTexts(/#recall:[^#]{1,200}#/g);
  readonly #jumps: NeutralJump[] = [];
  readonly #endings: readonly Members[];
  readonly #endingIds: ReadonlySet<unknown>;
  readonly #standIns = new StandIns();
  readonly #calculations: NeutralCalculation[] = [];
  /** Questions with several choices. */
  readonly #several: ReadonlySet<string>;
  /** Undefined for the survey's own one. */
  readonly #language: string | undefined;

  constructor(survey: Members, request: SourceRequest, language?: string) {
    this.#language = language;
    this.#survey = survey;
    this.#request = request;
    const { endings, thankYouCard: card } = survey;
    this.#endings = recordsIn(endings ?? (memberOf(card, "enabled") === true ? [card] : []));
    this.#endingIds = new Set(this.#endings.map(({ id }) => id));
    const several = questionsIn(survey).filter(
      ({ type, allowMulti }) => type === "multipleChoiceMulti" || allowMulti === true,
    );
    this.#several = new Set(several.map(({ id }) => textIn(id)));
  }

  *read(): InTurns<NeutralSurvey> {
    const blocks = recordsIn(this.#survey["blocks"]);
    const pages = blocks.length > 0 ? yield* this.#blocks(blocks) : yield* this.#questions();
    const suffix = this.#ending();
    this.#texts.rest("", this.#survey, ofSurvey);
    return {
      title: this.#texts.plain("", textIn(this.#survey["name"])),
      prefix: this.#welcome(),
      suffix,
      pages,
      isOneByOne: blocks.length === 0,
      look: formbricksLook(this.#survey["styling"], this.#texts),
      extras: { calculations: [...this.#variables(), ...this.#calculations] },
      jumps: this.#jumps.map((jump) => ({ ...jump, to: this.#standIns.of(jump.to) })),
      losses: this.#texts.losses,
    };
  }

  #variables(): readonly NeutralCalculation[] {
    return recordsIn(this.#survey["variables"]).map(({ name }) => ({
      at: "",
      text: `variable ${textIn(name)}`,
    }));
  }

  *#questions(): InTurns<readonly NeutralPage[]> {
    const questions: NeutralQuestion[] = [];
    for (const source of recordsIn(this.#survey["questions"])) {
      const question = this.#question(source);
      if (question !== undefined) questions.push(question);
      this.#logic(textIn(source["id"]), source);
      yield;
    }
    return pagesAfterJumps(questions, new Set(this.#jumps.map(({ from }) => from)));
  }

  *#blocks(blocks: readonly Members[]): InTurns<readonly NeutralPage[]> {
    const pages: NeutralPage[] = [];
    for (const block of blocks) {
      const name = textIn(block["id"]);
      const questions: NeutralQuestion[] = [];
      for (const element of recordsIn(block["elements"])) {
        const question = this.#question(element);
        if (question !== undefined) questions.push(question);
        yield;
      }
      pages.push({ name, title: "", description: "", questions });
      this.#logic(name, block);
      yield;
    }
    return pages;
  }

  #welcome(): string {
    const card = this.#survey["welcomeCard"];
    if (memberOf(card, "enabled") !== true) return "";
    for (const name of ["fileUrl", "videoUrl"])
      if (textIn(memberOf(card, name)) !== "") this.#texts.lose("", "setting", `welcomeCard.${name}`);
    const subheader = memberOf(card, "subheader") ?? memberOf(card, "html");
    return this.#lines("", memberOf(card, "headline"), subheader);
  }

  /** The first ending; there is one text here. */
  #ending(): string {
    const [first, ...others] = this.#endings;
    for (const other of others) this.#loseEnding(other);
    if (first === undefined) return "";
    if (first["type"] === "redirectToUrl") this.#loseEnding(first);
    const button = textIn(first["buttonLink"]);
    if (button !== "") this.#texts.lose("", "setting", `ending: ${button}`);
    return this.#lines("", first["headline"], first["subheader"]);
  }

  #loseEnding(ending: Members): void {
    const text = textIn(ending["url"]) || this.#texts.html("", this.#one(ending["headline"]));
    this.#texts.lose("", "setting", `ending: ${text}`);
  }

  #lines(at: string, ...texts: readonly unknown[]): string {
    const lines = texts.map((text) => this.#texts.html(at, this.#one(text)));
    return lines.filter((line) => line !== "").join("\n");
  }

  /** A text by its languages: in the one that is read, or in the survey's own one. */
  #one(text: unknown): string {
    if (!isRecord(text)) return textIn(text);
    const own = textIn(text["default"] ?? Object.values(text)[0]);
    return this.#language === undefined ? own : textIn(text[this.#language]) || own;
  }

  #question(source: Members): NeutralQuestion | undefined {
    const [name, kind] = [textIn(source["id"]), textIn(source["type"])];
    const headline = this.#one(source["headline"]);
    const at = plainHtml(headline).text.slice(0, 60).toWellFormed() || name;
    const type = Object.hasOwn(formbricksTypes, kind) ? formbricksTypes[kind] : undefined;
    const { placeholder, ...others } = source;
    this.#texts.rest(at, others, ofQuestion);
    this.#standIns.pass(name, type?.make !== undefined);
    if (type?.make === undefined) {
      this.#texts.lose(at, "type", kind);
      return undefined;
    }
    if (type.outcome === "changed") this.#texts.lose(at, "kind", `${kind}: ${type.here}`);
    const checks = checksOf(source);
    const made = type.make({ ...this.#partsOf(source, at), ...inputOf(source) });
    const shuffle = textIn(source["shuffleOption"]);
    if (shuffle === "exceptLast") this.#texts.lose(at, "setting", `shuffleOption: ${shuffle}`);
    return {
      ...made,
      name,
      code: name,
      title: this.#texts.html(name, headline),
      description: this.#lines(at, source["subheader"] ?? source["html"]),
      required: source["required"] === true && made.type !== "description",
      fields: {
        ...made.fields,
        ...this.#texts.example(at, made.type, this.#one(placeholder)),
        ...checkedFields(made, checks, (text) => this.#texts.lose(at, "check", text)),
        random: shuffle === "all",
      },
    };
  }

  #partsOf(source: Members, at: string): FormbricksParts {
    const { charLimit: limit, range } = source;
    const smallest = memberOf(limit, "enabled") === true ? textIn(memberOf(limit, "min")) : "";
    if (smallest !== "") this.#texts.lose(at, "setting", `charLimit.min: ${smallest}`);
    const [low, high] = [source["lowerLabel"], source["upperLabel"]].map((one) => this.#lines(at, one));
    return {
      choices: this.#choices(source["choices"], at),
      rows: this.#partsIn(source["rows"], at),
      columns: this.#partsIn(source["columns"], at),
      shownFields: this.#shownFields(source, at),
      inputType: textIn(source["inputType"]),
      isLong: source["longAnswer"] !== false && ["", "text"].includes(textIn(source["inputType"])),
      range: Number.isInteger(range) ? Number(range) : 5,
      labels: [low ?? "", high ?? ""],
      label: this.#lines(at, source["label"]),
      endings: endingsIn(source["allowedFileExtensions"]),
      allowsSeveral: source["allowMulti"] === true,
    };
  }

  #choices(choices: unknown, at: string): readonly NeutralOption[] {
    return recordsIn(choices).map((choice, index) => {
      const code = textIn(choice["id"]);
      const text = this.#lines(at, choice["label"]);
      const number = this.#request.language === "en" ? `Picture ${index + 1}` : `图片${index + 1}`;
      const isOther = code === "other";
      return {
        code,
        text: text || ("imageUrl" in choice ? number : ""),
        hasBlank: isOther,
        isFixed: isOther,
      };
    });
  }

  /** Rows and columns have an id and a label, or, in older surveys, only a text. */
  #partsIn(parts: unknown, at: string): readonly NeutralPart[] {
    return recordsIn(parts).map((part, index) => ({
      code: textIn(part["id"]) || String(index),
      text: this.#lines(at, part["label"] ?? part),
    }));
  }

  #shownFields(source: Members, at: string): readonly NeutralPart[] {
    const shown = fieldsOfPlaces.split(" ").filter((field) => memberOf(source[field], "show") === true);
    return shown.map((code) => ({
      code,
      text: this.#lines(at, memberOf(source[code], "placeholder")) || code,
    }));
  }

  #logic(from: string, source: Members): void {
    const choices = this.#choicesByText(source);
    for (const logic of recordsIn(source["logic"])) {
      if (typeof logic["condition"] === "string") {
        this.#olderJump(from, choices, logic);
        continue;
      }
      const when = conditionOfGroup(logic["conditions"], this.#several);
      for (const action of recordsIn(logic["actions"])) this.#action(from, when, action);
    }
    const fallback = textIn(source["logicFallback"]);
    if (fallback !== "") this.#jumps.push({ from, when: undefined, to: this.#target(fallback) });
  }

  /** Older surveys name a choice by its text. */
  #choicesByText({ choices }: Members): ReadonlyMap<string, string> {
    return new Map(recordsIn(choices).map(({ id, label }) => [this.#one(label), textIn(id)]));
  }

  #olderJump(
    from: string,
    ids: ReadonlyMap<string, string>,
    { condition, value, destination }: Members,
  ): void {
    const given = (Array.isArray(value) ? value : [value])
      .map((one) => this.#one(one))
      .filter((one) => one !== "")
      .map((one) => ids.get(one) ?? one);
    const to = textIn(destination);
    this.#jumps.push({
      from,
      when: olderCondition(from, textIn(condition), given),
      to: to === "end" ? endOfSurvey : this.#target(to),
    });
  }

  #action(from: string, when: NeutralJump["when"], action: Members): void {
    const [objective, target] = [textIn(action["objective"]), textIn(action["target"])];
    if (/^jumpTo(?:Question|Block)$/.test(objective))
      this.#jumps.push({ from, when, to: this.#target(target) });
    else {
      const text = `${objective} ${target} (${when?.text ?? ""})`;
      if (objective === "calculate") this.#calculations.push({ at: from, text });
      else this.#texts.lose(from, "setting", text);
    }
  }

  #target(target: string): string {
    return this.#endingIds.has(target) ? endOfSurvey : target;
  }
}

function endingsIn(extensions: unknown): readonly string[] {
  if (!Array.isArray(extensions)) return [];
  return [...new Set(extensions.map((one) => textIn(one).toLowerCase()))]
    .filter((ending) => /^[a-z0-9]{1,10}$/.test(ending))
    .slice(0, 50);
}
