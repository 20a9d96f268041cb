import { beforeAll, describe } from "vitest";
import { testAccountsAndOrgs } from "./accounts-and-orgs.ts";
import { testContacts } from "./contacts.ts";
import { Caller, type ConformanceSubject } from "./conformance-subject.ts";
import { testDataCalls } from "./data-calls.ts";
import { testEnvelope } from "./envelope.ts";
import { testRespondents } from "./respondents.ts";
import { testTeamTokens } from "./team-tokens.ts";
import { testUserTokens } from "./user-tokens.ts";
import { testWebhooks } from "./webhooks.ts";
import { testWrites } from "./writes.ts";

type Tests = (given: () => Caller) => void;

const withoutState: readonly Tests[] = [testEnvelope, testUserTokens, testTeamTokens, testDataCalls];
const withState: readonly Tests[] = [
  testWrites,
  testWebhooks,
  testAccountsAndOrgs,
  testContacts,
  testRespondents,
];

/**
 * Holds a platform to the interface.
 *
 * @param prepare runs once; whatever it starts is to be stopped by the caller's own hook
 */
export function describeConformance(who: string, prepare: () => Promise<ConformanceSubject>): void {
  describeTests(who, prepare, [...withoutState, ...withState]);
}

/** The part of it that the mock platform offers: tokens, the user, and the reading of surveys and answers. */
export function describeMockConformance(who: string, prepare: () => Promise<ConformanceSubject>): void {
  describeTests(who, prepare, withoutState);
}

function describeTests(
  who: string,
  prepare: () => Promise<ConformanceSubject>,
  tests: readonly Tests[],
): void {
  describe(`the interface as ${who} speaks it`, () => {
    let caller: Caller | undefined;
    beforeAll(async () => {
      caller = new Caller(await prepare());
    });
    const given = () => {
      if (caller === undefined) throw new Error("the subject is not prepared yet");
      return caller;
    };
    for (const test of tests) test(given);
  });
}
