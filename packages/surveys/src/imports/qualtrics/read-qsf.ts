import { surveyLimits } from "../../question-types/declared-text.ts";
import type { InTurns } from "../../model/in-turns.ts";
import { mostSurveyLanguages } from "../../languages/language-tag.ts";
import { isRecord, memberOf, recordsIn, textIn } from "../is-record.ts";
import {
  endOfSurvey,
  type NeutralCondition,
  type NeutralJump,
  type NeutralOption,
  type NeutralPage,
  type NeutralQuestion,
  type NeutralShuffle,
  type NeutralSurvey,
} from "../neutral-survey.ts";
import { shuffledRanges } from "../shuffled-ranges.ts";
import { checkedFields } from "../source-checks.ts";
import { SourceTexts } from "../source-texts.ts";
import { StandIns } from "../stand-ins.ts";
import { blocksOfSteps, type FlowStep, stepsOfFlow } from "./qualtrics-flow.ts";
import { conditionOfLogic, treeOfPlace } from "./qualtrics-logic.ts";
import { qualtricsExtras } from "./qualtrics-extras.ts";
import { inLanguage } from "./qualtrics-languages.ts";
import { checksOf, exportCodes, withoutOff } from "./qualtrics-members.ts";
import { qualtricsLook } from "./qualtrics-look.ts";
import { qualtricsTypes } from "./qualtrics-types.ts";

type Members = Readonly<Record<string, unknown>>;

/** Members of a question that are read, and those that mean nothing to respondents. */
const ofQuestion = new Set(
  "QuestionText QuestionText_Unsafe DataExportTag QuestionType Selector SubSelector Configuration QuestionDescription Choices ChoiceOrder Answers AnswerOrder Validation Language NextChoiceId NextAnswerId QuestionID DisplayLogic DataVisibility Randomization SearchSource ChoiceDataExportTags RecodeValues AdditionalQuestions NumberOfQuestions ChoiceColumnWidthPixels GradingData".split(
    " ",
  ),
);
const ofValidation = new Set([
  "ForceResponse",
  "ForceResponseType",
  "ContentType",
  "MinChoices",
  "MaxChoices",
  "MaxChars",
]);

/** Options of a survey that respondents notice. */
const OPTIONS =
  /^(?:EOS.*|Header|Footer|SurveyTermination|SurveyExpiration.*|BallotBoxStuffingPrevention|InactiveSurvey.*|ThankYou.*|RefererCheck|RefererURL|Password.*|ConfirmStart|RelevantID.*|ValidationMessage|CustomStyles)$/;

/** Reads a `.qsf` file, a question in a turn. */
export function* readQsf(json: unknown): InTurns<NeutralSurvey> {
  const reader = new QsfReader(json);
  const own = yield* reader.read();
  const language = qualtricsLanguage(
    textIn(memberOf(memberOf(json, "SurveyEntry"), "SurveyLanguage")) || "EN",
  );
  const translations: { readonly language: string; readonly survey: NeutralSurvey }[] = [];
  for (const name of reader.languages.slice(0, mostSurveyLanguages))
    translations.push({
      language: qualtricsLanguage(name),
      survey: yield* new QsfReader(json, name).read(),
    });
  return translations.length === 0 ? own : { ...own, language, translations };
}

/** Qualtrics names two languages by their scripts. */
const languagesByScript: ReadonlyMap<string, string> = new Map([
  ["ZH-S", "zh-CN"],
  ["ZH-T", "zh-TW"],
]);

function qualtricsLanguage(name: string): string {
  return languagesByScript.get(name.toUpperCase()) ?? name;
}

/** A block of the survey, with the condition of its place in the flow. */
interface PlacedBlock {
  readonly block: Members;
  readonly condition: NeutralCondition | undefined;
}

type PageOfBlock = NeutralPage & { readonly block: string };

function nameOf(placed: PlacedBlock | undefined): string {
  return textIn(placed?.block["ID"]);
}

class QsfReader {
  readonly #entry: unknown;
  readonly #elements: readonly Members[];
  readonly #questions: ReadonlyMap<string, Members>;
  readonly #texts = new SourceTexts(/\$e?\{[^{}]{1,200}\}/g);
  readonly #jumps: NeutralJump[] = [];
  readonly #shuffles: NeutralShuffle[] = [];
  readonly #standIns = new StandIns();
  /** Undefined for the survey's own one. */
  readonly #language: string | undefined;

  constructor(json: unknown, language?: string) {
    this.#language = language;
    this.#entry = memberOf(json, "SurveyEntry");
    this.#elements = recordsIn(memberOf(json, "SurveyElements"));
    this.#questions = new Map(
      this.#payloads("SQ").map((payload) => [textIn(memberOf(payload, "QuestionID")), payload]),
    );
  }

  /** Those in which questions have texts, beside the survey's own one. */
  get languages(): readonly string[] {
    const own = textIn(memberOf(this.#entry, "SurveyLanguage")).toUpperCase();
    const named = [...this.#questions.values()].flatMap(({ Language: texts }) =>
      isRecord(texts) ? Object.keys(texts) : [],
    );
    return [...new Set(named)].filter((name) => name.toUpperCase() !== own);
  }

  *read(): InTurns<NeutralSurvey> {
    const pages: PageOfBlock[] = [];
    const steps = this.#payloads("FL").flatMap((flow) => stepsOfFlow(memberOf(flow, "Flow"), this.#texts));
    const blocks = this.#blocks(steps);
    for (const [at, block] of blocks.entries()) {
      for (const page of this.#pagesOf(block, nameOf(blocks[at + 1]))) pages.push(page);
      yield;
    }
    this.#shuffleBlocks(steps, pages);
    this.#loseOptions();
    return {
      title: this.#texts.html("", textIn(memberOf(this.#entry, "SurveyName"))),
      prefix: "",
      suffix: "",
      pages,
      jumps: this.#jumps.map((jump) => ({ ...jump, to: this.#standIns.of(jump.to) })),
      shuffles: this.#shuffles,
      look: qualtricsLook(this.#payloads("SO"), this.#texts),
      extras: qualtricsExtras(this.#elements, [...this.#questions.values()]),
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
  #blocks(steps: readonly FlowStep[]): readonly PlacedBlock[] {
    const lists = this.#elements
      .filter((element) => element["Element"] === "BL")
      .map((one) => one["Payload"]);
    const blocks = lists
      .flatMap((list) => recordsIn(isRecord(list) ? Object.values(list) : list))
      .filter((block) => block["Type"] !== "Trash");
    const places = Map.groupBy(steps, (step) => step.block);
    for (const { ID: id, Description: description } of blocks) {
      const [first, second] = places.get(textIn(id)) ?? [];
      if (first?.around.length === 0 && second !== undefined)
        this.#texts.lose(textIn(description), "setting", "flow: the same block again");
    }
    const byId = Map.groupBy(blocks, (block) => textIn(block["ID"]));
    const questionsOf = (id: string) =>
      (byId.get(id) ?? []).flatMap((block) =>
        recordsIn(block["BlockElements"]).map((element) => textIn(element["QuestionID"])),
      );
    const placed = [...blocksOfSteps(steps, this.#texts, questionsOf)].flatMap(([id, condition]) =>
      (byId.get(id) ?? []).map((block) => ({ block, condition })),
    );
    return placed.length > 0 ? placed : blocks.map((block) => ({ block, condition: undefined }));
  }

  #pagesOf({ block, condition }: PlacedBlock, next: string): readonly PageOfBlock[] {
    const name = textIn(block["ID"]);
    const pages: NeutralQuestion[][] = [[]];
    for (const element of recordsIn(block["BlockElements"])) {
      if (element["Type"] === "Page Break") pages.push([]);
      const payload = this.#questions.get(textIn(element["QuestionID"]));
      const asked = payload === undefined ? [] : this.#asked(inLanguage(payload, this.#language));
      for (const question of asked) pages.at(-1)?.push(question);
      if (payload !== undefined) this.#standIns.pass(textIn(payload["QuestionID"]), asked.length > 0);
      const skips = recordsIn(element["SkipLogic"]);
      for (const skip of skips) this.#skip(skip, next);
      // As there, a page ends with a question that may lead elsewhere.
      if (skips.length > 0) pages.push([]);
    }
    this.#noteOrder(block, pages);
    return pages.map((questions, at) => ({
      block: name,
      name: at === 0 ? name : `${name} ${at + 1}`,
      title: "",
      description: "",
      questions,
      condition,
    }));
  }

  /** That a block is asked in another order, or again for each of a list. */
  #noteOrder(
    { Options: options, Description: description }: Members,
    pages: readonly (readonly NeutralQuestion[])[],
  ): void {
    const [questions = [], ...others] = pages;
    const [first, last] = [questions[0], questions.at(-1)];
    for (const name of ["RandomizeQuestions", "Looping"]) {
      const value = textIn(memberOf(options, name));
      const text = `${name}: ${value}`;
      if (["", "false", "None"].includes(value)) continue;
      const isRange = name === "RandomizeQuestions" && value === "true" && others.length === 0;
      if (isRange && first && last) this.#shuffles.push({ from: first.name, to: last.name, text });
      else this.#texts.lose(textIn(description), "setting", text);
    }
  }

  /** Blocks in random order are pages in random order, where each of them is one page. */
  #shuffleBlocks(steps: readonly FlowStep[], pages: readonly PageOfBlock[]): void {
    const randomizers = new Map(steps.map(({ block, randomizer = "" }) => [block, randomizer]));
    const { ranges, others } = shuffledRanges(pages, ({ block }) => randomizers.get(block) ?? "");
    const blocks = Map.groupBy(steps, ({ randomizer }) => randomizer);
    const places = new Map(pages.map((page, at) => [page, at]));
    for (const { key, first, last } of ranges) {
      const count = (places.get(last) ?? 0) - (places.get(first) ?? 0) + 1;
      if (count === blocks.get(key)?.length)
        this.#shuffles.push({ from: first.name, to: last.name, text: "flow: BlockRandomizer" });
      else this.#texts.lose("", "setting", "flow: BlockRandomizer");
    }
    if (others.length > 0) this.#texts.lose("", "setting", "flow: BlockRandomizer");
  }

  /** @param next the block after this one; "" for none */
  #skip(skip: Members, next: string): void {
    const [from, to] = [textIn(skip["QuestionID"]), textIn(skip["SkipToDestination"])];
    const [place, condition] = [textIn(skip["ChoiceLocator"]), textIn(skip["Condition"])];
    const when = { text: `${place} ${condition}`, tree: treeOfPlace(place, condition, "") };
    const target = to === "ENDOFBLOCK" ? next || "ENDOFSURVEY" : to;
    this.#jumps.push({ from, when, to: target === "ENDOFSURVEY" ? endOfSurvey : target });
  }

  /** What a question asks: one side by side with others is a question for each of its columns. */
  #asked(payload: Members): readonly NeutralQuestion[] {
    const columns = payload["AdditionalQuestions"];
    if (!isRecord(columns)) return [this.#question(payload)].filter((one) => one !== undefined);
    const name = textIn(payload["QuestionID"]);
    const at = textIn(payload["DataExportTag"]) || name;
    this.#texts.lose(at, "kind", `SBS: a matrix for each column`);
    this.#texts.rest(at, payload, ofQuestion);
    const entries = Object.entries(columns).slice(0, surveyLimits.questionsPerPage + 1);
    return entries.flatMap(([number, column]) => {
      if (!isRecord(column)) return [];
      const question = this.#question({
        ChoiceOrder: payload["ChoiceOrder"],
        Choices: payload["Choices"],
        QuestionID: `${name}#${number}`,
        DataExportTag: `${at}#${number}`,
        ...column,
        DisplayLogic: payload["DisplayLogic"],
        QuestionText: [payload, column].map((one) => textIn(one["QuestionText"])).join("<br>"),
      });
      return question === undefined ? [] : [question];
    });
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
    this.#loseRest(at, payload, settings);
    const choices = this.#choices(at, payload, "Choice");
    const made = type.make({
      choices,
      answers: this.#choices(at, payload, "Answer"),
      content: textIn(memberOf(settings, "ContentType")),
    });
    for (const { text, hasBlank } of made.rows === undefined ? [] : choices)
      if (hasBlank === true) this.#texts.lose(at, "setting", `TextEntry: ${text}`);
    const isRandom = textIn(memberOf(payload["Randomization"], "Type")) === "All";
    return {
      ...made,
      name,
      code: at,
      title: this.#texts.html(at, textIn(payload["QuestionText"])) || at,
      required: memberOf(settings, "ForceResponse") === "ON",
      fields: {
        ...made.fields,
        ...checkedFields(made, checksOf(settings), (text) => this.#texts.lose(at, "check", text)),
        random: isRandom,
      },
      condition: conditionOfLogic(payload["DisplayLogic"]),
    };
  }

  #choices(at: string, payload: Members, kind: "Choice" | "Answer"): readonly NeutralOption[] {
    const [choices, order] = [payload[`${kind}s`], payload[`${kind}Order`]];
    const codeOf = exportCodes(payload, kind);
    if (!isRecord(choices) && !Array.isArray(choices)) return [];
    const byCode = new Map<string, unknown>(Object.entries(choices));
    const codes = Array.isArray(order) && order.length > 0 ? order.map(textIn) : [...byCode.keys()];
    return codes.slice(0, surveyLimits.options + 1).flatMap((code) => {
      const choice = byCode.get(code);
      if (!isRecord(choice)) return [];
      if (choice["DisplayLogic"] !== undefined)
        this.#texts.lose(at, "condition", conditionOfLogic(choice["DisplayLogic"])?.text ?? "choice");
      const text = this.#texts.html(at, textIn(choice["Display"]));
      const isExclusive = choice["ExclusiveAnswer"] === true || choice["ExclusiveAnswer"] === "true";
      const hasBlank = choice["TextEntry"] === true || choice["TextEntry"] === "true";
      return [{ code, exportCode: codeOf(code), text, hasBlank, isExclusive }];
    });
  }

  #loseRest(at: string, payload: Members, settings: unknown): void {
    this.#texts.rest(at, payload, ofQuestion);
    const content = textIn(memberOf(settings, "ContentType"));
    const checked = [
      "",
      "ValidNumber",
      "ValidEmail",
      ...(["SL", "PW"].includes(textIn(payload["Selector"])) ? ["ValidPhone"] : []),
    ];
    if (!checked.includes(content)) this.#texts.lose(at, "setting", `ContentType: ${content}`);
    if (memberOf(settings, "ForceResponse") === "RequestResponse")
      this.#texts.lose(at, "setting", "ForceResponse: RequestResponse");
    const randomization = textIn(memberOf(payload["Randomization"], "Type"));
    if (!["", "None", "All"].includes(randomization))
      this.#texts.lose(at, "setting", `Randomization: ${randomization}`);
    if (!isRecord(settings)) return;
    const { Type: type, ...others } = settings;
    if (
      !["None", "ContentType", "ValidNumber", "CharRange"].includes(textIn(type) || "None") &&
      !("MinChoices" in settings)
    )
      this.#texts.lose(at, "setting", `Validation: ${textIn(type)}`);
    this.#texts.rest(at, withoutOff(others), ofValidation);
  }

  #loseOptions(): void {
    for (const options of this.#payloads("SO"))
      for (const [name, value] of Object.entries(withoutOff(options)))
        if (OPTIONS.test(name) && value !== "DefaultMessage")
          this.#texts.rest("", { [name]: value }, new Set());
  }
}
