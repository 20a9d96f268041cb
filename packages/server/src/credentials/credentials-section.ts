import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ApplicationKind } from "../model/application.ts";
import type { PageProps } from "../pages/layout.tsx";
import type { SignedIn } from "../pages/signed-in.ts";
import type { UserRequest } from "../session/page-request.ts";
import type {
  ManagedApplication,
  ApplicationForUser,
} from "../store/applications/application-for-user-table.ts";

/** What the frame around a page about credentials needs. */
export type CredentialsFrameProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly title: string;
  readonly children?: Child;
};

/** What every page about credentials shows beside its own content. */
export type CredentialsPageProps = PageProps & {
  readonly signedIn: SignedIn;
  /** Decides the words: an application acts for users, or for a team. */
  readonly kind: ApplicationKind;
  /** The address of the folder of the pages, such as `/console/applications/app_1`. */
  readonly address: string;
  /** The frame of the section, with links to its other pages. */
  readonly Frame: (props: CredentialsFrameProps) => JSX.Element;
};

/** An application whose credentials a user manages, and where its pages are. */
export interface ManagedCredentials extends Pick<CredentialsPageProps, "address" | "Frame"> {
  readonly application: ApplicationForUser;
  /** For the store, which checks in each transaction that the user still manages the application. */
  readonly managed: ManagedApplication;
}

/** A part of the site that has pages about credentials: the console, or the pages of a team. */
export interface CredentialsSection {
  /** The path of the folder, such as `/console/applications/:appid`. */
  readonly path: string;
  /** Finds what a request is about. @throws `PageError` `not_found` when the user does not manage it */
  readonly find: (pageRequest: UserRequest) => Promise<ManagedCredentials>;
}

/** The properties that pages about credentials have in common. */
export function pagePropsOf(
  { language, signedIn }: UserRequest,
  { application, address, Frame }: ManagedCredentials,
  page: string,
): CredentialsPageProps {
  return { language, path: `${address}${page}`, signedIn, kind: application.kind, address, Frame };
}
