import { describeAnswer, parseValues, plainText, surveyIn } from "@survey-open-platform/surveys";
import type { MailContent, SurveyThanks } from "../model/mail.ts";
import { participantKey } from "../model/participant.ts";
import { participantLinks } from "../session/participant-link.ts";
import type { Store } from "../store/store.ts";
import { findParticipant } from "../store/surveys/participant-table.ts";
import { findSurveyHash } from "../store/surveys/survey-table.ts";

/** The most characters of a copy; what is more is on the page of the answer. */
const longestCopy = 20_000;

/** Puts the answer into a mail of thanks. @returns undefined when the answer or the participant is gone since the mail was written */
export async function copyOfAnswer(store: Store, facts: SurveyThanks): Promise<MailContent | undefined> {
  const { surveyId, participantId, answerId } = facts;
  const hash = await findSurveyHash(store.reader, { surveyId });
  const participant = await findParticipant(store.reader, { surveyId, id: participantId });
  const answer = await store.surveys.findAnswer({ surveyId, answer: { serial: answerId } });
  if (hash === undefined || participant === undefined || answer?.onceKey !== participantKey(participantId))
    return undefined;
  const version = await store.surveys.definitionOfVersion(surveyId, answer.version);
  if (version === undefined) return undefined;
  const { pages } = surveyIn(version, answer.language);
  const given = describeAnswer(pages, parseValues(answer.valuesText)).filter(({ lines }) => lines.length > 0);
  const lines = given.map(({ question, lines: said }) => `${plainText(question.title)}\n${said.join("\n")}`);
  const link = (await participantLinks(store))(participant.nonce);
  const path = `/s2/${surveyId}/${hash}/?p=${link}`;
  return { kind: "survey_thanks", facts: { ...facts, lines: cut(lines), path } };
}

function cut(lines: readonly string[]): readonly string[] {
  let length = 0;
  const kept = lines.filter((line) => (length += line.length) <= longestCopy);
  return kept.length === lines.length ? lines : [...kept, "…"];
}
