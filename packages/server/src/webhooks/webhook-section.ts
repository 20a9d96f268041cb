import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { OpenedReceivers } from "../model/opened-receivers.ts";
import type { PageProps } from "../pages/layout.tsx";
import { notFound } from "../pages/page-error.ts";
import type { SignedIn } from "../pages/signed-in.ts";
import { numberInPath } from "../session/number-in-path.ts";
import type { PageRoute, UserRoute } from "../session/page-route.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import {
  type OwnedWebhook,
  type Webhook,
  type WebhookOwner,
  findWebhook,
} from "../store/webhooks/webhook-table.ts";
import { runSteps } from "@survey-open-platform/database";

/** What the frame around a page about webhooks needs. */
export type WebhookFrameProps = PageProps & {
  readonly signedIn: SignedIn;
  readonly title: string;
  readonly children?: Child;
};

/** Webhooks that a user manages, and where their pages are. */
export interface ManagedWebhooks {
  readonly owner: WebhookOwner;
  /** The address of the folder of the pages, such as `/surveys/7/webhooks`. */
  readonly address: string;
  /** The frame of the section, with links to its other pages. */
  readonly Frame: (props: WebhookFrameProps) => JSX.Element;
}

/** A part of the site that has pages about webhooks: those of a survey, a team or a user. */
export interface WebhookSection {
  /** The path of the folder, such as `/surveys/:id/webhooks`. */
  readonly path: string;
  /** Finds what a request is about. @throws `PageError` when the user does not manage it */
  readonly find: (pageRequest: UserRequest) => Promise<ManagedWebhooks>;
}

/** What the pages need. */
export interface WebhookPageSources {
  readonly store: Store;
  readonly opened: OpenedReceivers;
}

/** Serves a page of a section. */
export type WebhookHandler = (
  sources: WebhookPageSources,
  section: WebhookSection,
  pageRequest: UserRequest,
) => Promise<Response>;

/** A page of a section, before it is known of which. */
interface WebhookRoute extends Pick<UserRoute, "stepUp" | "keepsForm"> {
  readonly method: "GET" | "POST";
  /** The path after that of the section. */
  readonly path: string;
  readonly handle: WebhookHandler;
}

/** The routes of a section. */
export function routesOf(
  sources: WebhookPageSources,
  section: WebhookSection,
  routes: readonly WebhookRoute[],
): readonly PageRoute[] {
  return routes.map(({ path, handle, ...route }) => ({
    ...route,
    access: "user",
    path: `${section.path}${path}`,
    handle: (pageRequest) => handle(sources, section, pageRequest),
  }));
}

/** What every page about webhooks shows beside its own content. */
export type WebhookPageProps = PageProps &
  ManagedWebhooks & { readonly signedIn: SignedIn; readonly timeZone: string };

/** The properties that pages about webhooks have in common. */
export function pagePropsOf(
  { language, signedIn, timeZone }: UserRequest,
  managed: ManagedWebhooks,
  page = "",
): WebhookPageProps {
  return { ...managed, language, signedIn, timeZone, path: `${managed.address}${page}` };
}

/** The webhook that the path of a request names. @throws `PageError` `not_found` */
export async function webhookOf(
  store: Store,
  pageRequest: UserRequest,
  { owner }: ManagedWebhooks,
): Promise<{ readonly webhook: Webhook; readonly owned: OwnedWebhook }> {
  const owned = { owner, webhookId: numberInPath(pageRequest, "webhook") };
  const webhook = await runSteps(store.reader, findWebhook(owned));
  if (webhook === undefined) throw notFound();
  return { webhook, owned };
}
