import { hash as digestOf } from "node:crypto";
import { noLogic } from "@survey-open-platform/surveys";
import { audiences, everyScope, scopeBits } from "../src/model/scopes.ts";
import { hashToken, tokenPrefixes, type TokenKind } from "../src/model/token.ts";
import { answerValues, endings, pagesOf, type SurveyKind } from "./seeded-surveys.ts";

/*
 * All values of the benchmark's database follow from their numbers, so that any of the tokens can be sent without keeping a
 * list of them. Unlike those that the platform issues, they do not begin with a time, so their hashes are spread evenly.
 */

/** The value of a kind with a number; as {@link makeToken} makes them, but not random. */
export function seededSecret(kind: TokenKind, number: number | string): string {
  return tokenPrefixes[kind] + text(kind, number);
}

export function seededOpenid(person: number): string {
  return `o${text("openid", person).slice(0, 27)}`;
}

function text(kind: string, number: number | string): string {
  return digestOf("sha256", `${kind} ${number}`, "base64url").slice(0, 32);
}

/** How much there is in the database. */
export interface SeedSize {
  readonly liveTokens: number;
  readonly codes: number;
}

export const tokensPerPerson = 10;
export const teamCount = 64;
export const surveysPerOwner = 20;
export const answersPerSurvey = 300;
const mostOwners = 1000;
const mostAnsweredSurveys = 100;
/** People whose codes are exchanged; the tokens of the others stay as they are. */
const issuingPeople = 2000;

export const webAppid = "bench_web";
export const webSecret = seededSecret("secret", webAppid);
const webApplicationId = 1;
const firstTeamId = 100_000_000;
const firstSurveyId = 1000;
const day = 86_400_000;

/** Who and what there is, by number. */
export class SeededData {
  readonly size: SeedSize;
  readonly people: number;
  readonly owners: number;
  readonly answeredSurveys: number;

  constructor(size: SeedSize) {
    this.size = size;
    this.people = Math.ceil(size.liveTokens / tokensPerPerson);
    this.owners = Math.min(mostOwners, this.people);
    this.answeredSurveys = Math.min(mostAnsweredSurveys, this.owners);
  }

  /** The person that an access token belongs to. */
  personOfToken(token: number): number {
    return token % this.people;
  }

  /** The person with surveys, by the number of the owner. */
  personOfOwner(owner: number): number {
    return owner * Math.floor(this.people / this.owners);
  }

  /** One of the access tokens of a person. */
  tokenOfPerson(person: number, which: number): number {
    return person + this.people * (which % Math.floor(this.size.liveTokens / this.people));
  }

  get issuingPeople(): number {
    return Math.min(issuingPeople, this.size.codes);
  }
}

export function surveyIdOf(owner: number, which: number): number {
  return firstSurveyId + owner * surveysPerOwner + which;
}

export function teamAppid(team: number): string {
  return `bench_team_${team}`;
}

/** The hub's alone: a token that another program asks for makes the hub's invalid. */
export const hubAppid = teamAppid(teamCount);

/** What bearer tokens are for. Every person has one of each. */
const bearerAudiences = ["api", "mcp"] as const;

/** A bearer token of a person. */
export function bearerTokenOf(person: number, audience: (typeof bearerAudiences)[number]): string {
  return seededSecret("bearerToken", `${audience} ${person}`);
}

type Row = readonly (string | number | null)[];

/** Rows of one table. */
export interface SeededTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: () => Iterable<Row>;
}

/** All rows, for the tables as they were when bearer tokens came. The releases under measurement apply their further migrations to them. */
export function seededTables(data: SeededData, now: number): readonly SeededTable[] {
  return [
    ...peopleTables(data, now),
    ...applicationTables(now),
    ...tokenTables(data, now),
    ...surveyTables(data, now),
  ];
}

function table(name: string, columns: string, rows: SeededTable["rows"]): SeededTable {
  return { table: name, columns: columns.split(" "), rows };
}

const userId = (person: number) => person + 1;
const grantId = userId;
const teamApplicationId = (team: number) => webApplicationId + 1 + team;

function* numbers(count: number, row: (number: number) => Row): Iterable<Row> {
  for (let number = 0; number < count; number += 1) yield row(number);
}

function peopleTables(data: SeededData, now: number): readonly SeededTable[] {
  const everyone = data.people + data.issuingPeople;
  return [
    table("accounts", "id kind", () => numbers(everyone, (person) => [userId(person), "user"])),
    table("accounts", "id kind", () => numbers(teamCount + 1, (team) => [firstTeamId + team, "team"])),
    table("users", "id username password_hash nickname avatar created_at", () =>
      numbers(everyone, (person) => {
        return [userId(person), `person-${person}`, "", `Person ${person}`, "", now];
      }),
    ),
    table("teams", "id name plan created_at", () =>
      numbers(teamCount + 1, (team) => [firstTeamId + team, `Team ${team}`, "premium", now]),
    ),
    table("team_members", "team_id user_id role", () =>
      numbers(teamCount + 1, (team) => [firstTeamId + team, userId(0), 0]),
    ),
  ];
}

function applicationTables(now: number): readonly SeededTable[] {
  const columns = "id appid kind owner_id name created_at";
  const secretColumns = "application_id hash last_four created_at";
  return [
    table("applications", columns, () => [
      [webApplicationId, webAppid, "web", userId(0), "Benchmark", now],
      ...numbers(teamCount + 1, (team) => {
        return [teamApplicationId(team), teamAppid(team), "team", firstTeamId + team, `Team ${team}`, now];
      }),
    ]),
    table("application_secrets", secretColumns, () => [
      [webApplicationId, hashToken(webSecret), webSecret.slice(-4), now],
      ...numbers(teamCount + 1, (team) => {
        const secret = seededSecret("secret", teamAppid(team));
        return [teamApplicationId(team), hashToken(secret), secret.slice(-4), now];
      }),
    ]),
  ];
}

function tokenTables(data: SeededData, now: number): readonly SeededTable[] {
  const everyone = data.people + data.issuingPeople;
  const issuing = (number: number) => grantId(data.people + (number % data.issuingPeople));
  const grantColumns =
    "id application_id user_id openid scope scopes granted_at last_used_at access_token_count";
  return [
    table("grants", grantColumns, () =>
      // Used recently until the end of the run: a grant's use is stored once in ten minutes.
      numbers(everyone, (person) => {
        const ids = [grantId(person), webApplicationId, userId(person)];
        return [...ids, seededOpenid(person), "snsapi_user", everyScope, now, now + day, tokensPerPerson];
      }),
    ),
    table("user_access_tokens", "hash grant_id code_hash number issued_at expires_at", () =>
      numbers(data.size.liveTokens, (token) => {
        const hash = hashToken(seededSecret("userAccessToken", token));
        const number = 1 + Math.floor(token / data.people);
        return [hash, grantId(data.personOfToken(token)), "", number, now, now + 3 * day];
      }),
    ),
    ...bearerAudiences.map((audience) =>
      table("user_access_tokens", "hash grant_id code_hash number issued_at expires_at audience scopes", () =>
        numbers(data.people, (person) => {
          const ids = [hashToken(bearerTokenOf(person, audience)), grantId(person), "", tokensPerPerson + 1];
          return [...ids, now, now + day, audiences[audience], scopeBits["surveys:read"]];
        }),
      ),
    ),
    table("authorization_codes", "hash grant_id created_at expires_at kept_until", () =>
      numbers(data.size.codes, (code) => {
        const hash = hashToken(seededSecret("authorizationCode", code));
        return [hash, issuing(code), now, now + day, now + day];
      }),
    ),
  ];
}

interface SurveyOfBench {
  readonly id: number;
  readonly kind: SurveyKind;
  readonly title: string;
  readonly owner: number;
  readonly answers: number;
}

function* surveysOf(data: SeededData): Iterable<SurveyOfBench> {
  for (let number = 0; number < data.owners; number += 1) {
    const owner = userId(data.personOfOwner(number));
    for (let which = 0; which < surveysPerOwner; which += 1) {
      const answers = which === 0 && number < data.answeredSurveys ? answersPerSurvey : 0;
      const title = `Survey ${which} of owner ${number}`;
      yield {
        id: surveyIdOf(number, which),
        kind: which === 0 ? "answered" : "small",
        title,
        owner,
        answers,
      };
    }
  }
}

function surveyTables(data: SeededData, now: number): readonly SeededTable[] {
  const surveyColumns =
    "id hash owner_id creator_user_id title prefix suffix scene state pages page_count question_count answer_count answer_serial version created_at updated_at";
  const answerColumns =
    "survey_id answer_id hash version respondent_id respondent_openid respondent_nickname started_at ended_at channel ua referrer address custom_arguments answer_values";
  const shown = new Map((["answered", "small"] as const).map((kind) => [kind, pagesOf(kind)]));
  const surveyRow = ({ id, kind, title, owner, answers }: SurveyOfBench): Row => {
    const pages = shown.get(kind) ?? [];
    const texts = [title, endings.prefix, endings.suffix];
    const questions = pages.flatMap((page) => page.questions).length;
    const counts = [pages.length, questions, answers, answers];
    return [id, "a05c0217", owner, owner, ...texts, 1, 2, JSON.stringify(pages), ...counts, 1, now, now];
  };
  const surveys = [...surveysOf(data)];
  return [
    table("surveys", surveyColumns, () => surveys.map(surveyRow)),
    table("survey_versions", "survey_id version definition published_at", () =>
      surveys.map(({ id, kind, title }) => [
        id,
        1,
        JSON.stringify({ title, ...endings, pages: shown.get(kind), logic: noLogic }),
        now,
      ]),
    ),
    table("answers", answerColumns, () =>
      numbers(data.answeredSurveys * answersPerSurvey, (answer) => {
        const [owner, number] = [Math.floor(answer / answersPerSurvey), answer % answersPerSurvey];
        const ids = [surveyIdOf(owner, 0), number + 1, `answer-${number}`, 1];
        const values = JSON.stringify(answerValues(number));
        return [...ids, 0, "", "", now - 100_000, now - 10_000, "", "", "", "", "{}", values];
      }),
    ),
  ];
}
