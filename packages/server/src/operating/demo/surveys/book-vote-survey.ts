import { surveyScene } from "@survey-open-platform/surveys";
import { type DemoRespondent, type RemarkTexts, someOf } from "../demo-respondent.ts";
import type { DemoSurvey, DemoValues } from "../demo-survey.ts";

const reasons: RemarkTexts = {
  glad: ["一直想重读这本。", "封面就很吸引人。", "朋友强烈推荐过。", "正好有纸质书可以借给大家。"],
  mixed: ["都可以，听大家的。", "希望别选太厚的。"],
  cross: ["上次那本太长了，这次想读短一点的。"],
};

function answer(person: DemoRespondent): DemoValues {
  const { random, mood, remarks } = person;
  return {
    1: someOf(person, [0.55, 0.4, 0.35, 0.2], 2),
    2: random.chance(0.5) ? remarks.draw(reasons, mood) : undefined,
  };
}

/** In Chinese, owned by the free team, whose plan does not open the interface. */
export const bookVoteSurvey: DemoSurvey = {
  key: "demo-book-vote",
  owner: { team: "周末读书会" },
  creator: "lin",
  title: "下月共读书目投票",
  prefix: "每人最多投两本，周日晚上截止。",
  suffix: "投票成功，群里见！",
  scene: surveyScene.vote,
  state: "collecting",
  respondents: 14,
  openForDays: 6,
  usualSeconds: 45,
  answer,
  pages: [
    {
      questions: [
        {
          type: "checkbox",
          title: "你想读哪一本？",
          required: true,
          max_choices: 2,
          options: [
            { text: "《边城》" },
            { text: "《呼兰河传》" },
            { text: "《城南旧事》" },
            { text: "《围城》" },
          ],
        },
        { type: "text", title: "一句话说说理由", max_length: 60 },
      ],
    },
  ],
};
