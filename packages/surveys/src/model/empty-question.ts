import { answersOf } from "../question-types/question-types.ts";
import type { Question, QuestionType } from "./question.ts";

/** The marks of a question, and how they are shown. */
export type Scale = Pick<
  Question,
  | "starShow"
  | "starBeginNum"
  | "starNum"
  | "starType"
  | "starShowCustomStart"
  | "starShowCustomEnd"
  | "revertSort"
>;

/** Of a question without marks. */
export const noScale: Scale = {
  starShow: "",
  starBeginNum: 0,
  starNum: 0,
  starType: "default",
  starShowCustomStart: "",
  starShowCustomEnd: "",
  revertSort: 0,
};

/** A question without a text and without anything that its type needs: the first one of its survey. */
export function emptyQuestion(id: string, type: QuestionType): Question {
  return {
    id,
    type,
    sub_type: 0,
    title: "",
    description: "",
    required: false,
    hidden: false,
    random: false,
    prefill: "",
    goto: "",
    refer: "",
    blank_setting: [],
    maxRow: 1,
    maxlength: 0,
    validate: "",
    options: [],
    subTitles: [],
    rows: "",
    cols: "",
    ...noScale,
    levels: [],
    groups: [],
    file_type_limit: [],
    file_size_limit: 0,
    index: 1,
    real_index: answersOf({ type }) === "none" ? 0 : 1,
  };
}
