import { parseAddress } from "@survey-open-platform/service";
import { hashToken } from "../../src/model/token.ts";
import { clientCredentialGrant } from "../../src/grants/token/client-credential-grant.ts";
import { spreadText } from "../report.ts";
import { teamAppid, teamCount } from "../seeded-data.ts";
import { seededSecret } from "../seeded-secrets.ts";
import { choicesOf, makeSurvey } from "./filled-survey.ts";
import type { OpenStore, SurveyFigure, SurveySizes } from "./measure-surveys.ts";
import { compareInTurns } from "./turns.ts";

const callers = 64;
const targets = { sqlite: 0.35, postgres: 0.5 } as const;
const userId = 1;

/** Durable answers of ten choices to one survey, beside durable tokens of 64 teams. */
export async function compareSubmissions(
  open: OpenStore,
  { rounds, turnMilliseconds }: SurveySizes,
): Promise<readonly SurveyFigure[]> {
  const { engine, store } = open;
  const { id: surveyId } = await makeSurvey(store.surveys, userId);
  const turns = { rounds, milliseconds: turnMilliseconds, callers };
  const compared = await compareInTurns(submitter(open, surveyId), tokenIssuer(open), turns);
  const perSecond = compared.perSecond.map((figure) => figure.toFixed(0)).join(" / ");
  return [
    {
      engine,
      what: `submissions a second in times of team tokens (${perSecond})`,
      figure: spreadText(compared.rate),
      target: `at least ${targets[engine]}`,
      isReached: compared.rate.median >= targets[engine],
    },
    {
      engine,
      what: "processor time of a submission in times of a team token's",
      figure: spreadText(compared.processorTime),
      target: "",
      isReached: true,
    },
  ];
}

function submitter({ store }: OpenStore, surveyId: number) {
  const facts = { channel: "link", ua: "phone", referrer: "", address: "192.0.2.1", onceKey: null };
  let number = 0;
  return async () => {
    number += 1;
    const outcome = await store.surveys.submitAnswer({
      ...facts,
      surveyId,
      version: 1,
      values: choicesOf(number),
      customArguments: {},
      respondent: undefined,
      startedAt: Date.now() - 60_000,
    });
    if ("refused" in outcome) throw new Error(`A submission was refused: ${outcome.refused}`);
  };
}

function tokenIssuer({ store }: OpenStore) {
  const address = parseAddress("192.0.2.1");
  if (address === undefined) throw new Error("The address cannot be read");
  let number = 0;
  return () => {
    number += 1;
    const appid = teamAppid(number % teamCount);
    const secretHash = hashToken(seededSecret("secret", appid));
    return clientCredentialGrant.issue({}, { store, appid, secretHash, address });
  };
}
