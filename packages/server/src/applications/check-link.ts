import { codeChallengePattern } from "../model/code-challenge.ts";
import { userScope } from "../model/token.ts";
import type { ApplicationForUser } from "../store/applications/application-for-user-table.ts";
import type { ConsoleTexts } from "./texts/en.ts";

/** The part in which a redirect address differs from a registered one. */
export type DifferingPart = keyof ConsoleTexts["check"]["parts"];

/** What is wrong with an authorization link. */
export type LinkProblem =
  | {
      readonly problem:
        | "link_malformed"
        | "path"
        | "response_type"
        | "scope"
        | "state"
        | "redirect_uri_missing";
    }
  | { readonly problem: "code_challenge" | "code_challenge_missing" }
  | { readonly problem: "appid"; readonly expected: string }
  | { readonly problem: "repeated"; readonly name: string }
  | {
      readonly problem: "not_registered";
      /** The registered address that is most like the one of the link; undefined when none is registered. */
      readonly closest?: { readonly uri: string; readonly parts: readonly DifferingPart[] };
    };

/** What the checks depend on. */
export type CheckedApplication = Pick<ApplicationForUser, "appid" | "redirectUris" | "requiresPkce">;

/** Longest link that is checked, in characters. */
export const linkMaximum = 8192;

/**
 * Compares an authorization link with what is registered, by the rules of the authorization page.
 *
 * @param link as a program made it; it is not opened
 * @returns everything that is wrong; empty when the consent page would be shown
 */
export function checkLink(link: string, application: CheckedApplication): readonly LinkProblem[] {
  const url = link.length > linkMaximum ? null : URL.parse(link.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return [{ problem: "link_malformed" }];
  const { searchParams } = url;
  const repeated = new Set([...searchParams.keys()].filter((name) => searchParams.getAll(name).length > 1));
  return [
    ...found(url.pathname !== "/connect/oauth2/authorize", { problem: "path" }),
    ...[...repeated].map((name) => ({ problem: "repeated", name }) as const),
    ...found(searchParams.get("appid") !== application.appid, {
      problem: "appid",
      expected: application.appid,
    }),
    ...redirectUriProblems(searchParams.get("redirect_uri") ?? "", application.redirectUris),
    ...found(searchParams.get("response_type") !== "code", { problem: "response_type" }),
    ...found(searchParams.get("scope") !== userScope, { problem: "scope" }),
    ...found(!/^[A-Za-z0-9]{1,128}$/.test(searchParams.get("state") ?? "x"), { problem: "state" }),
    ...challengeProblems(searchParams, application),
  ];
}

function found(isWrong: boolean, problem: LinkProblem): readonly LinkProblem[] {
  return isWrong ? [problem] : [];
}

function challengeProblems(
  parameters: URLSearchParams,
  { requiresPkce }: CheckedApplication,
): readonly LinkProblem[] {
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === null && method === null)
    return found(requiresPkce, { problem: "code_challenge_missing" });
  const isGood = codeChallengePattern.test(challenge ?? "") && method === "S256";
  return found(!isGood, { problem: "code_challenge" });
}

function redirectUriProblems(requested: string, registered: readonly string[]): readonly LinkProblem[] {
  if (requested === "") return [{ problem: "redirect_uri_missing" }];
  if (registered.includes(requested)) return [];
  const [closest] = registered
    .map((uri) => ({ uri, parts: differingParts(requested, uri) }))
    .toSorted((one, other) => one.parts.length - other.parts.length);
  return [{ problem: "not_registered", ...(closest && { closest }) }];
}

/** The parts in which a redirect address differs from a registered one. */
export function differingParts(requested: string, registered: string): readonly DifferingPart[] {
  if (decodedOnce(requested) === registered) return ["encoding"];
  const [one, other] = [URL.parse(requested), URL.parse(registered)];
  if (one === null || other === null) return ["spelling"];
  const parts = (
    [
      ["scheme", one.protocol !== other.protocol],
      ["host", one.hostname !== other.hostname],
      ["port", one.port !== other.port],
      ["path", one.pathname !== other.pathname],
      ["query", one.search !== other.search],
      ["fragment", requested.includes("#")],
    ] as const
  ).flatMap(([part, differs]) => (differs ? [part] : []));
  return parts.length === 0 ? ["spelling"] : parts;
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
