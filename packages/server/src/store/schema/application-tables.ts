import type { Generated } from "kysely";

/** Applications and their credentials. */
export interface ApplicationSchema {
  readonly applications: ApplicationsTable;
  readonly application_secrets: ApplicationSecretsTable;
  readonly redirect_uris: RedirectUrisTable;
  readonly client_documents: ClientDocumentsTable;
  readonly disabled_client_hosts: DisabledClientHostsTable;
}

/** Programs with an appid. */
interface ApplicationsTable {
  readonly id: Generated<number>;
  readonly appid: string;
  readonly kind: "web" | "team";
  /** The user or team that is responsible for the application; a team application acts for that team. */
  readonly owner_id: number;
  readonly name: string;
  readonly description: string;
  readonly home_page: string;
  readonly logo: string;
  readonly terms: string;
  readonly privacy: string;
  readonly verified: 0 | 1;
  readonly disabled: 0 | 1;
  /** Whether a refresh must carry the secret; the interface itself does not ask for it. */
  readonly refresh_requires_secret: 0 | 1;
  readonly created_at: number;
  /** How the operator reaches the developer; users do not see it. */
  readonly contact: Generated<string>;
  /** Networks that token calls may come from, one per line in CIDR notation; "" for all. */
  readonly allowed_networks: Generated<string>;
  /** Whether an authorization link must carry a code challenge (RFC 7636); the interface itself does not ask for it. */
  readonly requires_pkce: Generated<0 | 1>;
  /** Of a web application, whether it asks users for writing too; of a team application, whether it may write. */
  readonly may_write: Generated<0 | 1>;
  /** Whether it is disabled because its owner froze it; only then the owner may unfreeze it. */
  readonly frozen_by_owner: Generated<0 | 1>;
  /** When its owner last changed it on a page; null when it is as declared. */
  readonly edited_at: number | null;
  /** Whether it runs where it cannot keep a secret (RFC 6749, section 2.1): it has none. */
  readonly is_public: Generated<0 | 1>;
  /** Who made it: its owner or the declaration, its own metadata document, or its registration by request. */
  readonly origin: Generated<"console" | "document" | "registered">;
  /** What it calls itself when that is not its appid: the address of its document, or its sealed metadata. */
  readonly client_id: string | null;
  readonly client_id_hash: string | null;
}

/** Secrets of applications. An ended one is refused from `expires_at` on, and deleted some time later. */
interface ApplicationSecretsTable {
  readonly application_id: number;
  readonly hash: string;
  readonly last_four: string;
  readonly created_at: number;
  /** Counts the secrets of an application; names one of them in addresses and in the audit log. */
  readonly number: Generated<number>;
  /** What its owner calls it; "" for a declared one. */
  readonly name: Generated<string>;
  /** Null for one that stays valid. */
  readonly expires_at: number | null;
  /** Exact to five minutes. */
  readonly last_used_at: number | null;
  /** Which form made it, so that a form that is sent twice makes one secret; null for a declared one. */
  readonly request_hash: string | null;
  /** Whether a mail has said that it ends soon. */
  readonly end_announced: Generated<0 | 1>;
}

/** Registered redirect URIs, compared character by character. */
interface RedirectUrisTable {
  readonly application_id: number;
  readonly uri: string;
}

/** Metadata documents that were fetched, and fetches that were refused. */
interface ClientDocumentsTable {
  /** The address of the document. */
  readonly client_id: string;
  /** What it says, as JSON; null when it was refused. */
  readonly metadata: string | null;
  /** Why the last fetch was refused; null when it was not. */
  readonly problem: string | null;
  readonly fetched_at: number;
  /** Until when it is not fetched again. */
  readonly fresh_until: number;
  readonly expires_at: number;
}

/** Hosts whose clients are refused, with every host below them. */
interface DisabledClientHostsTable {
  readonly host: string;
  readonly disabled_at: number;
}
