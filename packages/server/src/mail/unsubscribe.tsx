import { csrfTokenOf } from "@survey-open-platform/service";
import { notFound, PageError } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { openForm, formTokenOf } from "../session/form-token.ts";
import type { PageRequest } from "../session/page-request.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readUnprovenForm, usualFormBytes } from "../session/read-form.ts";
import { type MailRefusal, refuseMails } from "../store/mail/mail-refusal-table.ts";
import type { Store } from "../store/store.ts";
import { UnsubscribeLinks } from "./unsubscribe-link.ts";
import { UnsubscribePage } from "./unsubscribe-page.tsx";

const path = "/mail/unsubscribe/:token";

/**
 * The pages of a link to unsubscribe. The link is the proof: mail programs send its form without ever having seen the page (RFC 8058, section
 * 3.2), so that form needs no csrf token. A GET changes nothing, because programs that check mails follow every link.
 */
export function unsubscribePages(store: Store): readonly PageRoute[] {
  const links = new UnsubscribeLinks(store);
  return [
    {
      method: "GET",
      path,
      access: "anyone",
      handle: async (pageRequest) => showPage(pageRequest, await refusalOf(links, pageRequest), false),
    },
    {
      method: "POST",
      path,
      access: "anyone",
      async handle(pageRequest) {
        const form = await readUnprovenForm(pageRequest, formTokenOf(pageRequest), usualFormBytes);
        const isOneClick = form.fields.get("List-Unsubscribe") === "One-Click";
        if (!form.isProven && !isOneClick) throw new PageError("csrf", { status: 403 });
        const refusal = await refusalOf(links, pageRequest);
        await store.write(refuseMails, refusal);
        return showPage(pageRequest, refusal, true);
      },
    },
  ];
}

/** @throws `PageError` `not_found` for a link that the platform did not make */
async function refusalOf(links: UnsubscribeLinks, { context }: PageRequest): Promise<MailRefusal> {
  const refusal = await links.read(context.req.param("token") ?? "");
  if (refusal === undefined) throw notFound();
  return refusal;
}

function showPage(pageRequest: PageRequest, { topic }: MailRefusal, isDone: boolean): Promise<Response> {
  const { language, context } = pageRequest;
  return renderPage(
    <UnsubscribePage
      language={language}
      path={context.req.path}
      topic={topic}
      csrf={csrfTokenOf(openForm(pageRequest))}
      isDone={isDone}
    />,
    { status: 200 },
  );
}
