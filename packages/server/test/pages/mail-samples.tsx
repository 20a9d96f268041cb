import type { JSX } from "hono/jsx/jsx-runtime";
import { UnsubscribePage } from "../../src/mail/unsubscribe-page.tsx";
import { DemoMailPage, DemoSingleMailPage } from "../../src/operating/demo/demo-mail-page.tsx";
import type { PageProps } from "../../src/pages/layout.tsx";
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
  const mail = {
    number: 1,
    to: text,
    subject: text,
    at: 1_790_000_000_000,
    text: "Words:\nhttp://127.0.0.1/x",
  };
  const mailbox = { ...frame, timeZone: "Asia/Shanghai" };
  return {
    unsubscribe: <UnsubscribePage {...unsubscribing} isDone={false} />,
    unsubscribed: <UnsubscribePage {...unsubscribing} isDone />,
    "mailbox of the demo": <DemoMailPage {...mailbox} mails={[mail]} />,
    "mailbox of the demo, empty": <DemoMailPage {...mailbox} mails={[]} />,
    "mail in the demo": <DemoSingleMailPage {...mailbox} mail={mail} />,
  };
}
