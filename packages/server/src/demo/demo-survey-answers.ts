import type { DeclaredAnswer, DeclaredValues } from "@survey-open-platform/surveys";
import { demoRandom } from "./demo-random.ts";
import { demoRespondents } from "./demo-respondent.ts";
import type { DeclaredDemoSurvey, DemoSurvey, DemoValues } from "./demo-survey.ts";
import { demoTimes } from "./demo-times.ts";

/** Lets every respondent answer a survey: the same answers for the same survey and day. */
export function answeredSurvey(survey: DemoSurvey, today: string): DeclaredDemoSurvey {
  const { respondents, openForDays, usualSeconds, answer, ...declared } = survey;
  const people = demoRespondents(`${survey.key} people`, respondents);
  const times = demoTimes(demoRandom(`${survey.key} times`), {
    today,
    respondents,
    openForDays,
    usualSeconds,
  });
  const answers = times.flatMap((when, at): DeclaredAnswer[] => {
    const person = people[at];
    return person === undefined ? [] : [{ ...when, values: givenValues(answer(person)) }];
  });
  return { ...declared, answers };
}

function givenValues(values: DemoValues): DeclaredValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([index, value]) => (value === undefined ? [] : [[index, value]])),
  );
}
