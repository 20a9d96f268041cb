import type { JSX } from "hono/jsx/jsx-runtime";
import { UnsubscribePage } from "../../src/mail/unsubscribe-page.tsx";
import { DemoMailPage, DemoSingleMailPage } from "../../src/operating/demo/demo-mail-page.tsx";
import { MailNoticesPage, noticeTopics } from "../../src/people/account/mail-notices-page.tsx";
import type { PageProps } from "../../src/pages/layout.tsx";
import { ConfirmEmailPage, EmailPage } from "../../src/people/account/email-page.tsx";
import { ForgottenPage } from "../../src/people/account/forgotten-page.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";

/** What the samples are made of. */
interface SampleParts {
  readonly frame: PageProps & { readonly signedIn: SignedIn };
  readonly text: string;
}

/** The pages about mails. */
export function mailSamples({ frame, text }: SampleParts): Readonly<Record<string, JSX.Element>> {
  const { language, path } = frame;
  const unsubscribing = { language, path, topic: text, csrf: text };
  const watches = [{ surveyId: 7, title: text, frequency: "hourly", condition: "" }] as const;
  const mail = {
    number: 1,
    to: text,
    subject: text,
    at: 1_790_000_000_000,
    text: "Words:\nhttp://127.0.0.1/x",
  };
  const mailbox = { ...frame, timeZone: "Asia/Shanghai" };
  return {
    "mail address": (
      <EmailPage
        {...frame}
        email={text}
        unconfirmed={text}
        bounceStatus="5.1.1"
        sendsMail
        typed={text}
        problem={text}
      />
    ),
    "mail address, no mail": (
      <EmailPage {...frame} email={null} unconfirmed={undefined} bounceStatus="" sendsMail={false} typed="" />
    ),
    "confirming a mail address": <ConfirmEmailPage {...frame} csrf={text} address={text} />,
    "password forgotten": <ForgottenPage {...{ language, path }} csrf={text} state="missing" />,
    "password forgotten, asked": <ForgottenPage {...{ language, path }} csrf={text} state="asked" />,
    notices: (
      <MailNoticesPage
        {...frame}
        email={text}
        bounceStatus="5.2.2"
        watches={watches}
        wanted={new Set(noticeTopics)}
      />
    ),
    "notices, none": (
      <MailNoticesPage {...frame} email={text} bounceStatus="" watches={[]} wanted={new Set()} />
    ),
    unsubscribe: <UnsubscribePage {...unsubscribing} isDone={false} />,
    unsubscribed: <UnsubscribePage {...unsubscribing} isDone />,
    "mailbox of the demo": <DemoMailPage {...mailbox} mails={[mail]} />,
    "mailbox of the demo, empty": <DemoMailPage {...mailbox} mails={[]} />,
    "mail in the demo": <DemoSingleMailPage {...mailbox} mail={mail} />,
  };
}
