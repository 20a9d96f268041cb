import type { Scope } from "../../model/scopes.ts";

/** What an agent can do with some scopes: less than an application that makes calls. */
const agent: Partial<Record<Scope, string>> = {
  "answers:read": "see the answers to your surveys; names and contact data only if you tick that below",
  "surveys:write":
    "create surveys for you and change drafts; to publish, pause or delete it has to ask you each time",
};

/** What each scope of OAuth lets an application do, and how the consent page parts them. */
export const scopeTextsEn = {
  openid: "know that you are the same person each time, by a name that only this application has for you",
  profile: "see your nickname, your picture, your language and your time zone",
  offline_access: "go on while you are away, until its access ends",
  "surveys:read": "see your own surveys: titles, questions and settings",
  "answers:read": "see the answers to your surveys, including personal details in them",
  "surveys:write": "create surveys for you, change them and their settings, and start and stop them",
  "answers:write": "add answers to your surveys, and change answers",
  agent,
  asked: "It asks for",
  added: "New: it asks for this besides",
  held: "You allowed this before, and it stays",
};
