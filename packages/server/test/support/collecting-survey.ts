import { noLogic, type Submission, type SurveySettings } from "@survey-open-platform/surveys";
import { everyType, wirePages } from "../../../surveys/test/declared/survey-fixtures.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

const { pages } = wirePages(everyType);
const radio = pages[0]?.questions[1];
const [red = "", green = ""] = (radio?.options ?? []).map(({ id }) => id);

/** Its pages, and the question that submissions answer. */
export const colours = { pages, radioId: radio?.id ?? "", red, green };

/** A survey that collects answers, and what sends them to every node in turn. */
export async function startCollecting(
  settings: Partial<SurveySettings> = {},
  ofPlatform: Parameters<typeof startTestPlatform>[0] = {},
) {
  const platform = await startTestPlatform(ofPlatform);
  const userId = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
  const { surveys } = platform.store;
  const definition = { title: "Colours", prefix: "", suffix: "", pages, logic: noLogic };
  const { id: surveyId } = await surveys.createSurvey({
    ownerId: userId,
    creatorUserId: userId,
    definition,
  });
  await surveys.publishSurvey({ surveyId, revision: 1 });
  await surveys.changeSettings({ surveyId, settings });
  let turn = 0;
  const nextStore = () => {
    turn += 1;
    return platform.stores[turn % platform.stores.length] ?? platform.store;
  };
  const submit = (given: Partial<Submission> = {}, store = nextStore()) =>
    store.surveys.submitAnswer({ ...submission(surveyId, platform), ...given });
  return { platform, surveys, surveyId, submit };
}

function submission(surveyId: number, { clock }: TestPlatform): Submission {
  return {
    surveyId,
    version: 1,
    values: { [colours.radioId]: [red] },
    customArguments: {},
    respondent: undefined,
    startedAt: clock.now - 60_000,
    channel: "link",
    ua: "phone/ios",
    referrer: "",
    address: "192.0.2.1",
    onceKey: null,
  };
}
