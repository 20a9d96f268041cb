import type { JSX } from "hono/jsx/jsx-runtime";
import { picturePathOf } from "../../model/user-picture.ts";
import { Avatar } from "../../pages/components/avatar.tsx";
import { PictureForm } from "../../pages/components/picture-form.tsx";
import { AccountLayout, type AccountPageProps } from "./account-layout.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

/** What the page needs. */
export type PicturePageProps = AccountPageProps & {
  /** Of the user, as it is stored. */
  readonly avatar: string;
  readonly problem?: string | undefined;
};

/** The form that uploads the user's picture. */
export function PicturePage(props: PicturePageProps): JSX.Element {
  const { language, signedIn, avatar, problem } = props;
  const { picture } = accountTextsFor(language);
  return (
    <AccountLayout {...props} title={picture.title}>
      <p class="lead">{picture.lead}</p>
      <Avatar name={signedIn.nickname} seed={signedIn.username} imagePath={picturePathOf(avatar)} />
      <PictureForm
        language={language}
        csrf={signedIn.csrf}
        action="/account/picture"
        remove={avatar === "" ? undefined : picture.remove}
        problem={problem}
      />
    </AccountLayout>
  );
}
