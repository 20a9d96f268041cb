import { readLabel } from "../../text-form/label-spellings.ts";
import type { QuestionType } from "../../model/question.ts";
import type { NeutralQuestion } from "../neutral-survey.ts";

/** What a question of a text seems to be. */
export interface GuessedType extends Pick<NeutralQuestion, "type" | "fields"> {
  /** Its title without what says its type. */
  readonly title: string;
  readonly required: boolean;
  /** Whether the text names the type. */
  readonly isNamed: boolean;
}

const BRACKETS = /[[【（(]([^[\]【】（）()]{1,40})[\]】）)]/g;
const REQUIRED = /^(?:必填|必答|required|mandatory)$/i;
const STAR = /^\*|\*$/;

type Hint = readonly [RegExp, Pick<GuessedType, "type" | "fields">];

const ofChoices: readonly Hint[] = [
  [
    /多选|不定项|select all|check all|choose all|tick all|all that apply|multiple (?:choice|answers)/i,
    { type: "checkbox" },
  ],
  [/排序|排名|\brank\b|in order of/i, { type: "sort" }],
  [/下拉|drop-?down/i, { type: "select" }],
];

const ofTexts: readonly Hint[] = [
  [/邮箱|电子邮件|e-?mail/i, { type: "text", fields: { validate: "email" } }],
  [/手机|电话|\bphone\b|telephone/i, { type: "phone" }],
  [
    /上传|upload/i,
    { type: "upload", fields: { file_type_limit: ["jpg", "jpeg", "png", "pdf"], file_size_limit: 5120 } },
  ],
  [/推荐给|how likely.*recommend/i, { type: "nps", fields: { starBeginNum: 0, starNum: 10 } }],
  [/打分|评分|量表|\brate\b|scale of/i, { type: "star", fields: { starBeginNum: 1, starNum: 5 } }],
  [/日期|时间|生日|\bdate\b|birthday/i, { type: "datetime" }],
  [
    /建议|意见|原因|为什么|说明|描述|简答|多行|why\b|describe|explain|comments?\b|suggest|opinion|feedback/i,
    { type: "textarea", fields: { rows: "4", cols: "60" } },
  ],
  [
    /年龄|多少(?:岁|人|个|次|元)|几(?:岁|人|个|次)|how (?:many|old|much|often)\b.*(?:\?|？|:|：|_)?$|\bage\b/i,
    { type: "text", fields: { validate: "number" } },
  ],
];

const ofTables: readonly Hint[] = ofChoices
  .filter(([, { type }]) => type === "checkbox")
  .map(([words]) => [words, { type: "matrix_checkbox" }]);

/** What each may be labelled as in the text form, and what words make of it. */
const guesses: Readonly<
  Record<
    Below,
    {
      readonly types: ReadonlySet<QuestionType>;
      readonly hints: readonly Hint[];
      readonly otherwise: QuestionType;
    }
  >
> = {
  options: { types: new Set(["radio", "checkbox", "select", "sort"]), hints: ofChoices, otherwise: "radio" },
  table: {
    types: new Set(["matrix_radio", "matrix_checkbox", "matrix_text", "matrix_star"]),
    hints: ofTables,
    otherwise: "matrix_radio",
  },
  nothing: {
    types: new Set(["text", "textarea", "datetime", "phone", "upload", "description"]),
    hints: ofTexts,
    otherwise: "text",
  },
};

/** What stands below a question. */
export type Below = "options" | "table" | "nothing";

/** Guesses the type of a question by its words and what stands below it. */
export function guessType(text: string, below: Below): GuessedType {
  const inBrackets = [...text.matchAll(BRACKETS)].map(([whole, inner = ""]) => ({
    whole,
    inner: inner.trim(),
  }));
  const required = inBrackets.some(({ inner }) => REQUIRED.test(inner)) || STAR.test(text.trim());
  const label = inBrackets.find(({ inner }) => fits(readLabel(inner)?.type, below));
  const removed = inBrackets
    .filter((one) => one === label || REQUIRED.test(one.inner))
    .map(({ whole }) => whole);
  const title = removed
    .reduce((rest, part) => rest.replace(part, ""), text)
    .trim()
    .replaceAll(/^\*\s*|\s*\*$/g, "")
    .replace(/[_＿]{2,}\s*$/, "")
    .trim();
  const named = label && readLabel(label.inner)?.type;
  if (named !== undefined) return { ...partsOf(named), title, required, isNamed: true };
  const { hints, otherwise } = guesses[below];
  const [, guessed] = hints.find(([words]) => words.test(text)) ?? [];
  return {
    ...(guessed ?? { type: otherwise }),
    title: title || text,
    required,
    isNamed: false,
  };
}

function fits(type: QuestionType | undefined, below: Below): boolean {
  return type !== undefined && guesses[below].types.has(type);
}

function partsOf(type: QuestionType): Pick<GuessedType, "type" | "fields"> {
  return (
    [...ofTexts, ...ofChoices].map(([, parts]) => parts).find((parts) => parts.type === type) ?? { type }
  );
}
