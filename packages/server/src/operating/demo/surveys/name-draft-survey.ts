import { surveyScene } from "@survey-open-platform/surveys";
import type { DemoSurvey } from "../demo-survey.ts";

/** In English, owned by a person: a draft without answers. */
export const nameDraftSurvey: DemoSurvey = {
  key: "demo-name-draft",
  owner: { user: "ada" },
  creator: "ada",
  title: "Which name for the newsletter?",
  prefix: "Four candidates are left. Please choose one and tell us why.",
  suffix: "Thank you for voting.",
  scene: surveyScene.vote,
  state: "draft",
  respondents: 0,
  openForDays: 1,
  usualSeconds: 40,
  answer: () => ({}),
  pages: [
    {
      questions: [
        {
          type: "radio",
          title: "Your favourite",
          required: true,
          random: true,
          options: [
            { text: "The Open Question" },
            { text: "Margin of Error" },
            { text: "Five Point Scale" },
            { text: "None of these", no_random: true },
          ],
        },
        { type: "textarea", title: "Why this one?", max_length: 300, rows: 3 },
      ],
    },
  ],
};
