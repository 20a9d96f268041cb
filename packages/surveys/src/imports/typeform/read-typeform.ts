import type { SourceRequest } from "../import-source.ts";
import type { InTurns } from "../../model/in-turns.ts";
import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import type { NeutralCalculation, NeutralScore } from "../neutral-extras.ts";
import {
  endOfSurvey,
  type NeutralJump,
  type NeutralOption,
  type NeutralQuestion,
  type NeutralSurvey,
} from "../neutral-survey.ts";
import { pagesAfterJumps } from "../pages-after-jumps.ts";
import { checkedFields, namedBound } from "../source-checks.ts";
import { SourceTexts } from "../source-texts.ts";
import { StandIns } from "../stand-ins.ts";
import { conditionOfAction } from "./typeform-logic.ts";
import { typeformLook } from "./typeform-look.ts";
import { typeformTypes } from "./typeform-types.ts";

type Members = Readonly<Record<string, unknown>>;

const ofForm = new Set(
  "id title type fields logic welcome_screens thankyou_screens workspace theme variables _links created_at last_updated_at published_at cui_settings self".split(
    " ",
  ),
);
const ofField = new Set(["id", "ref", "title", "type", "properties", "validations", "layout"]);
const ofProperties = new Set(
  "description choices allow_multiple_selection allow_other_choice randomize fields steps start_at_one labels vertical_alignment show_button button_text shape structure separator show_labels supersized hide_marks".split(
    " ",
  ),
);
const ofValidations = new Set(["required", "max_length", "min_selection", "max_selection"]);
/** Words between marks of bold or italic type. */
const MARKED = /(?<![\w*])([*_])(?=\S)([^*_\n]{1,500})(?<=\S)\1(?![\w*])/g;
/** The endings that the system writes itself; surveys here have an ending text of their own. */
const USUAL =
  /^(?:All done! Thanks for your time\.|Done! Your information was sent perfectly\.|Thanks for completing this typeform\b.*)$/s;
const holders = new Set(["group", "inline_group", "contact_info", "address"]);

/** Reads a form of Typeform, as its interface for forms gives it, a field in a turn. */
export function* readTypeform(form: Members, request: SourceRequest): InTurns<NeutralSurvey> {
  return yield* new TypeformReader(form, request).read();
}

class TypeformReader {
  readonly #form: Members;
  readonly #request: SourceRequest;
  readonly #texts = new SourceTexts(/\{\{[^{}]{1,200}\}\}/g);
  /** The last question of each field that holds others. */
  readonly #lastOf = new Map<string, string>();
  readonly #standIns = new StandIns();
  readonly #calculations: NeutralCalculation[] = [];

  constructor(form: Members, request: SourceRequest) {
    this.#form = form;
    this.#request = request;
  }

  *read(): InTurns<NeutralSurvey> {
    const questions: NeutralQuestion[] = [];
    for (const field of recordsIn(this.#form["fields"])) {
      for (const question of yield* this.#field(field, 0)) questions.push(question);
    }
    const jumps = yield* this.#jumps(questions);
    const suffix = this.#screens("thankyou_screens", "ending");
    this.#texts.rest("", this.#form, ofForm);
    return {
      title: this.#texts.plain("", textIn(this.#form["title"])),
      prefix: this.#screens("welcome_screens", "welcome screen"),
      suffix,
      isOneByOne: true,
      pages: pagesAfterJumps(questions, new Set(jumps.map(({ from }) => from))),
      jumps,
      look: typeformLook(this.#form["theme"], this.#texts),
      extras: { scores: this.#scores(), calculations: this.#calculations },
      losses: this.#texts.losses,
    };
  }

  #scores(): readonly NeutralScore[] {
    const { variables } = this.#form;
    return isRecord(variables) ? Object.keys(variables).map((name) => ({ question: "", name })) : [];
  }

  /** The first screen of a kind; there is one of each here. */
  #screens(member: string, name: string): string {
    const [first, ...others] = recordsIn(this.#form[member]);
    for (const other of others)
      if (other["ref"] !== "default_tys")
        this.#texts.lose("", "setting", `${name}: ${textIn(other["title"])}`);
    if (first === undefined || USUAL.test(textIn(first["title"]))) return "";
    if (first["attachment"] !== undefined) this.#texts.lose("", "setting", `${name}: attachment`);
    const address = textIn(memberOf(first["properties"], "redirect_url"));
    if (address !== "") this.#texts.lose("", "setting", `${name}: ${address}`);
    const texts = [first["title"], memberOf(first["properties"], "description")];
    return texts
      .map((text) => this.#marked("", text))
      .filter((text) => text !== "")
      .join("\n");
  }

  *#field(field: Members, depth: number): InTurns<readonly NeutralQuestion[]> {
    yield;
    const name = textIn(field["ref"]) || textIn(field["id"]);
    const at = textIn(field["title"]).slice(0, 60).toWellFormed() || name;
    const kind = textIn(field["type"]);
    if (depth > 5) this.#texts.lose(at, "limit", "groups: 5");
    if (depth > 5) return [];
    this.#loseRest(at, field);
    const about = { name, at, kind };
    if (!holders.has(kind) && kind !== "matrix") return this.#question(field, about);
    this.#standIns.pass(name, true);
    return kind === "matrix" ? [this.#matrix(field, about)] : yield* this.#group(field, about, depth);
  }

  *#group(
    field: Members,
    { name, at }: { readonly name: string; readonly at: string },
    depth: number,
  ): InTurns<readonly NeutralQuestion[]> {
    const questions: NeutralQuestion[] = [{ ...this.#textsOf(field, at), name, type: "description" }];
    for (const inner of recordsIn(memberOf(field["properties"], "fields")))
      for (const question of yield* this.#field(inner, depth + 1)) questions.push(question);
    this.#lastOf.set(name, questions.at(-1)?.name ?? name);
    return questions;
  }

  #question(
    field: Members,
    { name, at, kind }: { readonly name: string; readonly at: string; readonly kind: string },
  ): readonly NeutralQuestion[] {
    const type = Object.hasOwn(typeformTypes, kind) ? typeformTypes[kind] : undefined;
    this.#standIns.pass(name, type?.make !== undefined);
    if (type?.make === undefined) {
      this.#texts.lose(at, "type", kind);
      return [];
    }
    if (type.outcome === "changed") this.#texts.lose(at, "kind", `${kind}: ${type.here}`);
    const made = type.make(this.#partsOf(field, at));
    const [properties, validations] = [field["properties"], field["validations"]];
    const checks = checkedFields(made, checksOf(validations), (text) => this.#texts.lose(at, "check", text));
    const random = memberOf(properties, "randomize") === true;
    const fields = { ...made.fields, ...checks, random };
    return [{ ...made, ...this.#textsOf(field, at), name, code: name, required: isRequired(field), fields }];
  }

  #textsOf(field: Members, at: string) {
    return {
      title: this.#marked(at, field["title"]),
      description: this.#marked(at, memberOf(field["properties"], "description")),
    };
  }

  /** A text without the marks of bold and italic type. */
  #marked(at: string, given: unknown): string {
    const text = textIn(given);
    const plain = text.replaceAll(MARKED, "$2");
    if (plain !== text) this.#texts.lose(at, "format", "*bold* or _italic_");
    return this.#texts.plain(at, plain);
  }

  #partsOf(field: Members, at: string) {
    const { properties } = field;
    const labels = memberOf(properties, "labels");
    const center = textIn(memberOf(labels, "center"));
    if (center !== "") this.#texts.lose(at, "setting", `labels.center: ${center}`);
    return {
      choices: this.#choices(properties, at),
      hasSeveral: memberOf(properties, "allow_multiple_selection") === true,
      steps: numberIn(memberOf(properties, "steps"), 100) || 5,
      startsAtOne: memberOf(properties, "start_at_one") === true,
      labels: [textIn(memberOf(labels, "left")), textIn(memberOf(labels, "right"))] as const,
      language: this.#request.language,
    };
  }

  #choices(properties: unknown, at: string): readonly NeutralOption[] {
    const choices = recordsIn(memberOf(properties, "choices")).map((choice) => {
      if (choice["attachment"] !== undefined) this.#texts.lose(at, "setting", "attachment");
      const exportCode = textIn(choice["ref"]) || textIn(choice["id"]);
      const text = this.#marked(at, choice["label"]);
      return { code: exportCode || text, exportCode, text };
    });
    if (memberOf(properties, "allow_other_choice") !== true) return choices;
    const text = this.#request.language === "en" ? "Other" : "其他";
    return [...choices, { code: "other", text, hasBlank: true }];
  }

  /** Each row is a field with the same choices. */
  #matrix(field: Members, { name, at }: { readonly name: string; readonly at: string }): NeutralQuestion {
    const rows = recordsIn(memberOf(field["properties"], "fields"));
    const [first] = rows;
    const hasSeveral = memberOf(first?.["properties"], "allow_multiple_selection") === true;
    return {
      ...this.#textsOf(field, at),
      name,
      code: name,
      type: hasSeveral ? "matrix_checkbox" : "matrix_radio",
      required: isRequired(field) || rows.some(isRequired),
      rows: rows.map((row) => ({
        code: textIn(row["ref"]) || textIn(row["id"]),
        text: this.#marked(at, row["title"]),
      })),
      options: this.#choices(first?.["properties"], at),
    };
  }

  #loseRest(at: string, field: Members): void {
    this.#texts.rest(at, field, ofField);
    if (isRecord(field["properties"])) this.#texts.rest(at, field["properties"], ofProperties);
    if (isRecord(field["validations"])) this.#texts.rest(at, field["validations"], ofValidations);
  }

  *#jumps(questions: readonly NeutralQuestion[]): InTurns<readonly NeutralJump[]> {
    const byName = new Map(questions.map(({ name, options = [] }) => [name, codesByText(options)]));
    const choiceSaying = (question: string, label: string) => byName.get(question)?.get(label);
    const jumps: NeutralJump[] = [];
    for (const logic of recordsIn(this.#form["logic"])) {
      const from = textIn(logic["ref"]);
      for (const action of recordsIn(logic["actions"])) {
        const jump = this.#jump(from, action, conditionOfAction(action["condition"], choiceSaying));
        if (jump !== undefined) jumps.push(jump);
        yield;
      }
    }
    return jumps;
  }

  #noteAction(from: string, action: unknown, what: string): void {
    if (action === "jump") this.#texts.lose(from, "jump", what);
    else this.#calculations.push({ at: from, text: what });
  }

  #jump(from: string, { action, details }: Members, when: NeutralJump["when"]): NeutralJump | undefined {
    const to = memberOf(details, "to");
    const [kind, value] = [textIn(memberOf(to, "type")), textIn(memberOf(to, "value"))];
    const isKnown = action === "jump" && (kind === "field" || kind === "thankyou");
    const what = `${when?.text ?? "always"}: ${textIn(action)} ${value}`.trim();
    if (!isKnown) {
      this.#noteAction(from, action, what);
      return undefined;
    }
    return {
      from: this.#lastOf.get(from) ?? from,
      when,
      to: kind === "field" ? this.#standIns.of(value) : endOfSurvey,
    };
  }
}

/** Of choices that say the same, the first. */
function codesByText(options: readonly NeutralOption[]): ReadonlyMap<string, string> {
  return new Map(options.toReversed().map(({ code, text }) => [text, code]));
}

function checksOf(validations: unknown) {
  return [
    ...namedBound("max_length", "longest", memberOf(validations, "max_length")),
    ...namedBound("min_selection", "least", memberOf(validations, "min_selection")),
    ...namedBound("max_selection", "most", memberOf(validations, "max_selection")),
  ];
}

function isRequired(field: Members): boolean {
  return memberOf(field["validations"], "required") === true;
}

/** A whole number; 0 for anything else, and for one that is larger than what there can be. */
function numberIn(value: unknown, largest: number): number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= largest ? Number(value) : 0;
}
