import type { IssuedCounts } from "../../store/tokens/revoke-issued.ts";

/** What there is of each thing that was issued, for a sentence: `2 consents, 1 session and 5 access tokens`. */
export function issuedText(counts: IssuedCounts): string {
  const parts = [
    part(counts.grants, "consent"),
    part(counts.sessions, "session"),
    part(counts.authorizationCodes, "code"),
    part(counts.userAccessTokens, "access token"),
    part(counts.refreshTokens, "refresh token"),
    part(counts.teamAccessTokens, "team token"),
    part(counts.invitations, "invitation"),
    part(counts.passwordLinks, "password link"),
  ].flat();
  const last = parts.at(-1);
  if (last === undefined) return "nothing";
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

function part(count: number, name: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`];
}
