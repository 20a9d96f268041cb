import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import type { UploadDependencies } from "../answering/receive-uploads.ts";
import { conditionEditing } from "./edit-conditions.tsx";
import { logicEditing } from "./edit-logic.tsx";
import { questionEditing } from "./edit-question.tsx";
import { questionInsertion } from "./insert-questions.tsx";
import { definitionFiles } from "./definition-files.ts";
import { surveyFiles } from "./out/survey-files.tsx";
import { surveyPreview } from "./preview.tsx";
import { surveyPrivacy } from "./survey-privacy.tsx";
import { surveySettings } from "./settings.tsx";
import { surveySharing } from "./share.tsx";
import { surveyEditing } from "./edit-survey.tsx";
import { languageEditing } from "./edit-languages.tsx";
import { lookEditing } from "./edit-look.tsx";
import { lookPictures } from "./look-pictures.tsx";
import { textEditing } from "./edit-texts.tsx";
import { fileImports } from "./import-file.tsx";
import { surveyCreation } from "./new-survey.tsx";
import { publishing } from "./publish.tsx";
import { surveyOverview } from "./survey-overview.tsx";

/** The pages on which surveys are made and managed. */
export function workspacePages(store: Store, files: UploadDependencies | undefined): readonly PageRoute[] {
  return [
    ...surveyCreation(store),
    ...fileImports({ store, files }),
    surveyOverview(store),
    ...publishing(store),
    ...surveyEditing(store),
    ...questionEditing(store),
    ...questionInsertion(store),
    ...textEditing(store),
    ...languageEditing(store),
    ...lookEditing(store),
    lookPictures(store),
    ...logicEditing(store),
    ...conditionEditing(store),
    ...surveySettings(store),
    ...surveyPrivacy(store),
    ...surveySharing(store),
    ...surveyPreview({ store, takesFiles: files !== undefined }),
    ...definitionFiles(store),
    ...surveyFiles(store),
  ];
}
