import type { Language } from "@survey-open-platform/service";
import { searchRows } from "../../pages/search-rows.ts";
import type { ListedSession } from "../../store/people/session-list.ts";
import { accountTextsFor } from "./texts/account-texts.ts";
import { userAgentName } from "../../model/user-agent-name.ts";

const perPage = 20;

/** What is searched for in the list of sessions, and which page of it. */
interface SessionSearch {
  readonly language: Language;
  /** Words of what the list shows; "" for all. */
  readonly search: string;
  /** The hash of the session that the page begins after. */
  readonly after: string | undefined;
}

/** One page of the sessions whose browser, system or network contains every word of a search. */
export function searchSessions(
  sessions: readonly ListedSession[],
  { language, search, after }: SessionSearch,
): {
  readonly sessions: readonly ListedSession[];
  readonly after: string | undefined;
  readonly next: string | undefined;
} {
  const found = searchRows(
    sessions,
    search,
    (session) => `${deviceName(session, language)} ${session.network}`,
  );
  // A session that has ended meanwhile leads to the first page.
  const start = found.findIndex(({ hash }) => hash === after) + 1;
  const page = found.slice(start, start + perPage);
  const next = found.length > start + perPage ? page.at(-1)?.hash : undefined;
  return { sessions: page, after: start === 0 ? undefined : after, next };
}

/** How the browser of a session is named. */
export function deviceName({ userAgent }: Pick<ListedSession, "userAgent">, language: Language): string {
  const { sessions: words } = accountTextsFor(language);
  const { browser, system } = userAgentName(userAgent);
  if (browser === undefined && system === undefined) return words.unknown;
  return words.deviceName(browser, system);
}
