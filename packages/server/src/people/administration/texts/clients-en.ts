import type { TextsOf } from "../../../pages/texts/texts-of.ts";

/** Texts about clients that describe themselves. */
export const clientsEn = {
  lead: "Programs that no one has registered here: they describe themselves at an address of their own, or have registered themselves. They are listed from the first consent on.",
  search: "Search by name, appid or host",
  empty: "No such clients yet",
  emptyText: "AI agents and other programs appear here once a user has allowed one.",
  hosts: "Hosts",
  onDevice: "only its users’ own machines",
  selfMade: "describes itself",
  origin: "Known by",
  origins: { document: "its metadata document", registered: "its own registration" },
  hostsTitle: "Disabled hosts",
  hostsLead:
    "Clients whose description or redirect addresses are at one of these hosts, or below it, are refused.",
  noHosts: "No host is disabled.",
  host: "Host",
  since: "Disabled",
  action: "Action",
  enableHost: "Enable",
  enable: (host: string): string => `Enable ${host}`,
  hostHint: "Such as agent.example. Every host below it is disabled, too.",
  hostMalformed: "Enter a host, such as agent.example, without https:// and path.",
  disableHost: "Disable this host",
  disable: (host: string): string => `Disable ${host}`,
  frozen: (count: number): string =>
    count === 1
      ? "One client is frozen: its consents and tokens end at once."
      : `${count} clients are frozen: their consents and tokens end at once.`,
  disableText: "No other client of this host, or of one below it, is let in.",
  enableText:
    "Clients of this host can ask for access again. Those that were frozen stay frozen, until you unfreeze each of them.",
};

/** The texts that each language has. */
export type ClientTexts = TextsOf<typeof clientsEn>;
