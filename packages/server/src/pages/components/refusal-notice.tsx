import { durationText, sentenceSpace, type Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";
import { Notice } from "./notice.tsx";

/** What the notice shows. */
export type RefusalNoticeProps = {
  readonly language: Language;
  readonly id?: string;
  readonly retryAfterSeconds: number | undefined;
  /** Why the form was refused. */
  readonly children: Child;
};

/** Says why a password or a code was refused, and how long to wait where that helps. */
export function RefusalNotice(props: RefusalNoticeProps): JSX.Element {
  const { language, id, retryAfterSeconds, children } = props;
  const { retryAfter } = textsFor(language).signIn;
  return (
    <Notice tone="error" role="alert" {...(id !== undefined && { id })}>
      {children}
      {retryAfterSeconds === undefined
        ? ""
        : `${sentenceSpace[language]}${retryAfter(durationText(retryAfterSeconds, language))}`}
    </Notice>
  );
}
