import type { CallId } from "../call-commands.ts";
import type { Language } from "@survey-open-platform/service";

/** What a call is for, where pages show how to make it. */
export type CallText = { readonly title: string; readonly text: string };

const en: Readonly<Record<CallId, CallText>> = {
  exchange: {
    title: "Exchange the code",
    text: "Returns the access token, the refresh token and the openid. The code works once and expires soon.",
  },
  user: { title: "Get the user’s information", text: "Nickname and avatar of the user who allowed access." },
  surveys: {
    title: "List the user’s surveys",
    text: "Twenty on a page; choose with page and per_page.",
  },
  survey: {
    title: "Read one survey",
    text: "With all pages and questions. This reads the first survey of the list.",
  },
  legacySurvey: {
    title: "Read it with the older field names",
    text: "The same survey, with the older names of the time fields.",
  },
  answers: {
    title: "Read its answers",
    text: "In ascending order. Send the last_answer_id of one page to get the next.",
  },
  refresh: {
    title: "Get a new access token later",
    text: "The refresh token stays the same. The earlier access token stays valid until it expires.",
  },
  teamToken: {
    title: "Get the team’s token",
    text: "A new token makes the previous one invalid immediately. Get it in one place and cache it.",
  },
  teamSurveys: {
    title: "List the team’s surveys",
    text: "All surveys of the team. Send a member’s openid or user_id to get only that member’s.",
  },
  teamLegacySurvey: {
    title: "Read one of them",
    text: "With or without /legacy: both work with team and user tokens.",
  },
};

const zhCn: typeof en = {
  exchange: {
    title: "用授权码换取令牌",
    text: "返回 access_token、refresh_token 和 openid。授权码只能用一次，有效期很短。",
  },
  user: { title: "获取用户信息", text: "返回授权用户的昵称和头像。" },
  surveys: { title: "列出该用户的问卷", text: "每页二十份，可用 page 和 per_page 翻页。" },
  survey: { title: "读取一份问卷", text: "包括全部页面和题目。这里取列表中的第一份。" },
  legacySurvey: { title: "以旧版字段名读取", text: "同一份问卷，时间字段使用旧版名称。" },
  answers: { title: "读取答卷", text: "按序号升序排列，传上一页的 last_answer_id 即可获取下一页。" },
  refresh: { title: "刷新访问令牌", text: "refresh_token 不变，旧的访问令牌在到期前仍然有效。" },
  teamToken: { title: "获取团队令牌", text: "获取新令牌后，之前的令牌立即失效：请集中在一处获取并缓存。" },
  teamSurveys: {
    title: "列出团队的问卷",
    text: "返回团队的全部问卷；传成员的 openid 或 user_id 只返回该成员的问卷。",
  },
  teamLegacySurvey: { title: "读取其中一份", text: "可以带 /legacy，也可以不带；团队令牌和用户令牌均支持。" },
};

const texts: Readonly<Record<Language, typeof en>> = { en, "zh-CN": zhCn };

/** What every call is for, in one language. */
export function callTextsFor(language: Language): typeof en {
  return texts[language];
}
