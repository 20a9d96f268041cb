import type { LimeWords } from "./lime-types.ts";

const english: LimeWords = {
  other: "Other:",
  comment: "Comment",
  yes: "Yes",
  no: "No",
  uncertain: "Uncertain",
  female: "Female",
  male: "Male",
  increase: "Increase",
  same: "Same",
  decrease: "Decrease",
};

const chinese: LimeWords = {
  other: "其他：",
  comment: "说明",
  yes: "是",
  no: "否",
  uncertain: "不确定",
  female: "女",
  male: "男",
  increase: "增加",
  same: "不变",
  decrease: "减少",
};

/** What LimeSurvey's own dictionary says, in the language of a survey where it is known here, else in English. */
export function limeWords(language: string): LimeWords {
  return /^zh\b/i.test(language) ? chinese : english;
}
