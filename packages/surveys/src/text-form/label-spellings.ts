import { questionTypes, type QuestionType } from "../model/question.ts";
import { labelKey } from "./label-key.ts";
import { requiredLabels, typeLabels } from "./labels.ts";

/** Other common spellings of the types; compared by {@link labelKey}. `scale` alone is not one: clients send it as text. */
const otherSpellings: Readonly<Record<QuestionType, string>> = {
  radio:
    "单选, 单项选择, 单项选择题, single select, single selection, single answer, radio button, choose one, select one, pick one, only one",
  checkbox:
    "多选, 多项选择, 多项选择题, 不定项选择, checkbox, checkboxes, check box, check boxes, multi choice, multi select, multiple select, multiple selection, multiple answer, choose all that apply, select all that apply, one or more",
  select:
    "下拉, 下拉框, 下拉列表, 下拉单选, 下拉选择, drop down, dropdown list, drop down list, dropdown menu",
  text: "单行文本, 单行填空, 填空, 文本, single line, one line text, short text, short answer, text box, single textbox",
  textarea:
    "多行文本, 多行填空, 问答, 简答, 开放, 开放问答, multi line text, multiline text, multiple lines, long text, long answer, open text, open ended, free text, essay, comment box, text area",
  blanks: "多项填空, 多空填空, fill in the blank",
  star: "量表, 评分, 打分, 星级, 星级评分, rating, star rating, likert scale, linear scale",
  nps: "NPS, 净推荐值, NPS量表",
  matrix_radio: "矩阵单选, single choice matrix, matrix single select, single choice grid, matrix radio",
  matrix_checkbox: "矩阵多选, multiple choice matrix, matrix multiple select, checkbox grid, matrix checkbox",
  matrix_star: "矩阵量表, 矩阵评分, 矩阵打分, rating matrix, matrix rating, rating scale matrix",
  sort: "排序, 排序选择, rank, rank order, ordering, sorting",
  datetime: "日期, 时间, 日期时间, 日期和时间, date, time, date time, date/time, datetime",
  address: "地址, address",
  phone: "手机, 手机号, 手机号码, 电话, 电话号码, phone, mobile, mobile number, telephone",
  chained_selects:
    "联动, 多级联动, 级联, 级联选择, 多级下拉, linked dropdown, cascading select, cascading dropdown",
  upload: "附件, 上传, 文件上传, 上传文件, 文件, file, upload, upload file, attachment",
  description: "段落, 说明, 文字说明, 段落描述, 描述, description, statement, instruction",
};

const otherRequirements = {
  required: "必填, 必选, 必须, mandatory, compulsory",
  optional: "选填, 可选, 非必填, 非必答, 不必填, not required",
} as const;

/** What labels in one pair of brackets say. */
export interface Label {
  readonly type?: QuestionType;
  readonly required?: boolean;
  readonly counts?: ChoiceCounts;
}

/** How many options are to be chosen, or from where to where a scale runs. */
export interface ChoiceCounts {
  readonly least?: number;
  readonly most?: number;
}

const labels: ReadonlyMap<string, Label> = new Map<string, Label>([
  ...questionTypes.flatMap((type) =>
    [type, ...Object.values(typeLabels[type]), ...spellings(otherSpellings[type])].map(
      (name) => [labelKey(name), { type }] as const,
    ),
  ),
  ...(["required", "optional"] as const).flatMap((name) =>
    [...Object.values(requiredLabels[name]), ...spellings(otherRequirements[name])].map(
      (label) => [labelKey(label), { required: name === "required" }] as const,
    ),
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

/** Types that a remark in round brackets may name: words such as "date" or "mobile" stand there as plain words too. */
const typesOfRemarks: ReadonlySet<QuestionType> = new Set(["radio", "checkbox"]);

/** What a remark in round brackets says about the question itself; undefined for any other remark. */
export function readRemark(text: string): Label | undefined {
  const label = readLabel(text);
  if (label === undefined || label.counts !== undefined) return undefined;
  const isPlain = label.type !== undefined && !typesOfRemarks.has(label.type);
  return isPlain ? undefined : label;
}
