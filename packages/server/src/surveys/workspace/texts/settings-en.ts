import type { Child } from "hono/jsx";

/** Texts of the settings of a survey, in English. */
export const settingsEn = {
  title: "Settings",
  saved: "Saved. The settings hold from now on, for every version.",
  when: "When answers are accepted",
  who: "Who can answer",
  afterwards: "After answering",
  fields: {
    started_at: "From",
    end_at: "Until",
    answer_limit: "Maximum number of answers",
    once: "How often one person can answer",
    sign_in: "Respondents have to sign in",
    allow_update: "Respondents may change their answer afterwards",
    password: "Password of the survey",
    no_password: "Remove the password",
    redirect_url: "Address to go on to",
    address_limit: "Maximum number of answers from one network address in 24 hours",
    address_days: "Days for which network addresses are kept",
    custom_arguments: "Custom arguments",
    embed_origins: "Websites that may show the survey in a frame",
  },
  onlyListed: (count: number) => `Only people on the list may answer (${count} on it)`,
  momentHint: (zone: string) => `Such as 2026-11-30 18:00, in the time zone ${zone}. Empty for no limit.`,
  limitHint: "Empty for no limit.",
  once: { none: "as often as they like", browser: "once in each browser", person: "once, by their account" },
  passwordIs: "There is a password. Leave this empty to keep it.",
  passwordNone: "Empty for no password.",
  passwordChanged: "changed",
  isOn: "yes",
  isOff: "no",
  isEmpty: "empty",
  daysHint: "They help against abuse. 0 keeps none.",
  redirectHint: "Respondents are sent there after their answer, with wj_answer_id_hash. Empty for nowhere.",
  embedHint:
    "One in each line, such as https://www.example.com. Empty for none. Not for surveys that respondents sign in for.",
  argumentsHint:
    "Parameters of the address that are kept with the answer, such as source. One in each line: the name, a space, what it is for.",
  save: "Save the settings",
  danger: "Delete this survey",
  dangerText: "Its questions, all versions and all answers are deleted.",
  delete: "Delete the survey",
  problems: {
    moment: "Enter a date and time such as 2026-11-30 18:00.",
    window: "This must be after the beginning.",
    limit: "Enter a whole number from 1, or nothing.",
    days: "Enter a whole number from 0 to 3650.",
    address: "Enter an address that begins with https:// or http://.",
    password: "This password is too long.",
    again: "Enter the password again: this page does not show it.",
    argument:
      "Names have letters, digits, dots, hyphens and underscores, at most 64, each name once. The address has answer, channel, lang and page already.",
    origin: "Enter addresses such as https://www.example.com, without a path, at most 20.",
    embed_without_sign_in: "A survey that respondents sign in for cannot be in a frame.",
    person_needs_sign_in: "This needs respondents to sign in.",
  },
};

/** Texts of the page that shows how respondents get to a survey, in English. */
export const shareEn = {
  title: "Share",
  notPublished: "This survey is not published yet. Its address shows respondents that it is not open.",
  paused: "This survey is paused. Its address shows respondents that it does not accept answers.",
  address: "Address for respondents",
  open: "Open it as respondents see it",
  parameters: "With custom arguments, whose values are kept with each answer:",
  qrCode: "QR code",
  qrCodeText: "For posters and slides. It has the address and nothing else.",
  qrPng: "Download as PNG",
  qrSvg: "Download as SVG",
  qrCodeLabel: "QR code with the address of the survey",
  link: "Link for your own page",
  linkText: "Paste this into the HTML of your page.",
  embedding: "Survey in your own page",
  embeddingText: (sites: string) =>
    `Paste this into the HTML of a page of ${sites}. It shows the survey in a frame; the channel of its answers is embed.`,
  embeddingNone: "No website may show this survey in a frame yet.",
  embeddingNames: "Name the websites under Settings",
  embeddingBound:
    "A survey that respondents sign in for, or with a list of respondents, cannot be in a frame: link to it.",
  linkWords: "Answer the survey",
};

/** Texts of the page that deletes a survey, in English. */
export const deletionEn = {
  title: "Delete survey",
  heading: (name: Child): Child => ["Delete ", name, "?"],
  answers: (count: number) =>
    count === 1 ? "One answer is deleted." : `${count} answers are deleted, and no longer in the API.`,
  address: "The address of the survey stops working.",
  permanent: "This cannot be undone. Export the answers before, if you need them.",
  type: (count: number) => `Type the number of answers, ${count}, to confirm`,
  wrong: "This is not the number of answers. New ones may have come in.",
  submit: "Delete the survey and its answers",
};

/** Texts around the preview of a survey, in English. */
export const previewEn = {
  title: (title: string) => `Preview – ${title}`,
  notStored:
    "Preview of the draft: respondents see this page without this bar. Nothing that you enter is kept.",
  back: "Back to the survey",
  again: "Begin again",
  end: "The end of the survey",
  noSuffix: "Respondents see a word of thanks. You can write an ending text of your own.",
};
