import type { JSX } from "hono/jsx/jsx-runtime";
import { Moment } from "../../pages/components/moment.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { renderPage } from "../../pages/render-page.ts";
import type { SignedIn } from "../../pages/signed-in.ts";
import { notFound } from "../../pages/page-error.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { DemoMail, DemoMailbox } from "./demo-mailbox.ts";
import { isOnThisMachine } from "./demo-sign-in.ts";
import { demoTextsFor } from "./demo-texts.ts";

/** Where the mailbox of the demo is. */
export const demoMailPath = "/demo/mail";

/** `GET /demo/mail` and its mails: only a browser on this machine reads them, because links in them open accounts. */
export function demoMailPages(mailbox: DemoMailbox): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: demoMailPath,
      access: "anyone",
      handle(pageRequest) {
        if (!isOnThisMachine(pageRequest)) throw notFound();
        const { language, path, signedIn, timeZone } = pageRequest;
        const shown = { language, path, signedIn, timeZone };
        return renderPage(<DemoMailPage {...shown} mails={mailbox.mails()} />, { status: 200 });
      },
    },
    {
      method: "GET",
      path: `${demoMailPath}/:mail`,
      access: "anyone",
      handle(pageRequest) {
        if (!isOnThisMachine(pageRequest)) throw notFound();
        const number = numberInPath(pageRequest, "mail");
        const mail = mailbox.mails().find((one) => one.number === number);
        if (mail === undefined) throw notFound();
        const { language, path, signedIn, timeZone } = pageRequest;
        return renderPage(<DemoSingleMailPage {...{ language, path, signedIn, timeZone, mail }} />, {
          status: 200,
        });
      },
    },
  ];
}

type DemoMailProps = PageProps & { readonly signedIn: SignedIn | undefined; readonly timeZone: string };

/** Every mail that the demo has sent. */
export function DemoMailPage(props: DemoMailProps & { readonly mails: readonly DemoMail[] }): JSX.Element {
  const { language, path, signedIn, timeZone, mails } = props;
  const { mail: words } = demoTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} signedIn={signedIn}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {mails.length === 0 ? <p>{words.empty}</p> : null}
      <ul class="links">
        {mails.map(({ number, to, subject, at }) => (
          <li>
            <a href={`${demoMailPath}/${number}`}>{subject}</a>
            <span>
              {words.to(to)} · <Moment at={at} timeZone={timeZone} language={language} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/demo">{words.back}</a>
      </p>
    </Layout>
  );
}

/** One mail as plain text; its links can be followed. */
export function DemoSingleMailPage(props: DemoMailProps & { readonly mail: DemoMail }): JSX.Element {
  const { language, path, signedIn, mail } = props;
  const { mail: words } = demoTextsFor(language);
  return (
    <Layout language={language} path={path} title={mail.subject} signedIn={signedIn}>
      <h1>{mail.subject}</h1>
      <p>{words.to(mail.to)}</p>
      <div class="card">
        {mail.text.split("\n\n").map((paragraph) => (
          <p>
            {paragraph.split("\n").map((line) => (
              <>
                <MailLine line={line} />
                <br />
              </>
            ))}
          </p>
        ))}
      </div>
      <p>
        <a href={demoMailPath}>{words.title}</a>
      </p>
    </Layout>
  );
}

/** A line that is or ends with an address is a link, as in mail programs. */
function MailLine({ line }: { readonly line: string }): JSX.Element {
  const [, before = line, url] = /^(.*?)(https?:\/\/\S+)$/.exec(line) ?? [];
  return url === undefined ? (
    <>{line}</>
  ) : (
    <>
      {before}
      <a class="name" href={url}>
        {url}
      </a>
    </>
  );
}
