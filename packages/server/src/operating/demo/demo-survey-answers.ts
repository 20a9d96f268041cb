import type { DeclaredAnswer, DeclaredValues } from "@survey-open-platform/surveys";
import { type DemoRandom, demoRandom } from "./demo-random.ts";
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
  const ways = demoRandom(`${survey.key} ways`);
  const answers = times.flatMap((when, at): DeclaredAnswer[] => {
    const person = people[at];
    return person === undefined
      ? []
      : [{ ...when, ...wayToAnswer(ways), values: givenValues(answer(person)) }];
  });
  return { ...declared, answers };
}

const devices = ["phone", "desktop", "tablet"] as const;
const channels = ["link", "qr"] as const;

/** Most people answer on a phone, from a link that was sent to them. */
function wayToAnswer(random: DemoRandom): Pick<DeclaredAnswer, "channel" | "device"> {
  return {
    device: devices[random.weighted([62, 30, 8])] ?? "phone",
    channel: channels[random.weighted([75, 25])] ?? "link",
  };
}

function givenValues(values: DemoValues): DeclaredValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([index, value]) => (value === undefined ? [] : [[index, value]])),
  );
}
