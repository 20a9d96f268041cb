import type { Child } from "hono/jsx";

/** What the pages about agents say, in English. */
export const agentsEn = {
  confirm: {
    titles: {
      publish: (survey: string): string => `Publish “${survey}”?`,
      pause: (survey: string): string => `Pause “${survey}”?`,
      delete: (survey: string): string => `Delete “${survey}”?`,
    },
    headings: {
      publish: (survey: Child): Child => ["Publish “", survey, "”?"],
      pause: (survey: Child): Child => ["Pause “", survey, "”?"],
      delete: (survey: Child): Child => ["Delete “", survey, "”?"],
    },
    who: "Who asks",
    host: "Host",
    noHost: "a program on somebody’s own machine, or one without an address",
    note: "It says:",
    what: "What happens when you confirm",
    consequences: {
      publish: (questions: number, isFirst: boolean): string =>
        isFirst
          ? `The survey with its ${counted(questions, "question")} collects answers from then on.`
          : `Respondents get the draft with its ${counted(questions, "question")} as a new version.`,
      pause: (answers: number): string =>
        `No one can answer the survey until it goes on. Answers stay: ${answers}.`,
      delete: (questions: number, answers: number): readonly string[] => [
        `The survey with its ${counted(questions, "question")} goes into the bin, and ${counted(answers, "answer")} with it. Its address stops working.`,
        "You can restore it from the bin for 30 days.",
      ],
    },
    difference: "What changes against the published version",
    nothing: "Until you confirm, nothing changes.",
    changed:
      "The draft has changed since you opened this page, or cannot be published any more. Look at it again before you decide.",
    decision: "Your decision",
    confirm: "Confirm",
    decline: "Decline",
    closedTitle: "A request of an agent",
    closed: {
      confirmed: "You have confirmed this. It was done once, and is not done again.",
      declined: "You have declined this. Nothing was changed.",
      expired: "This request has expired. Nothing was changed; the agent can ask again.",
    },
    toSurveys: "To your surveys",
  },
  more: {
    title: (application: string): string => `Allow ${application} more?`,
    heading: (application: Child): Child => ["Allow ", application, " more?"],
    now: "It can do so with the access that it has already, from its next call on.",
    allowed: "You have allowed this.",
    denied: "Nothing was changed.",
    nothing: "The agent has all of this already.",
  },
};

/** Every text of the pages about agents. */
export type AgentTexts = typeof agentsEn;

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
