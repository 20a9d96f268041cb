import type { InTurns } from "../../model/in-turns.ts";
import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import {
  endOfSurvey,
  type NeutralJump,
  type NeutralOption,
  type NeutralPage,
  type NeutralQuestion,
  type NeutralSurvey,
} from "../neutral-survey.ts";
import { SourceTexts } from "../source-texts.ts";
import { conditionOfLogic, treeOfPlace } from "./qualtrics-logic.ts";
import { qualtricsTypes } from "./qualtrics-types.ts";

type Members = Readonly<Record<string, unknown>>;

/** Reads a `.qsf` file, a question in a turn. */
export function* readQsf(json: unknown): InTurns<NeutralSurvey> {
  return yield* new QsfReader(json).read();
}

class QsfReader {
  readonly #entry: unknown;
  readonly #elements: readonly Members[];
  readonly #questions: ReadonlyMap<string, Members>;
  readonly #texts = new SourceTexts(/\$\{[^{}]{1,200}\}/g);
  readonly #jumps: NeutralJump[] = [];

  constructor(json: unknown) {
    this.#entry = memberOf(json, "SurveyEntry");
    this.#elements = recordsIn(memberOf(json, "SurveyElements"));
    this.#questions = new Map(
      this.#payloads("SQ").map((payload) => [textIn(memberOf(payload, "QuestionID")), payload]),
    );
  }

  *read(): InTurns<NeutralSurvey> {
    const pages: NeutralPage[] = [];
    for (const block of this.#blocks()) {
      for (const page of this.#pagesOf(block)) pages.push(page);
      yield;
    }
    this.#loseElements();
    return {
      title: this.#texts.html("", textIn(memberOf(this.#entry, "SurveyName"))),
      prefix: "",
      suffix: "",
      pages,
      jumps: this.#jumps,
      losses: this.#texts.losses,
    };
  }

  #payloads(kind: string): readonly Members[] {
    return this.#elements
      .filter((element) => element["Element"] === kind)
      .map((element) => element["Payload"])
      .filter(isRecord);
  }

  /** The blocks in the order of the flow. What was thrown away is not taken in. */
  #blocks(): readonly Members[] {
    const lists = this.#elements
      .filter((element) => element["Element"] === "BL")
      .map((one) => one["Payload"]);
    const blocks = lists
      .flatMap((list) => recordsIn(isRecord(list) ? Object.values(list) : list))
      .filter((block) => block["Type"] !== "Trash");
    const order = this.#payloads("FL").flatMap((flow) => this.#flow(memberOf(flow, "Flow")));
    const placed = order.flatMap((id) => blocks.filter((block) => block["ID"] === id));
    return placed.length > 0 ? [...new Set(placed)] : blocks;
  }

  #flow(flow: unknown): readonly string[] {
    return recordsIn(flow).flatMap((step) => {
      const type = textIn(step["Type"]);
      if (["Block", "Standard"].includes(type)) return [textIn(step["ID"])];
      if (type === "Branch")
        this.#texts.lose("", "condition", conditionOfLogic(step["BranchLogic"])?.text ?? "branch");
      else this.#texts.lose("", "setting", `flow: ${type}`);
      return this.#flow(step["Flow"]);
    });
  }

  #pagesOf(block: Members): readonly NeutralPage[] {
    const name = textIn(block["ID"]);
    const pages: NeutralQuestion[][] = [[]];
    for (const element of recordsIn(block["BlockElements"])) {
      if (element["Type"] === "Page Break") pages.push([]);
      const payload = this.#questions.get(textIn(element["QuestionID"]));
      const question = payload && this.#question(payload);
      if (question !== undefined) pages.at(-1)?.push(question);
      for (const skip of recordsIn(element["SkipLogic"])) this.#skip(skip, name);
    }
    return pages.map((questions, at) => ({
      name: at === 0 ? name : `${name} ${at + 1}`,
      title: "",
      description: "",
      questions,
    }));
  }

  #skip(skip: Members, block: string): void {
    const [from, to] = [textIn(skip["QuestionID"]), textIn(skip["SkipToDestination"])];
    const [place, condition] = [textIn(skip["ChoiceLocator"]), textIn(skip["Condition"])];
    const when = { text: `${place} ${condition}`, tree: treeOfPlace(place, condition, "") };
    if (to === "ENDOFBLOCK") this.#texts.lose(from, "jump", `${when.text} → end of ${block}`);
    else this.#jumps.push({ from, when, to: to === "ENDOFSURVEY" ? endOfSurvey : to });
  }

  #question(payload: Members): NeutralQuestion | undefined {
    const name = textIn(payload["QuestionID"]);
    const at = textIn(payload["DataExportTag"]) || name;
    const kind = [payload["QuestionType"], payload["Selector"], payload["SubSelector"]].map(textIn);
    const known = [3, 2, 1].map((length) => kind.slice(0, length).join(" "));
    const key = known.find((one) => Object.hasOwn(qualtricsTypes, one)) ?? "";
    const type = qualtricsTypes[key];
    if (type?.make === undefined) {
      this.#texts.lose(at, "type", kind.filter((one) => one !== "").join(" "));
      return undefined;
    }
    if (type.outcome === "changed") this.#texts.lose(at, "kind", `${key}: ${type.here}`);
    const settings = memberOf(payload["Validation"], "Settings");
    const made = type.make({
      choices: this.#choices(at, payload["Choices"], payload["ChoiceOrder"]),
      answers: this.#choices(at, payload["Answers"], payload["AnswerOrder"]),
      content: textIn(memberOf(settings, "ContentType")),
    });
    const isRandom = textIn(memberOf(payload["Randomization"], "Type")) === "All";
    return {
      ...made,
      name,
      title: this.#texts.html(at, textIn(payload["QuestionText"])) || at,
      required: memberOf(settings, "ForceResponse") === "ON",
      fields: { ...made.fields, random: isRandom },
      condition: conditionOfLogic(payload["DisplayLogic"]),
    };
  }

  #choices(at: string, choices: unknown, order: unknown): readonly NeutralOption[] {
    if (!isRecord(choices) && !Array.isArray(choices)) return [];
    const byCode = new Map<string, unknown>(Object.entries(choices));
    const codes = Array.isArray(order) && order.length > 0 ? order.map(textIn) : [...byCode.keys()];
    return codes.flatMap((code) => {
      const choice = byCode.get(code);
      if (!isRecord(choice)) return [];
      if (choice["DisplayLogic"] !== undefined)
        this.#texts.lose(at, "condition", conditionOfLogic(choice["DisplayLogic"])?.text ?? "choice");
      const text = this.#texts.html(at, textIn(choice["Display"]));
      const isExclusive = choice["ExclusiveAnswer"] === true || choice["ExclusiveAnswer"] === "true";
      const hasBlank = choice["TextEntry"] === true || choice["TextEntry"] === "true";
      return [{ code, text, hasBlank, isExclusive }];
    });
  }

  #loseElements(): void {
    for (const { Element: element, PrimaryAttribute: name } of this.#elements)
      if (["QO", "QG"].includes(textIn(element))) this.#texts.lose("", "setting", `quota: ${textIn(name)}`);
  }
}
