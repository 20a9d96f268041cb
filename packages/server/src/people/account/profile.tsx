import { isInvisible } from "@survey-open-platform/surveys";
import { languages } from "@survey-open-platform/service";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { declaredName } from "../../session/credential-fields.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { noticeIn } from "./account-layout.tsx";
import { ProfilePage, type ProfileForm } from "./profile-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";
import { findEmail } from "../../store/people/email-table.ts";
import { updateProfile } from "../../store/people/profile.ts";

const path = "/account";

/** The pages of the user's own profile. */
export function profilePages(store: Store, platformZone: string): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle(pageRequest) {
        const { nickname, language, timeZone } = pageRequest.session.user;
        const values = { nickname, language: language ?? "", time_zone: timeZone ?? "" };
        return showProfile(store, pageRequest, { values, platformZone, status: 200 });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      keepsForm: true,
      async handle(pageRequest) {
        const values = await readOwnForm(pageRequest, ["nickname", "language", "time_zone"]);
        refuseUnknownChoice(values);
        if (!declaredName().safeParse(values.nickname).success)
          return showProfile(store, pageRequest, { values, platformZone, status: 400 });
        const profile = {
          nickname: values.nickname,
          language: values.language === "" ? null : values.language,
          timeZone: values.time_zone === "" ? null : values.time_zone,
        };
        await store.write(updateProfile, {
          userId: pageRequest.session.user.id,
          profile: profile,
          actor: actorOf(pageRequest),
        });
        return redirectTo(`${path}?notice=saved`);
      },
    },
  ];
}

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf("timeZone"));

/** The page offers no others. */
function refuseUnknownChoice({ language, time_zone: zone }: ProfileForm): void {
  if (language !== "" && !languages.some((known) => known === language))
    throw new PageError("invalid_argument", { status: 400, detail: "language" });
  if (zone !== "" && !timeZones.has(zone))
    throw new PageError("invalid_argument", { status: 400, detail: "time_zone" });
}

interface ProfileView {
  readonly values: ProfileForm;
  readonly platformZone: string;
  readonly status: 200 | 400;
}

async function showProfile(
  store: Store,
  pageRequest: UserRequest,
  { values, platformZone, status }: ProfileView,
): Promise<Response> {
  const { language, signedIn, context } = pageRequest;
  const { signUp } = accountTextsFor(language);
  const problem = signUp.problems[isInvisible(values.nickname) ? "nickname_missing" : "nickname_malformed"];
  const { email } = await findEmail(store.reader, pageRequest.session.user.id);
  return renderPage(
    <ProfilePage
      email={email}
      language={language}
      path={path}
      signedIn={signedIn}
      avatar={pageRequest.session.user.avatar}
      values={values}
      problems={status === 400 ? { nickname: problem } : {}}
      platformZone={platformZone}
      notice={noticeIn(context.req.query("notice"))}
    />,
    { status },
  );
}
