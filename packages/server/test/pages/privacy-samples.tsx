import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { DeleteAccountPage } from "../../src/people/account/delete-account-page.tsx";
import { OwnDataPage } from "../../src/people/account/own-data-page.tsx";
import { PrivacyPage } from "../../src/people/privacy/privacy-page.tsx";

/** What the samples are made of. */
interface SampleParts {
  readonly frame: PageProps & { readonly signedIn: SignedIn };
  readonly text: string;
}

const counts = {
  surveys: 1,
  answers: 2,
  applications: 3,
  authorizations: 4,
  memberships: 5,
  grants: 6,
  webhooks: 2,
};

/** The pages about what is kept of people, and its deletion. */
export function privacySamples({ frame, text }: SampleParts): Readonly<Record<string, JSX.Element>> {
  const deletion = { ...frame, counts };
  return {
    "deletion of an account": (
      <DeleteAccountPage {...deletion} obstacle={undefined} problems={{ username: text }} />
    ),
    "deletion of an account with surveys": (
      <DeleteAccountPage {...deletion} obstacle={{ problem: "owns_surveys", surveys: 2 }} />
    ),
    "deletion that is not possible": (
      <DeleteAccountPage {...deletion} obstacle={{ problem: "last_creator", teams: [text] }} />
    ),
    "own data": <OwnDataPage {...frame} />,
    "own data, too often": <OwnDataPage {...frame} isTooOften />,
    "what is kept": <PrivacyPage {...frame} />,
  };
}
