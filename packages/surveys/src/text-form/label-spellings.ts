import { definitionOf, needsOf, questionTypes, type QuestionType } from "../question-types/question-types.ts";
import { labelKey } from "./label-key.ts";
import { personalLabels, requiredLabels } from "./labels.ts";

/** Other common spellings; compared by {@link labelKey}. */
const otherRequirements = {
  required: "必填, 必选, 必须, mandatory, compulsory",
  optional: "选填, 可选, 非必填, 非必答, 不必填, not required",
} as const;

/** What labels in one pair of brackets say. */
export interface Label {
  readonly type?: QuestionType;
  readonly required?: boolean;
  readonly personal?: true;
  readonly counts?: ChoiceCounts;
  /** Of `[#code]`, which only stands behind a title. */
  readonly code?: string;
}

/** How many options are to be chosen, or from where to where a scale runs. */
export interface ChoiceCounts {
  readonly least?: number;
  readonly most?: number;
}

const labels: ReadonlyMap<string, Label> = new Map<string, Label>([
  ...questionTypes.flatMap((type) => {
    const { labels: own, otherLabels } = definitionOf(type);
    return [type, ...Object.values(own), ...spellings(otherLabels)].map(
      (name) => [labelKey(name), { type }] as const,
    );
  }),
  ...(["required", "optional"] as const).flatMap((name) =>
    [...Object.values(requiredLabels[name]), ...spellings(otherRequirements[name])].map(
      (label) => [labelKey(label), { required: name === "required" }] as const,
    ),
  ),
  ...[...Object.values(personalLabels), "personal data"].map(
    (label) => [labelKey(label), { personal: true }] as const,
  ),
]);

function spellings(list: string): readonly string[] {
  return list.split(", ");
}

/** Longest text between brackets that can be labels. */
const longestLabel = 100;

/** What the text between brackets says, also several things with signs between them; undefined when it is no label. */
export function readLabel(text: string): Label | undefined {
  if (text.length > longestLabel) return undefined;
  const whole = oneLabel(text);
  if (whole !== undefined) return whole;
  const parts = text.split(/[,，、;；|/+ \u3000]/).filter((part) => part.trim() !== "");
  const known = parts.map(oneLabel).filter((label) => label !== undefined);
  const members = known.flatMap((label) => Object.entries(label));
  const isRead =
    known.length === parts.length &&
    known.length > 1 &&
    new Set(members.map(([name]) => name)).size === members.length;
  return isRead ? Object.fromEntries(members) : undefined;
}

function oneLabel(text: string): Label | undefined {
  const counts = readCounts(text);
  return labels.get(labelKey(text)) ?? (counts === undefined ? undefined : { counts });
}

const range = /^(?:选)?(\d{1,3})\s*(?:[~～–—-]|至|到|to)\s*(\d{1,3})\s*[项个]?$/;
const atMost = /^(?:最多|至多|不超过|up to|at most|max(?:imum)?)\s*(?:可?选择?)?\s*(\d{1,3})\s*[项个]?$/;
const atLeast = /^(?:最少|至少|at least|min(?:imum)?)\s*(?:选择?)?\s*(\d{1,3})\s*[项个]?$/;

function readCounts(text: string): ChoiceCounts | undefined {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  const [, from, to] = range.exec(plain) ?? [];
  if (from !== undefined) return { least: Number(from), most: Number(to) };
  const [, most] = atMost.exec(plain) ?? [];
  if (most !== undefined) return { most: Number(most) };
  const [, least] = atLeast.exec(plain) ?? [];
  return least === undefined ? undefined : { least: Number(least) };
}

/**
 * What a remark in round brackets says about the question itself; undefined for any other remark. Only types whose options may have
 * blanks are named there: words such as "date" or "mobile" stand there as plain words too.
 */
export function readRemark(text: string): Label | undefined {
  const label = readLabel(text);
  if (label === undefined || label.counts !== undefined || label.personal) return undefined;
  const isPlain = label.type !== undefined && needsOf(label.type).options !== "fillable";
  return isPlain ? undefined : label;
}
