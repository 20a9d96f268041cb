import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "@survey-open-platform/service";
import { textsFor } from "../texts/texts.ts";
import { Icon } from "./icon.tsx";

/** Whether the operator of this platform has verified an application. */
export type VerifiedBadgeProps = { readonly language: Language; readonly verified: boolean };

/** Shows beside an application's name whether it is verified. */
export function VerifiedBadge({ language, verified }: VerifiedBadgeProps): JSX.Element {
  const { verification } = textsFor(language);
  if (!verified) return <span class="badge badge-warning">{verification.unverified}</span>;
  return (
    <span class="badge badge-success">
      <Icon name="shield" />
      {verification.verified}
    </span>
  );
}
