/** The page about the data of respondents, in English. */
export const privacyEn = {
  title: "Privacy and consent",
  lead: "Respondents see this below the first page, in one sentence with how long their network address is kept.",
  fields: {
    responsible: "Who is responsible for the answers",
    purpose: "What they are collected for",
    answer_days: "After how many days an answer is deleted",
    keeps_counts: "Results go on counting deleted answers",
    consent: "What respondents have to agree to",
  },
  hints: {
    responsible: "A person or organisation, with an address to write to. Optional.",
    purpose: "Such as: to plan the canteen. Optional.",
    answer_days:
      "Counted from when it was sent. Its files go with it, webhooks get an event, and exports that have it end. Empty: as long as the survey.",
    keeps_counts:
      "Charts and counts stay as they are; single answers, filters and cross tables lack the deleted ones.",
    consent:
      "Respondents tick that they agree before anything is kept. Another text or translation is a new version; each answer and export says which one it was. Empty: nothing is asked.",
  },
  problems: {
    long: "This text is too long.",
    days: "Enter a whole number of days, from 1 to 3650, or nothing.",
    malformed: "This text has characters that cannot be stored.",
  },
  translate: "Translate what respondents read",
  versions: "What respondents agreed to",
  version: (version: number): string => `Version ${version}, since`,
};
