import type { Language } from "@survey-open-platform/service";

/** The words around the questions of a survey. */
export interface SurveyFormTexts {
  readonly pageOf: (number: number, count: number) => string;
  readonly questionOf: (number: number, count: number) => string;
  readonly progressLabel: string;
  readonly back: string;
  readonly next: string;
  readonly send: string;
  readonly leaveEmpty: string;
  readonly moreQuestions: string;
  readonly problemOf: (question: string, problem: string) => string;
  readonly titleWithProblem: (title: string) => string;
}

const en: SurveyFormTexts = {
  pageOf: (number, count) => `Page ${number} of ${count}`,
  questionOf: (number, count) => `Question ${number} of ${count}`,
  progressLabel: "Progress",
  back: "Back",
  next: "Next",
  send: "Send answers",
  leaveEmpty: "Leave this field empty. It is there to recognise programs.",
  moreQuestions: "Your answer leads to more questions on this page.",
  problemOf: (question, problem) => `${question} – ${problem}`,
  titleWithProblem: (title) => `Problem: ${title}`,
};

const zhCn: SurveyFormTexts = {
  pageOf: (number, count) => `第 ${number} 页，共 ${count} 页`,
  questionOf: (number, count) => `第 ${number} 题，共 ${count} 题`,
  progressLabel: "进度",
  back: "上一页",
  next: "下一页",
  send: "提交答卷",
  leaveEmpty: "请将此栏留空，它用于识别自动程序。",
  moreQuestions: "根据您的作答，本页还有更多题目。",
  problemOf: (question, problem) => `${question} – ${problem}`,
  titleWithProblem: (title) => `有问题需要修改：${title}`,
};

const byLanguage: Readonly<Record<Language, SurveyFormTexts>> = { en, "zh-CN": zhCn };

/** The words around the questions of a survey, in a language. */
export function surveyFormTextsFor(language: Language): SurveyFormTexts {
  return byLanguage[language];
}
