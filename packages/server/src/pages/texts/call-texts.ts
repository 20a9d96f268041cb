import type { CallId } from "../call-commands.ts";
import type { Language } from "../language.ts";

/** What a call is for, where pages show how to make it. */
export type CallText = { readonly title: string; readonly text: string };

const en: Readonly<Record<CallId, CallText>> = {
  exchange: {
    title: "Exchange the code",
    text: "Gives the access token, the refresh token and the openid. The code works once, and not for long.",
  },
  user: { title: "Ask who the person is", text: "Nickname and avatar of the person who said yes." },
  surveys: {
    title: "List the person’s surveys",
    text: "Twenty at a time; page and per_page ask for others.",
  },
  survey: {
    title: "Read one survey",
    text: "With all its pages and questions. Here it is the first of the list.",
  },
  legacySurvey: {
    title: "Read it in the older spelling",
    text: "The same survey, with the older names of its times.",
  },
  answers: {
    title: "Read its answers",
    text: "Ascending; send the last_answer_id of one page to get the next.",
  },
  refresh: {
    title: "Get a new access token later",
    text: "The refresh token stays the same, and the older access token stays valid until its own end.",
  },
  teamToken: {
    title: "Get the team’s token",
    text: "Every new one makes the one before it invalid at once: ask in one place and keep it.",
  },
  teamSurveys: {
    title: "List the team’s surveys",
    text: "All of them; openid or user_id of a member narrows the list.",
  },
  teamLegacySurvey: {
    title: "Read one of them",
    text: "With /legacy or without: both serve teams and people alike.",
  },
};

const zhCn: typeof en = {
  exchange: {
    title: "用授权码换取令牌",
    text: "得到 access_token、refresh_token 和 openid。授权码只能用一次，有效期很短。",
  },
  user: { title: "查询用户是谁", text: "返回同意授权的用户的昵称和头像。" },
  surveys: { title: "列出该用户的问卷", text: "每页二十份，可用 page 和 per_page 翻页。" },
  survey: { title: "读取一份问卷", text: "包括全部页面和题目。这里取列表中的第一份。" },
  legacySurvey: { title: "以旧版字段名读取", text: "同一份问卷，时间字段沿用旧版名称。" },
  answers: { title: "读取答卷", text: "按序号升序；把上一页的 last_answer_id 传回即可取下一页。" },
  refresh: { title: "以后换取新的访问令牌", text: "refresh_token 保持不变，旧的访问令牌在到期前仍然有效。" },
  teamToken: { title: "获取团队令牌", text: "每次获取都会让之前的令牌立即失效：请集中在一处获取并缓存。" },
  teamSurveys: { title: "列出团队的问卷", text: "返回全部问卷；传成员的 openid 或 user_id 可缩小范围。" },
  teamLegacySurvey: { title: "读取其中一份", text: "带不带 /legacy 都可以：两种模式都支持。" },
};

const texts: Readonly<Record<Language, typeof en>> = { en, "zh-CN": zhCn };

/** What every call is for, in one language. */
export function callTextsFor(language: Language): typeof en {
  return texts[language];
}
