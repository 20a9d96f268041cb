import { DatabaseSync, type StatementSync } from "node:sqlite";
import { hashToken } from "../../src/model/token.ts";
import { oncePerTurn, parameterIn, pathOf } from "./floor-calls.ts";

type Value = string | number;
type Row = readonly Value[];

/** In the place of the fields of a survey beside its pages, and of an answer beside its values: as long as they are. */
const surveyPadding = "x".repeat(373);
const answerPadding = "x".repeat(403);

/** The reads of one turn of the event loop run in one snapshot, as the platform's do. */
export class FloorReads {
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<"begin" | "end", StatementSync>>;
  readonly #find: Readonly<Record<"token" | "survey" | "list" | "count" | "head" | "answers", StatementSync>>;
  /** Reads what a call asks for: JSON text, or undefined when the token is refused. */
  readonly add = oncePerTurn((urls) => this.#readAll(urls));

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
    this.#database.exec("pragma cache_size = -4096");
    this.#statements = { begin: this.#database.prepare("begin"), end: this.#database.prepare("commit") };
    this.#find = {
      // A revoked grant, a disabled application and a disabled user are refused by the next call: four tables.
      token: this.#prepare(
        "select g.user_id, g.openid, u.nickname, u.avatar from user_access_tokens t join grants g on g.id = t.grant_id join applications a on a.id = g.application_id join users u on u.id = g.user_id where t.hash = ? and t.expires_at > ? and a.appid = ? and a.disabled = 0 and u.disabled = 0 and g.revoked_at is null",
      ),
      survey: this.#prepare("select pages from surveys where id = ? and owner_id = ?"),
      list: this.#prepare(
        "select id, hash, title, answer_count, created_at, updated_at, scene, state from surveys where owner_id = ? order by id limit 20",
      ),
      count: this.#prepare("select count(*) from surveys where owner_id = ?"),
      head: this.#prepare("select answer_count from surveys where id = ? and owner_id = ?"),
      answers: this.#prepare(
        "select answer_id, version, started_at, ended_at, answer_values from answers where survey_id = ? and answer_id > ? order by answer_id limit 100",
      ),
    };
  }

  #readAll(urls: readonly string[]): readonly (string | undefined)[] {
    this.#statements.begin.run();
    const found = urls.map((url) => this.#read(url));
    this.#statements.end.run();
    return found;
  }

  #read(url: string): string | undefined {
    const hash = hashToken(parameterIn(url, "access_token"));
    const [user] = rowsOf(this.#find.token, hash, Date.now(), parameterIn(url, "appid"));
    if (user === undefined) return undefined;
    const [id = 0, openid, nickname, avatar] = user;
    const [, , , surveyId, answers] = pathOf(url).split("/");
    if (answers !== undefined) return this.#answers(Number(surveyId), id, url);
    if (surveyId === undefined) return this.#list(id);
    if (surveyId === "user")
      return `{"id":${id},"openid":"${openid}","nickname":"${nickname}","avatar":"${avatar}"}`;
    return this.#survey(Number(surveyId), id);
  }

  #survey(surveyId: number, owner: Value): string {
    const [[pages] = []] = rowsOf(this.#find.survey, surveyId, owner);
    return `{"id":${surveyId},"rest":"${surveyPadding}","pages":${pages}}`;
  }

  #list(owner: Value): string {
    const list = rowsOf(this.#find.list, owner);
    const [[total] = []] = rowsOf(this.#find.count, owner);
    return `{"total":${total},"list":${JSON.stringify(list)},"rest":"${"x".repeat(list.length * listPadding)}"}`;
  }

  #answers(surveyId: number, owner: Value, url: string): string {
    const [[total] = []] = rowsOf(this.#find.head, surveyId, owner);
    let text = "";
    for (const row of rowsOf(this.#find.answers, surveyId, Number(parameterIn(url, "last_answer_id")))) {
      const [id, , startedAt, endedAt, values] = row;
      text += `${text === "" ? "" : ","}{"answer_id":${id},"started_at":${startedAt},"ended_at":${endedAt},"rest":"${answerPadding}","answer":${values}}`;
    }
    return `{"total":${total},"list":[${text}]}`;
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}

/** The names of a listed survey's fields, and its times as text. */
const listPadding = 92;

function rowsOf(statement: StatementSync, ...parameters: Value[]): readonly Row[] {
  // SQLite returns arrays, see above; the statement's type does not reflect it.
  return statement.all(...parameters) as unknown as readonly Row[];
}
