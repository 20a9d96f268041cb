import type { Child } from "hono/jsx";

/** Texts of the comments on a survey, in English. */
export const commentsEn = {
  title: "Comments",
  lead: "Comments are for people who work on the survey; respondents do not see them.",
  about: "About",
  everything: "Everything",
  answer: (serial: number) => `Answer ${serial}`,
  gone: "A question that is not in the survey any more",
  text: "Comment",
  textHint: "@username writes a mail to that person, if they can see the survey.",
  mention: "Who gets a mail",
  mentionHint: "A username of somebody who can see the survey. Optional.",
  backToQuestion: "Back to the question",
  submit: "Comment",
  state: { open: "Open", resolved: "Resolved" },
  show: "Show",
  by: (author: Child, at: Child): Child => [author, ", ", at],
  resolve: "Resolve",
  reopen: "Open again",
  delete: "Delete",
  emptyTitle: "No comments",
  emptyText: "Comments on questions and answers are listed here.",
  notices: {
    added: "The comment is there.",
    resolved: "Resolved.",
    reopened: "The comment is open again.",
    deleted: "The comment is deleted.",
  },
  untold: (names: string) =>
    `No mail was written to ${names}: there is no one of that name who can see the survey.`,
  problems: {
    empty: "Write something.",
    long: "A comment has at most 2,000 characters.",
    malformed: "The comment has characters that cannot be stored.",
    mention: "This is no username.",
    subject: "Choose what the comment is about.",
    many: "There is no such answer any more, or the survey has as many comments as it can.",
  },
};
