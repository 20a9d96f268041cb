import { describe, expect, it, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import {
  accountThings,
  administrationThings,
  consentThings,
  ownApplicationThings,
  ownSurveyThings,
  questionThings,
  signInThings,
} from "../support/outlives/account-things.ts";
import { makeAdministrators } from "../support/administrators.ts";
import { declare } from "../support/declare.ts";
import { ends, operator } from "../support/outlives/ends.ts";
import { actorOfUser } from "../support/revoke-grants.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startStage, type Stage } from "../support/outlives/stage.ts";
import { teamTokenThings, thirdPartyThings } from "../support/outlives/team-application-things.ts";
import { answeringThings, teamThings } from "../support/outlives/team-things.ts";
import type { Thing } from "../support/outlives/thing.ts";
import { ownWebhookThings, webhookThings } from "../support/outlives/webhook-things.ts";
import { removeTeamMember } from "../../src/store/teams/team-member-table.ts";
import { setUserDisabled } from "../../src/store/people/user-administration.ts";
import { deleteAccount } from "../../src/store/people/delete-account.ts";
import { listWebhooks } from "../../src/store/webhooks/webhook-table.ts";
import { runSteps } from "@survey-open-platform/database";

/*
 * Every way in which a right ends, and everything that is made with one. Each thing is made twice before the end: the first one works, so
 * that the test can fail; the second one is tried afterwards, on the next nodes. What is still allowed is tried as well.
 *
 * The platform has no event streams: pages are fetched, and events go to webhooks. Exports stand for all downloads: they are sent by one function.
 */

const ofTeam = { ...teamThings, ...webhookThings };
const ownThings = { ...signInThings, ...ownSurveyThings, ...ownWebhookThings, ...ownApplicationThings };
const things = {
  ...ofTeam,
  ...answeringThings,
  ...accountThings,
  ...consentThings,
  ...questionThings,
  ...ownThings,
  ...administrationThings,
  ...teamTokenThings,
  ...thirdPartyThings,
};

type ThingName = keyof typeof things;

/** What an end does to each thing. */
interface Row {
  readonly ends: readonly ThingName[];
  /** What goes on, by the reason why. */
  readonly stays: Readonly<Record<string, readonly ThingName[]>>;
  /** What there is none of, by the reason why. */
  readonly absent?: Readonly<Record<string, readonly ThingName[]>>;
}

// The keys of these objects are what they are made of.
const namesOf = <Name extends ThingName>(some: Readonly<Record<Name, Thing>>) => Object.keys(some) as Name[];

const names = {
  team: namesOf(ofTeam),
  answering: namesOf(answeringThings),
  account: namesOf(accountThings),
  consent: namesOf(consentThings),
  question: namesOf(questionThings),
  own: namesOf(ownThings),
  administration: namesOf(administrationThings),
  teamToken: namesOf(teamTokenThings),
  thirdParty: namesOf(thirdPartyThings),
};

/** What the user has without any team or survey. */
const theirOwn = [...names.account, ...names.consent, ...names.question, ...names.own];
const theTeams = [...names.teamToken, ...names.thirdParty];
/** What no application and no consent is about. */
const withoutConsent = [...names.team, ...names.answering, ...names.account, ...names.own];

const notAnAdministrator = {
  "an administrator may invite to every team, so the user of this row is none": names.administration,
};
const noTeamRight = "it is the user's own, not the team's";
const teamsOwn = "it is the team's, whose members can end it";
const openSurvey = "everyone who signs in may answer the survey";

/** Of a user who is a member no more, or only sees what the user has created. */
const outOfTheTeam: Row = {
  ends: names.team,
  stays: {
    [noTeamRight]: theirOwn,
    [openSurvey]: names.answering,
    [teamsOwn]: theTeams,
  },
  absent: notAnAdministrator,
};

/** Of a user who can do nothing any more. */
const gone: Row = {
  ends: [...names.team, ...names.answering, ...theirOwn, ...names.administration],
  stays: { [teamsOwn]: theTeams },
};

const withoutSession = [
  "a webhook of a survey of the team",
  "a webhook of the team",
  "events in the hands of a node that sends them",
  "an invitation to the team",
  "an invitation of a creator",
  "an invitation to the platform",
  "a password link",
  ...namesOf(signInThings),
  ...namesOf(ownWebhookThings),
  ...namesOf(ownApplicationThings),
] as const satisfies readonly ThingName[];
const isWithoutSession = (name: ThingName) => (withoutSession as readonly ThingName[]).includes(name);

/** The bin is no half deletion: what ends with a survey ends with its way there. */
const withoutSurveys: Row = {
  ends: [
    "a page of a survey of the team",
    "a form of the team that is open",
    "a form of the team whose body is under way",
    "a form that made a webhook, sent again",
    "a webhook of a survey of the team",
    "events in the hands of a node that sends them",
    "an export that is kept",
    "an export whose download is under way",
    "a file of an answer",
    "a webhook of the team's application",
    "a respondent session of a login code",
    ...names.answering,
  ],
  stays: {
    "it is of no survey": [
      "a webhook of the team",
      "an invitation to the team",
      "an invitation of a creator",
      "a team token",
      "a call of the team whose body is under way",
      "a call of the team that is repeated with its key",
      "a login code",
      "a session of a login code",
      ...theirOwn,
    ],
  },
  absent: notAnAdministrator,
};

const matrix: Readonly<Record<keyof typeof ends, Row>> = {
  "the consent is revoked": {
    ends: names.consent,
    stays: {
      "it is a question, which the user answers afterwards": names.question,
      "it is the user's own, and no application has it": withoutConsent,
      [teamsOwn]: theTeams,
    },
    absent: notAnAdministrator,
  },
  "the user leaves every survey out of the choice": {
    ends: [
      "an access token",
      "a webhook of an application",
      "a webhook of an application for one survey",
      "a call that is repeated with its key",
    ],
    stays: {
      "the access goes on, and reaches what the application makes itself": [
        "a refresh token",
        "an authorization code",
        "a device that was allowed",
        "a call whose body is under way",
      ],
      "it is another application's": ["a test token"],
      "it is a question, which the user answers afterwards": names.question,
      "it is the user's own, and no application has it": withoutConsent,
      [teamsOwn]: theTeams,
    },
    absent: notAnAdministrator,
  },
  "the user is signed out everywhere": {
    ends: [
      ...names.team,
      ...names.administration,
      ...names.answering,
      ...names.account,
      ...names.question,
      ...names.own,
    ].filter((name) => !isWithoutSession(name)),
    stays: {
      "the right goes on, only the browsers have lost it": withoutSession,
      "an application has it, not a browser": names.consent,
      [teamsOwn]: theTeams,
    },
  },
  "the member is removed": outOfTheTeam,
  "the member leaves": outOfTheTeam,
  "a declarative file has the member no more": outOfTheTeam,
  "the member gets a lower role": outOfTheTeam,
  "a declarative file gives the member a lower role": outOfTheTeam,
  "the team is handed over": {
    ends: ["an invitation of a creator"],
    stays: {
      "who hands a team over stays a team administrator": names.team.filter(
        (name) => name !== "an invitation of a creator",
      ),
      [noTeamRight]: theirOwn,
      [openSurvey]: names.answering,
      [teamsOwn]: theTeams,
    },
    absent: notAnAdministrator,
  },
  "the user is disabled": gone,
  "a declarative file disables the user": gone,
  "the account is deleted": gone,
  "the administration is withdrawn": {
    ends: names.administration,
    stays: {
      "it needs no administration": [...names.team, ...names.answering, ...theirOwn],
      [teamsOwn]: theTeams,
    },
  },
  "the team is deleted": {
    ends: [...names.team, ...names.answering, ...names.teamToken, ...names.thirdParty],
    stays: { [noTeamRight]: theirOwn },
    absent: notAnAdministrator,
  },
  "the plan of the team ends": {
    ends: [
      "a team token",
      "a call of the team whose body is under way",
      "a call of the team that is repeated with its key",
      "a login code",
    ],
    stays: {
      "it needs no plan": [
        ...names.team,
        ...names.answering,
        ...theirOwn,
        "a webhook of the team's application",
        "a session of a login code",
        "a respondent session of a login code",
      ],
    },
    absent: notAnAdministrator,
  },
  "the surveys are deleted": withoutSurveys,
  "the surveys are put into the bin": withoutSurveys,
};

type Outcome = "has an effect" | "has none";

async function outcomes(
  made: readonly (readonly [ThingName, () => Promise<boolean>])[],
): Promise<Readonly<Record<string, Outcome>>> {
  const tried: Record<string, Outcome> = {};
  for (const [name, probe] of made) tried[name] = (await probe()) ? "has an effect" : "has none";
  return tried;
}

async function make(stage: Stage, some: readonly ThingName[]) {
  const made: (readonly [ThingName, () => Promise<boolean>])[] = [];
  for (const name of some) made.push([name, await things[name](stage)]);
  return made;
}

const all = (some: readonly ThingName[], outcome: Outcome) =>
  Object.fromEntries(some.map((name) => [name, outcome]));

/** Ends of one kind are written by statements of one kind: on PostgreSQL one of each is tried. */
const oneOfEachKind = [
  "the consent is revoked",
  "the user is signed out everywhere",
  "the member is removed",
  "the user is disabled",
  "the team is deleted",
  "the plan of the team ends",
  "the surveys are put into the bin",
] as const satisfies readonly (keyof typeof ends)[];
const endsHere = isOnPostgres() ? oneOfEachKind : (Object.keys(ends) as (keyof typeof ends)[]);

describe("what was made with a right", () => {
  it.each(endsHere)("has no effect once %s", async (end) => {
    const { ends: ended, stays } = matrix[end];
    const going = Object.values(stays).flat();
    const stage = await startStage({
      administrator: ended.some((name) => names.administration.some((one) => one === name)),
    });
    const some = [...ended, ...going];
    expect(await outcomes(await make(stage, some))).toEqual(all(some, "has an effect"));
    const made = await make(stage, some);
    await ends[end](stage);
    expect(await outcomes(made)).toEqual({ ...all(ended, "has none"), ...all(going, "has an effect") });
  });
});

const withoutSessionOf = (ended: readonly ThingName[]) => ended.filter(isWithoutSession);

const returns: readonly (readonly [keyof typeof ends, string, (stage: Stage) => Promise<unknown>])[] = [
  [
    "the member is removed",
    "is a creator of the team again",
    ({ platform }) =>
      declare(platform, {
        teams: [
          {
            name: "Acme",
            members: [
              { username: "ada", role: "creator" },
              { username: "lin", role: "creator" },
            ],
          },
        ],
      }),
  ],
  [
    "the user is disabled",
    "is enabled again",
    ({ platform }) =>
      platform.store.write(setUserDisabled, { username: "lin", disabled: false, actor: operator }),
  ],
  [
    "the administration is withdrawn",
    "is an administrator again",
    ({ platform }) => makeAdministrators(platform, "lin"),
  ],
];

it.each(returns)("what ended when %s does not return when the user %s", async (end, _, giveBack) => {
  // With a passkey the user signs in again.
  const some = withoutSessionOf(matrix[end].ends).filter((name) => name !== "a passkey");
  const stage = await startStage({ administrator: end !== "the member is removed" });
  const made = await make(stage, some);
  await ends[end](stage);
  await giveBack(stage);
  expect(await outcomes(made)).toEqual(all(some, "has none"));
});

it("a webhook that ended with its author's right is another member's once this one has switched it on", async () => {
  const stage = await startStage({ administrator: false });
  const { platform, files, team, ada, lin } = stage;
  await webhookThings["a webhook of a survey of the team"](stage);
  const folder = `/surveys/${files.id}/webhooks`;
  const adas = await signedInBrowser(platform, "ada");
  expect((await adas.get(folder)).html).toContain('<bdi class="name">Lin</bdi>');
  const actor = { ...actorOfUser({ id: ada, username: "ada" }), userId: ada };
  await platform.store.write(removeTeamMember, { teamId: team, userId: lin, actor });
  const owner = { kind: "survey", id: files.id } as const;
  const [ended] = await runSteps(platform.store.reader, listWebhooks(owner));
  expect(ended).toMatchObject({ isActive: false, offReason: "owner_gone", userId: lin });
  const path = `${folder}/${ended?.id}`;
  const page = await adas.get(path, { "accept-language": "en" });
  expect(page.html).toContain("Switched off: the user who added it may not manage it any more.");
  await adas.submit(page, path, { url: ended?.url ?? "", is_active: "on" });
  await platform.store.write(
    deleteAccount,
    { userId: lin, username: "lin" },
    actorOfUser({ id: lin, username: "lin" }),
  );
  const [own] = await runSteps(platform.store.reader, listWebhooks(owner));
  expect(own).toMatchObject({ isActive: true, offReason: "", userId: ada, userName: "Ada" });
});

test.each(Object.entries(matrix))("the row of the table in which %s names each thing once", (_, row) => {
  const { ends: ended, stays, absent = {} } = row;
  const named = [...ended, ...Object.values(stays).flat(), ...Object.values(absent).flat()];
  expect(named.toSorted()).toEqual(Object.keys(things).toSorted());
});
