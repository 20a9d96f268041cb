import type { Migrations } from "@survey-open-platform/database";
import { initialMigration } from "./0000-initial.ts";
import { standardFaceMigration } from "./0050-standard-face.ts";
import { networkOfAgentsMigration } from "./0053-network-of-agents.ts";
import { mailMigration } from "./0070-mail.ts";
import { surveyImportsMigration } from "./0080-survey-imports.ts";
import { surveyPicturesMigration } from "./0090-survey-pictures.ts";
import { participantsMigration } from "./0100-participants.ts";
import { surveyBinMigration } from "./0130-survey-bin-and-labels.ts";
import { answerChangesMigration } from "./0140-answer-changes.ts";
import { languagesMigration } from "./0170-languages.ts";
import { resultsLinksMigration } from "./0180-results-links.ts";
import { anonymousSurveysMigration } from "./0210-anonymous-surveys.ts";
import { surveySharesMigration } from "./0220-survey-shares.ts";
import { resultsViewsMigration } from "./0230-results-views.ts";
import { surveyOffersMigration } from "./0240-survey-offers.ts";
import { surveyPrivacyMigration } from "./0250-survey-privacy.ts";
import { answerSheetsMigration } from "./0260-answer-sheets.ts";
import { resultsReportsMigration } from "./0260-results-reports.ts";
import { surveyCommentsMigration } from "./0270-survey-comments.ts";
import { watchedEndsMigration } from "./0271-watched-ends.ts";
import { participantStatesMigration } from "./0280-participant-states.ts";
import { surveyThanksMigration } from "./0281-survey-thanks.ts";
import { contactsAsParticipantsMigration } from "./0282-contacts-as-participants.ts";
import { webhookEventsMigration } from "./0290-webhook-events.ts";
import { bouncesMigration } from "./0300-bounces.ts";
import { answersByUpdateMigration } from "./0315-answers-by-update.ts";
import { profileChangesMigration } from "./0316-profile-changes.ts";
import { consentLanguagesMigration } from "./0320-consent-languages.ts";
import { draftEditorsMigration } from "./0330-draft-editors.ts";
import { statementLanguagesMigration } from "./0340-statement-languages.ts";
import { endsOfLinksMigration } from "./0350-ends-of-links.ts";
import { mailingsInLanguagesMigration } from "./0360-mailings-in-languages.ts";
import { oneListOfPeopleMigration } from "./0370-one-list-of-people.ts";

/** Every schema change, by name; a released one is never edited. Numbers below 0050 were used before there was one initial schema. */
export const migrations: Migrations = {
  "0000-initial": initialMigration,
  "0050-standard-face": standardFaceMigration,
  "0053-network-of-agents": networkOfAgentsMigration,
  "0070-mail": mailMigration,
  "0080-survey-imports": surveyImportsMigration,
  "0090-survey-pictures": surveyPicturesMigration,
  "0100-participants": participantsMigration,
  "0130-survey-bin-and-labels": surveyBinMigration,
  "0140-answer-changes": answerChangesMigration,
  "0170-languages": languagesMigration,
  "0180-results-links": resultsLinksMigration,
  "0210-anonymous-surveys": anonymousSurveysMigration,
  "0220-survey-shares": surveySharesMigration,
  "0230-results-views": resultsViewsMigration,
  "0240-survey-offers": surveyOffersMigration,
  "0250-survey-privacy": surveyPrivacyMigration,
  "0260-answer-sheets": answerSheetsMigration,
  "0260-results-reports": resultsReportsMigration,
  "0270-survey-comments": surveyCommentsMigration,
  "0271-watched-ends": watchedEndsMigration,
  "0280-participant-states": participantStatesMigration,
  "0281-survey-thanks": surveyThanksMigration,
  "0282-contacts-as-participants": contactsAsParticipantsMigration,
  "0290-webhook-events": webhookEventsMigration,
  "0300-bounces": bouncesMigration,
  "0315-answers-by-update": answersByUpdateMigration,
  "0316-profile-changes": profileChangesMigration,
  "0320-consent-languages": consentLanguagesMigration,
  "0330-draft-editors": draftEditorsMigration,
  "0340-statement-languages": statementLanguagesMigration,
  "0350-ends-of-links": endsOfLinksMigration,
  "0360-mailings-in-languages": mailingsInLanguagesMigration,
  "0370-one-list-of-people": oneListOfPeopleMigration,
};
