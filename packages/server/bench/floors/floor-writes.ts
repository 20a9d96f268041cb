import { DatabaseSync, type StatementSync } from "node:sqlite";
import { hashToken, makeToken } from "../../src/model/token.ts";
import { oncePerTurn, parameterIn } from "./floor-calls.ts";

type Value = string | number;

const accessTokenMilliseconds = 7_200_000;
const refreshTokenMilliseconds = 2_592_000_000;
/** The access tokens of a grant that are kept. */
const tokensOfGrant = 10;

const statements = {
  begin: "begin immediate",
  commit: "commit",
  client:
    "select a.id, a.kind, t.plan, l.empty_at, s.number from applications a left join teams t on t.id = a.owner_id left join rate_limits l on l.key_hash = ? join application_secrets s on s.application_id = a.id where a.appid = ? and a.disabled = 0 and s.hash = ?",
  limit:
    "insert into rate_limits (key_hash, empty_at) values (?, ?) on conflict (key_hash) do update set empty_at = excluded.empty_at where rate_limits.empty_at <= excluded.empty_at",
  teamToken:
    "insert into team_access_tokens (application_id, hash, number, issued_at, expires_at) values (?, ?, 1, ?, ?) on conflict (application_id) do update set hash = excluded.hash, number = number + 1, issued_at = excluded.issued_at, expires_at = excluded.expires_at returning number",
  teamIssue:
    "insert into team_token_issues (application_id, slot, number, issued_at, expires_at, address, secret_number) values (?, ?, ?, ?, ?, '127.0.0.1', 1) on conflict (application_id, slot) do update set number = excluded.number, issued_at = excluded.issued_at, expires_at = excluded.expires_at",
  code: "update authorization_codes set used_at = ?, kept_until = ? where hash = ? and used_at is null and expires_at > ? and exists (select 1 from grants g join users u on u.id = g.user_id where g.id = grant_id and g.application_id = ? and g.revoked_at is null and u.disabled = 0) returning grant_id",
  grant:
    "update grants set access_token_count = access_token_count + 1, last_used_at = ? where id = ? and revoked_at is null returning access_token_count, openid",
  accessToken:
    "insert into user_access_tokens (hash, grant_id, code_hash, number, may_write, issued_at, expires_at) values (?, ?, ?, ?, 0, ?, ?)",
  oldTokens: "delete from user_access_tokens where grant_id = ? and number <= ?",
  refreshToken:
    "insert into refresh_tokens (hash, grant_id, code_hash, may_write, issued_at, expires_at) values (?, ?, ?, 0, ?, ?)",
} as const;

/** The writes of one turn of the event loop share one synced commit, as the platform's do. */
export class FloorWrites {
  readonly #statements: ReadonlyMap<string, StatementSync>;
  /** Issues what a call asks for: JSON text once it is durable. */
  readonly add = oncePerTurn((urls) => this.#issueAll(urls));

  constructor(file: string) {
    const database = new DatabaseSync(file);
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
    this.#statements = new Map(
      Object.entries(statements).map(([name, sql]) => {
        const statement = database.prepare(sql);
        statement.setReturnArrays(true);
        return [name, statement];
      }),
    );
  }

  #issueAll(urls: readonly string[]): readonly string[] {
    this.#row("begin");
    const issued = urls.map((url) => this.#issue(url));
    this.#row("commit");
    return issued;
  }

  #issue(url: string): string {
    const [appid, secretHash] = [parameterIn(url, "appid"), hashToken(parameterIn(url, "secret"))];
    const [id = 0] = this.#row("client", hashToken(`failed-secret ${appid}`), appid, secretHash);
    const now = Date.now();
    const code = parameterIn(url, "code");
    if (code === "") return this.#teamToken(id, now);
    const codeHash = hashToken(code);
    const [grant = 0] = this.#row("code", now, now + refreshTokenMilliseconds, codeHash, now, id);
    this.#row("limit", hashToken(`token-request ${id}`), now);
    return this.#userTokens(grant, codeHash, now);
  }

  #teamToken(application: Value, now: number): string {
    this.#row("limit", hashToken(`token-request ${application}`), now);
    const token = makeToken("teamAccessToken");
    const expiresAt = now + accessTokenMilliseconds;
    const [number = 0] = this.#row("teamToken", application, hashToken(token), now, expiresAt);
    this.#row("teamIssue", application, Number(number) % 100, number, now, expiresAt);
    return `{"access_token":"${token}","expires_in":7200}`;
  }

  #userTokens(grant: Value, codeHash: string, now: number): string {
    const [token, refreshToken] = [makeToken("userAccessToken"), makeToken("refreshToken")];
    const [number = 0, openid] = this.#row("grant", now, grant);
    const expiresAt = now + accessTokenMilliseconds;
    this.#row("accessToken", hashToken(token), grant, codeHash, number, now, expiresAt);
    this.#row("oldTokens", grant, Number(number) - tokensOfGrant);
    const refreshExpiresAt = now + refreshTokenMilliseconds;
    this.#row("refreshToken", hashToken(refreshToken), grant, codeHash, now, refreshExpiresAt);
    return `{"access_token":"${token}","refresh_token":"${refreshToken}","expires_in":7200,"openid":"${openid}"}`;
  }

  /** Runs a statement. @returns its first row */
  #row(name: keyof typeof statements, ...parameters: Value[]): readonly Value[] {
    const rows = this.#statements.get(name)?.all(...parameters);
    // SQLite returns arrays, see above; the statement's type does not reflect it.
    return (rows as unknown as readonly (readonly Value[])[])[0] ?? [];
  }
}
