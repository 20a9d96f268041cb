import type { Child } from "hono/jsx";

/** Texts of the pages on which a survey gets another owner, in English. */
export const handOverEn = {
  title: "Hand over",
  text: "Give the survey with its answers to another person or a team.",
  heading: (name: Child): Child => ["Hand ", name, " over?"],
  consequences: [
    "A person becomes its owner once they accept; a team of yours at once.",
    "Answers, participants, settings and links for respondents stay as they are.",
    "Your applications lose it: consents, tokens and requests of agents no longer reach it. Webhooks that applications added are switched off, and yours too unless you may still edit it.",
  ],
  person: "Username or mail address",
  personHint: "Of somebody with an account here. An address counts once it is confirmed.",
  team: "Or a team of yours in which you may create surveys",
  noTeam: "No team",
  keeps: "What you may do afterwards",
  keepsNothing: "Nothing beyond your role in the team",
  submit: "Hand over",
  problems: {
    unknown: "There is no account with this username, or no single one with this confirmed address.",
    nothing: "Enter a person, or choose a team.",
    owner: "The survey already belongs to them.",
  },
  waiting: (name: Child): Child => ["The survey is offered to ", name, ", who has not accepted yet."],
  withdraw: "Withdraw the offer",
  offerTitle: "Offered survey",
  offerHeading: (survey: Child): Child => ["Accept the survey ", survey, "?"],
  offerFrom: (person: Child): Child => ["It comes from ", person, "."],
  offerAnswers: (count: number) =>
    count === 1
      ? "It has one answer, which becomes yours too."
      : `It has ${count} answers, which become yours too.`,
  offerDuty: "From then on you decide about what respondents wrote, and about their data.",
  accept: "Accept",
  decline: "Decline",
};
