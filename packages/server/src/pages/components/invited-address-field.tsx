import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { mailAddressLength } from "../../model/mail-address.ts";
import { textsFor } from "../texts/texts.ts";
import { Field } from "./field.tsx";

interface InvitedAddressFieldProps {
  readonly language: Language;
  /** Whether the platform sends mail; without it, the page says that the link has to be passed on. */
  readonly sendsMail: boolean;
  readonly value: string;
  readonly problem: string | undefined;
}

/** The optional address to which an invitation is sent. */
export function InvitedAddressField(props: InvitedAddressFieldProps): JSX.Element {
  const { language, sendsMail, value, problem } = props;
  const { invitedAddress: words } = textsFor(language);
  if (!sendsMail) return <p class="fine-print">{words.off}</p>;
  return (
    <Field
      id="email"
      name="email"
      label={words.label}
      hint={words.hint}
      error={problem}
      value={value}
      type="email"
      autocomplete="off"
      required={false}
      maxlength={mailAddressLength}
    />
  );
}
