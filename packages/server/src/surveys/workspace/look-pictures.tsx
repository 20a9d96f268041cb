import {
  isStorable,
  longestAlternativeText,
  type SurveyPicture,
  themePictures,
  usualTheme,
} from "@survey-open-platform/surveys";
import { makeSurveyPicture, surveyPictureMaximumBytes } from "../../model/survey-picture.ts";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnMultipart } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { applyEdit, draftOf } from "./draft-edit.ts";
import { showLook } from "./edit-look.tsx";
import type { LookPictureKind, PictureFault } from "./look-pictures-form.tsx";
import { limitImports } from "./limit-imports.ts";

/** The file with what a form puts around it. */
const formMaximumBytes = surveyPictureMaximumBytes + 16 * 1024;

/** `/surveys/:id/edit/look/pictures`: takes and removes the logo and the picture of a survey. */
export function lookPictures(store: Store): PageRoute {
  return {
    method: "POST",
    path: `${surveyPath}/edit/look/pictures`,
    access: "user",
    handle: (pageRequest) => save(store, pageRequest),
  };
}

async function save(store: Store, pageRequest: UserRequest): Promise<Response> {
  const names = ["kind", "do", "alt", "file"] as const;
  const form = await readOwnMultipart(pageRequest, { names, maximumBytes: formMaximumBytes });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const text = (name: (typeof names)[number]) => Buffer.from(form[name]).toString().trim();
  const kind = themePictures.find((one) => one === text("kind"));
  if (kind === undefined) throw new PageError("invalid_argument", { status: 400, detail: "kind" });
  if (text("do") === "remove") return keep(store, pageRequest, survey, { kind, picture: undefined });
  const given = { kind, alt: text("alt"), file: form.file };
  const picture = await pictureOf(store, pageRequest, survey, given);
  if ("code" in picture) return showLook(store, pageRequest, { ...picture, kind, alt: given.alt });
  return keep(store, pageRequest, survey, { kind, picture });
}

interface GivenPicture {
  readonly kind: LookPictureKind;
  readonly alt: string;
  /** Empty to keep the picture that there is. */
  readonly file: Uint8Array;
}

type Fault = Pick<PictureFault, "field" | "code">;

async function pictureOf(
  store: Store,
  pageRequest: UserRequest,
  survey: SurveyForUser,
  { kind, alt, file }: GivenPicture,
): Promise<SurveyPicture | Fault> {
  const problem = altProblem(alt);
  if (problem !== undefined) return { field: "alt", code: problem };
  const { definition } = await draftOf(store, survey.id);
  const current = definition.theme?.[kind];
  if (file.length === 0 && current !== undefined) return { ...current, alt };
  await limitImports(store, pageRequest);
  const made = await makeSurveyPicture(file, kind);
  if (typeof made === "string") return { field: "file", code: made };
  const { id, content, width, height } = made;
  const isKept = await store.surveys.addPicture({ surveyId: survey.id, id, content });
  return isKept ? { id, alt, width, height } : { field: "file", code: "too_many" };
}

function altProblem(alt: string): PictureFault["code"] | undefined {
  if (alt === "") return "no_alt";
  if (alt.length > longestAlternativeText) return "alt_too_long";
  return alt.isWellFormed() && isStorable(alt) ? undefined : "alt_malformed";
}

interface PictureChange {
  readonly kind: LookPictureKind;
  /** Undefined to remove the one that there is. */
  readonly picture: SurveyPicture | undefined;
}

async function keep(
  store: Store,
  pageRequest: UserRequest,
  { id: surveyId }: SurveyForUser,
  { kind, picture }: PictureChange,
): Promise<Response> {
  const editing = { surveyId, actor: actorOf(pageRequest) };
  await applyEdit(store, editing, ({ theme = usualTheme, ...definition }) => {
    const { [kind]: _before, ...others } = theme;
    return { ...definition, theme: picture === undefined ? others : { ...others, [kind]: picture } };
  });
  return redirectTo(`${surveyAddress(surveyId, "/edit/look")}?notice=saved`);
}
