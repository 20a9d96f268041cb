import { languageNames, languages } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { Field, Select } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Identity, IdentityNote } from "../../pages/components/identity.tsx";
import { picturePathOf } from "../../model/user-picture.ts";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { emailPath } from "./email-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the form of the profile has; empty texts for "not chosen". */
export interface ProfileForm {
  readonly nickname: string;
  readonly language: string;
  readonly time_zone: string;
}

/** What the page needs. */
export type ProfilePageProps = AccountPageProps & {
  /** Of the user, as it is stored. */
  readonly avatar: string;
  readonly email: string | null;
  readonly values: ProfileForm;
  readonly problems?: FormProblems;
  /** The zone that is used when none is chosen. */
  readonly platformZone: string;
};

/** The user's own profile. */
export function ProfilePage(props: ProfilePageProps): JSX.Element {
  const { language, signedIn, problems = {} } = props;
  const { profile } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={profile.title}>
      <ErrorSummary language={language} problems={problems} />
      <div class="card">
        <Identity name={signedIn.nickname} seed={signedIn.username} imagePath={picturePathOf(props.avatar)}>
          <IdentityNote>
            <a class="link-line" href="/account/picture">
              {profile.changePicture}
            </a>
          </IdentityNote>
        </Identity>
        <DefinitionList
          items={[
            { term: profile.username, details: <code>{signedIn.username}</code> },
            { term: profile.email, details: props.email ?? profile.noEmail },
          ]}
        />
        <p class="fine-print">
          <a class="link-line" href={emailPath}>
            {profile.changeEmail}
          </a>
        </p>
        <ProfileFields {...props} problems={problems} />
      </div>
      <p class="actions fine-print">
        <a class="link-line" href="/account/data">
          {profile.dataLink}
        </a>
        <a class="link-line" href="/account/delete">
          {profile.deleteLink}
        </a>
      </p>
    </AccountLayout>
  );
}

function ProfileFields(props: ProfilePageProps & { readonly problems: FormProblems }): JSX.Element {
  const { language, signedIn, values, problems, platformZone } = props;
  const { profile } = accountTextsFor(language);
  return (
    <form method="post" action="/account" class="stack">
      <HiddenFields values={{ csrf: signedIn.csrf }} />
      <Field
        id="nickname"
        label={profile.nickname}
        hint={profile.nicknameHint}
        error={problems["nickname"]}
        value={values.nickname}
        autocomplete="nickname"
        maxlength={100}
      />
      <Select
        id="language"
        label={profile.language}
        value={values.language}
        options={[
          { value: "", label: profile.languageOfBrowser },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
      />
      <Select
        id="time_zone"
        label={profile.timeZone}
        value={values.time_zone}
        options={[{ value: "", label: profile.timeZoneOfPlatform(platformZone) }, ...zoneOptions]}
      />
      <Button>{profile.submit}</Button>
    </form>
  );
}

const zoneOptions = Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: value }));
