import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { readConfig } from "../../config/read-config.ts";
import type { PlatformDatabase } from "../../platform.ts";
import { recordAudit, type AuditEntry } from "../../store/audit/audit-log-table.ts";
import { auditing } from "../../store/audit/auditing.ts";
import {
  countIssued,
  findRevocationTarget,
  revokeIssued,
  type IssuedCounts,
  type NamedScope,
  type RevocationTarget,
} from "../../store/tokens/revoke-issued.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { confirm } from "./confirm.ts";
import { issuedText } from "./issued-text.ts";
import { openExisting } from "./open-existing.ts";
import { operatorOf } from "./operator.ts";

/** No request waits for it, and a statement over millions of rows takes its time: up to half an hour. */
const patience = 1200;

const confirmationArguments: Command["args"] = {
  ...settingArguments(["database"]),
  yes: { type: "boolean", description: "Do not ask." },
  json: { type: "boolean", description: "Print what was revoked as JSON. Needs --yes to revoke." },
};

/** `sop revoke`: ends what was issued to one application, user or team, after a secret or token leaked. */
export const revokeCommand: Command = {
  meta: {
    name: "revoke",
    description: "Revoke the consents, codes and tokens of one application, user or team",
  },
  args: {
    app: {
      type: "string",
      valueHint: "appid",
      description: "Every consent, code, token and webhook of this application; users have to consent again.",
    },
    user: {
      type: "string",
      valueHint: "username",
      description:
        "Every session of this user, every consent, code and token that acts for the user, the password link, the\ninvitations that the user made, and webhooks that applications added with the user's consents.",
    },
    team: { type: "string", valueHint: "name", description: "The access token of this team." },
    ...confirmationArguments,
  },
  run: ({ args }) => revoke(scopeOf(args), args),
};

/** `sop revoke-all`: ends everything that was issued, after a restoration by other tools or a theft of unknown size. */
export const revokeAllCommand: Command = {
  meta: {
    name: "revoke-all",
    description: "Revoke every session, consent, code, token, invitation and password link",
  },
  args: confirmationArguments,
  run: ({ args }) => revoke({ of: "everything" }, args),
};

type ParsedArguments = Readonly<Record<string, unknown>>;

/** @throws `UsageError` unless exactly one is named */
function scopeOf({ app, user, team }: ParsedArguments): NamedScope {
  const named = (
    [
      ["application", app],
      ["user", user],
      ["team", team],
    ] as const
  ).flatMap(([of, name]) => (typeof name === "string" ? [{ of, name }] : []));
  const [scope] = named;
  if (scope === undefined || named.length > 1)
    throw new UsageError("name one of --app APPID, --user USERNAME and --team NAME");
  return scope;
}

async function revoke(named: NamedScope, args: ParsedArguments): Promise<void> {
  const config = readConfig({ flags: settingFlags(args), environment: process.env });
  const database = await openExisting({ ...config, patience });
  try {
    const target = await findRevocationTarget(database.reader, named);
    if (target === undefined) throw new CommandError(`Nothing was changed. ${unknownText(named)}`);
    const asJson = args["json"] === true;
    if (args["yes"] !== true)
      await confirmRevocation(await database.write((t) => countIssued(t, target.scope)), asJson);
    report(await revokeWithin(database, named, target), asJson);
  } finally {
    await database.close();
  }
}

function revokeWithin(
  database: PlatformDatabase,
  named: NamedScope,
  { scope, locks }: RevocationTarget,
): Promise<IssuedCounts> {
  return auditing(database, () => undefined).write(
    async (transaction) => {
      const counts = await revokeIssued(transaction, scope);
      await recordAudit(transaction, {
        actor: operatorOf(scope.of === "everything" ? "revoke-all" : "revoke"),
        action: "tokens.revoked",
        target: targetOf(named, scope),
        before: { ...counts },
      });
      return counts;
    },
    { locks },
  );
}

/** A team is named by its id, like elsewhere in the audit log. */
function targetOf(named: NamedScope, scope: RevocationTarget["scope"]): AuditEntry["target"] {
  if (named.of === "everything" || scope.of === "everything") return { kind: "platform", name: "" };
  return { kind: named.of, name: named.of === "team" ? String(scope.id) : named.name };
}

function confirmRevocation(counts: IssuedCounts, asJson: boolean): Promise<void> {
  const json = asJson ? { revoked: false, wouldRevoke: counts } : undefined;
  return confirm({ would: `revoke ${issuedText(counts)}`, todo: "revoke it", json });
}

function report(counts: IssuedCounts, asJson: boolean): void {
  if (asJson) console.log(JSON.stringify({ revoked: true, counts }, null, 2));
  else console.log(`Revoked ${issuedText(counts)}.`);
}

function unknownText(named: NamedScope): string {
  if (named.of === "everything") return "";
  const kinds = {
    application: "application with the appid",
    user: "user called",
    team: "team called",
  } as const;
  return `There is no ${kinds[named.of]} ${named.name}.`;
}
