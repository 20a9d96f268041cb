import type { JSX } from "hono/jsx/jsx-runtime";
import type { Language } from "../language.ts";
import { textsFor } from "../texts/texts.ts";
import { Badge } from "./badge.tsx";

/** Whether the people who run this platform have checked an application. */
export type VerifiedBadgeProps = { readonly language: Language; readonly verified: boolean };

/** Says beside an application's name whether it was checked. */
export function VerifiedBadge({ language, verified }: VerifiedBadgeProps): JSX.Element {
  const { verification } = textsFor(language);
  if (!verified) return <Badge tone="warning">{verification.unverified}</Badge>;
  return (
    <Badge tone="success" icon="shield">
      {verification.verified}
    </Badge>
  );
}
