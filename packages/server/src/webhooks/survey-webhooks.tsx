import { SurveyFrame } from "../pages/survey-frame.tsx";
import { surveyForUser, surveyAddress, surveyPath } from "../session/survey-for-user.ts";
import type { Store } from "../store/store.ts";
import type { WebhookSection } from "./webhook-section.ts";

/** Where the pages about the webhooks of a survey are. They get every answer, so they are for those who may edit it. */
export function webhooksOfSurvey(store: Store): WebhookSection {
  return {
    path: `${surveyPath}/webhooks`,
    async find(pageRequest) {
      const survey = await surveyForUser(store, pageRequest, "edit");
      return {
        owner: { kind: "survey", id: survey.id },
        address: surveyAddress(survey.id, "/webhooks"),
        Frame: (props) => <SurveyFrame {...props} survey={survey} />,
      };
    },
  };
}
