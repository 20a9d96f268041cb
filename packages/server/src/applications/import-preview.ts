import { createHash } from "node:crypto";
import type {
  ApplicationFields,
  ApplicationForUser,
} from "../store/applications/application-for-user-table.ts";
import type { ImportedApplication } from "./application-file.ts";

/** One value that an import would change, as lines of text. */
export interface FieldChange {
  /** The key in the file. */
  readonly key: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What an import would change of one application. */
export interface ApplicationChange {
  readonly appid: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
}

const keys: Readonly<Record<keyof ApplicationFields, string>> = {
  name: "name",
  description: "description",
  homePage: "home_page",
  contact: "contact",
  terms: "terms",
  privacy: "privacy",
  redirectUris: "redirect_uris",
  isPublic: "public",
  mayWrite: "may_write",
  requiresPkce: "requires_pkce",
  refreshRequiresSecret: "refresh_requires_secret",
  allowedNetworks: "allowed_networks",
};

/** What an import would change; applications that stay as they are have no changes. */
export function previewImport(
  imported: readonly ImportedApplication[],
  present: readonly ApplicationForUser[],
): readonly ApplicationChange[] {
  return imported.flatMap(({ appid, fields }) => {
    const application = present.find((one) => one.appid === appid);
    return application === undefined
      ? []
      : [{ appid, name: application.name, changes: changesOf(application, fields) }];
  });
}

function changesOf(present: ApplicationFields, fields: Partial<ApplicationFields>): readonly FieldChange[] {
  return fieldNames.flatMap((name) => {
    const [before, after] = [linesOf(name, present), linesOf(name, { ...present, ...fields })];
    return before.join("\n") === after.join("\n") ? [] : [{ key: keys[name], before, after }];
  });
}

// The keys of the record are the names.
const fieldNames = Object.keys(keys) as (keyof ApplicationFields)[];

function linesOf(name: keyof ApplicationFields, fields: ApplicationFields): readonly string[] {
  // Redirect addresses have no order.
  if (name === "redirectUris") return fields.redirectUris.toSorted();
  const value = fields[name];
  return typeof value === "object" ? value : String(value).split("\n");
}

/** Names a preview: what is applied is what was shown, or it is shown again. */
export function previewHash(changes: readonly ApplicationChange[]): string {
  return createHash("sha256").update(JSON.stringify(changes)).digest("base64url");
}
